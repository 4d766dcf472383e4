import "./ui/theme.css";
import "./ui/elements.css";
import { mount } from "svelte";
import App from "./App.svelte";
import { beside } from "./lib/address";
import { device } from "./lib/device.svelte";
import { arrivingCode } from "./lib/devices";
import { arriveInvited } from "./lib/invite";
import { guest, invitedBy, near, nearby, stay } from "./lib/near";
import { link, person, room } from "./lib/room.svelte";
import { arrive } from "./lib/servers";
import { shell } from "./lib/shell.svelte";
import { prepare } from "./lib/sound";
import { isObject, recall } from "./lib/storage";
import { language } from "./lib/text.svelte";

const target = document.getElementById("app");
if (!target) throw new Error("index.html has no #app");

/** Did the address bring an invite code? It is another address then, which its readers are told. */
function invited(): boolean {
  const came = arriveInvited();
  if (came) dispatchEvent(new PopStateEvent("popstate"));
  return came;
}

// an icon is where the page came from, whatever address a table gives it later
for (const each of document.querySelectorAll<HTMLLinkElement>("link[rel~=icon]")) {
  each.setAttribute("href", each.href);
}

/** Does the address bring the code of another device of somebody, or of a club? */
function coded(): void {
  if (near || guest) return;
  const code = arrivingCode("device");
  if (code !== null) person.signIn(code);
  const club = arrivingCode("club");
  if (club !== null) shell.club = { code: club };
}

arrive();
invited();
coded();
addEventListener("hashchange", () => {
  if (invited()) link.connect();
  if (!guest && invitedBy(location.hash) !== null) location.reload(); // it becomes a friend's page
  coded();
});

function begin(): void {
  prepare();
  device.begin();
  if (guest)
    void import("./near/guest.svelte").then(({ visit }) => {
      if (invitedBy(location.hash) !== null) stay("");
      nearby.room = visit;
      visit.begin();
      room.begin();
      room.lobby.begin();
    });
  else if (near)
    void import("./near/room").then(({ NearRoom }) => {
      nearby.room = new NearRoom((path) => beside(path).href);
      void import("./near/news.svelte").then(({ report }) => (nearby.report = report));
      room.begin();
    });
  else room.begin();
  if (recall("news", isObject)) void import("./news/news.svelte").then(({ news }) => news.begin());
  if (!guest) room.lobby.begin(); // meanwhile
}

// apart from reading the scripts, so that the browser may do something between
setTimeout(begin);
void language.learn().then(() => setTimeout(() => mount(App, { target })));
