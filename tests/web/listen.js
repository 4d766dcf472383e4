// What the page hears, and a person who does at once what is hinted. It runs in every page before its own script.
window.heard = []; // the hints: a test can tell a hint to pass from one that is on its way
window.told = null; // the newest state of the table
{
  const Plain = window.WebSocket;
  let socket = null;
  let listener = () => {};
  window.WebSocket = class extends Plain {
    constructor(...all) {
      super(...all);
      socket = this;
      this.addEventListener("message", (event) => {
        const message = JSON.parse(event.data);
        if (message.op === "table") window.told = message;
        setTimeout(() => {
          if (message.op === "hinted") window.heard.push(message);
          listener(message);
        });
      });
    }
  };
  const mine = (table) => table.seat !== null && table.phase === "playing" && table.view.turn.includes(table.seat);

  /** Do what is hinted until the deal is over (false), or it is one's turn and `until(table)` is true (true). */
  window.rush = (until, patience) =>
    new Promise((done, wrong) => {
      const end = (how, what) => {
        clearTimeout(late);
        listener = () => {};
        document.body.style.contentVisibility = "";
        how(what);
      };
      const late = setTimeout(() => end(wrong, new Error("the deal does not go on")), patience);
      const say = (message) => socket.send(JSON.stringify({ ...message, step: window.told.step }));
      let asked = -1; // a state may be told twice
      const look = (table) => {
        if (table.phase === "over" || table.phase === "final") end(done, false);
        else if (mine(table) && until(table)) end(done, true);
        else if (mine(table) && table.step !== asked) {
          asked = table.step;
          say({ op: "hint" });
        }
      };
      listener = (message) => {
        if (message.op === "error" && ["hint", "act"].includes(message.re)) {
          asked = -1; // others have acted meanwhile
          setTimeout(() => look(window.told), 50);
        }
        else if (message.op === "table" && message === window.told) look(message);
        else if (message.op === "hinted" && message.step === window.told.step)
          say({ op: "act", action: message.action.name });
      };
      document.body.style.contentVisibility = "hidden"; // nobody looks: nothing is painted meanwhile
      look(window.told);
    });
}
// Until what was changed is laid out: observers of sizes have been told, and what they changed is laid out too.
window.settled = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))));
// Show the page in a language.
window.speak = (language) => {
  const kept = JSON.parse(localStorage.getItem("dealt.settings") ?? "{}");
  localStorage.setItem("dealt.settings", JSON.stringify({ ...kept, language }));
  dispatchEvent(new StorageEvent("storage", { key: "dealt.settings" }));
};
