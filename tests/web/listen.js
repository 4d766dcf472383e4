// What the page hears, and a person who does at once what is hinted. It runs in every page before its own script.
window.heard = []; // the hints: a test can tell a hint to pass from one that is on its way
window.told = null; // the newest state of the table
window.computers = undefined; // those of a tournament that is opened
window.thorough = false; // a hint tells what the best actions are worth: who plays on does not wait for that
{
  const Plain = window.WebSocket;
  let socket = null;
  let listener = () => {};
  let wished = null;
  let stopping = null;
  let kept = null;
  let rushing = false;
  let held = null; // while rushing: the newest state with the lines of those before it; the page draws only the last

  /** Let the page hear what was held back. */
  const tell = (data) => socket.dispatchEvent(Object.assign(new MessageEvent("message", { data }), { late: true }));

  /** Once others are to play and `when(table)` is true, nothing more is heard until `window.release()`. */
  window.hold = (when) => (stopping = when);
  window.holds = () => kept !== null;
  window.release = () => {
    const late = kept ?? [];
    kept = null;
    for (const data of late) tell(data);
  };

  /** The room tells the same position once more, as it does when somebody comes. */
  window.again = () => tell(JSON.stringify(window.told));

  /** What would be hinted here, without the page's knowledge; null where the position has passed. */
  window.wish = () =>
    new Promise((done) => {
      wished = done;
      socket.send(JSON.stringify({ op: "hint", step: window.told.step }));
    });
  window.acted = []; // the actions that the page has sent
  window.WebSocket = class extends Plain {
    send(text) {
      const message = JSON.parse(text);
      if (message.op === "act") window.acted.push(message.action);
      if (message.op === "open_tournament") message.computers = window.computers;
      if (message.op === "hint") message.worths = window.thorough;
      super.send(JSON.stringify(message));
    }

    constructor(...all) {
      super(...all);
      socket = this;
      this.addEventListener("message", (event) => {
        if (kept !== null && !event.late) {
          kept.push(event.data);
          event.stopImmediatePropagation();
          return;
        }
        const message = JSON.parse(event.data);
        if (message.op === "table") window.told = message;
        if (message.op === "table" && message.phase === "playing" && !mine(message) && stopping?.(message))
          [kept, stopping] = [[], null];
        if (wished && (message.op === "hinted" || (message.op === "error" && message.re === "hint"))) {
          event.stopImmediatePropagation(); // the page asked for nothing
          wished(message.op === "hinted" ? message.action : null);
          wished = null;
          return;
        }
        if (rushing && !event.late && ["table", "hinted"].includes(message.op)) {
          event.stopImmediatePropagation();
          if (message.op === "table") held = joined(held, message);
        }
        setTimeout(() => {
          if (message.op === "hinted") window.heard.push(message);
          listener(message);
        });
      });
    }
  };
  /** The later of two states, with the lines of both. */
  const joined = (before, now) =>
    before === null || now.log_from === 0
      ? now
      : { ...now, log: [...before.log.slice(0, now.log_from - before.log_from), ...now.log], log_from: before.log_from };
  const mine = (table) => table.seat !== null && table.phase === "playing" && table.view.turn.includes(table.seat);

  /** What goes without a hint: a game that says all its plays of cards; null elsewhere. */
  const simple = ({ view }) => {
    const plays = view.legal.filter((each) => each.role === "play" && !each.pick && !each.upto);
    if (!plays.length && view.legal.length > 1) return null;
    if (plays.length + view.legal.filter((each) => each.role === "pass").length < view.legal.length) return null;
    if (!plays.length) return view.legal[0].name;
    return plays.reduce((best, each) => (each.cards.length > best.cards.length ? each : best)).name;
  };

  /**
   * Play on until the deal is over (false), or it is one's turn and `until(table)` is true (true): the first of the
   * largest plays where all are said, what is hinted elsewhere, the first choice where there are no hints. The page
   * draws the last state, or all if `drawn`.
   */
  window.rush = (until, patience, drawn) =>
    new Promise((done, wrong) => {
      const end = (how, what) => {
        clearTimeout(late);
        listener = () => {};
        rushing = false;
        if (held) tell(JSON.stringify(held));
        held = null;
        document.body.style.contentVisibility = "";
        how(what);
      };
      const late = setTimeout(() => end(wrong, new Error("the deal does not go on")), patience);
      const say = (message) => socket.send(JSON.stringify({ ...message, step: window.told.step }));
      let asked = -1; // a state may be told twice
      const shown = (table) => Number(document.querySelector(".table")?.dataset.step) === table.step;
      const look = async (table) => {
        if (drawn && mine(table)) {
          await window.until(() => shown(table) || table !== window.told || undefined, 2_000);
          await window.settled();
        }
        if (table !== window.told) return; // a newer one is looked at by itself
        if (table.phase === "over" || table.phase === "final") end(done, false);
        else if (mine(table) && until(table)) end(done, true);
        else if (mine(table) && table.step !== asked) {
          asked = table.step;
          const action = simple(table);
          say(action ? { op: "act", action } : { op: "hint" });
        }
      };
      listener = (message) => {
        const refused = message.op === "error" ? message.re : "";
        const later = ["stale", "slow_down"].includes(message.code);
        if (refused === "hint" && !later && mine(window.told)) {
          say({ op: "act", action: window.told.view.legal[0].name }); // nobody gets hints here
        } else if (["hint", "act"].includes(refused)) {
          asked = -1; // others have acted meanwhile
          setTimeout(() => look(window.told), 50);
        } else if (message.op === "table" && message === window.told) look(message);
        else if (message.op === "hinted" && message.step === window.told.step)
          say({ op: "act", action: message.action.name });
      };
      if (!drawn) document.body.style.contentVisibility = "hidden"; // nobody looks: nothing is painted meanwhile
      rushing = !drawn;
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
/** What `found()` gives as soon as it gives anything; null if it has not after so many milliseconds. */
window.until = async (found, patience) => {
  for (const start = Date.now(); Date.now() - start < patience; await new Promise((done) => setTimeout(done, 10))) {
    const answer = found();
    if (answer !== undefined) return answer;
  }
  return null;
};
