// What the large button says, and whether it can be pressed.

import { person, sitting } from "../lib/room.svelte";
import { t, worded } from "../lib/text.svelte";
import { desk } from "./desk.svelte";
import { flow } from "./flow.svelte";
import { leader } from "./roles";
import { awaited, planned } from "./status";
import { list, spoken } from "./words";

export interface Large {
  label: string;
  on: boolean;
}

/** Is there nothing to press? Then the choices without cards stand in the place of the large button. */
export function instead(): boolean {
  return desk.primary?.idle === "choose" && flow.coming === null;
}

/** Is there a large button? */
export function shown(): boolean {
  const { table } = desk;
  if (instead() || table === null) return false;
  if (desk.me === null) return desk.offered || desk.takeable !== null;
  return table.phase !== "waiting" || table.dealer === person.you?.name;
}

export function large(): Large {
  const { label, on } = desk.me === null ? coming() : desk.playing ? playing() : between();
  return { label, on: on && sitting.heard };
}

/** Would it give the lead away? That is possible, but not what is expected, unless a hint says so. */
export function yielding(): boolean {
  const pass = desk.offers?.pass;
  const leads = desk.standing === null && leader(desk.view) === desk.me;
  return leads && pass != null && desk.primary?.choice?.name === pass.name && !sitting.hinted;
}

/** For who watches. */
function coming(): Large {
  if (desk.takeable) return { label: t("act.take", { name: desk.takeable.name }), on: true };
  return { label: t(desk.table?.phase === "waiting" ? "act.sit" : "act.sit.next"), on: desk.offered };
}

/** Before the first deal, and after each. */
function between(): Large {
  const { table } = desk;
  if (!table) return { label: "", on: false };
  if (table.phase === "waiting") {
    const free = table.seats.filter((each) => each.kind === "empty").length;
    const label = free > 0 ? t("act.start.computers", { n: free }) : t("act.start");
    return { label, on: table.dealer === person.you?.name && !table.due };
  }
  if (desk.free) return { label: t("act.deal"), on: true };
  if (table.daily) {
    const { board, last } = table.daily;
    return { label: board < last ? t("act.board", { n: board + 1 }) : t("act.boards"), on: true };
  }
  if (!desk.seatOf(desk.me ?? -1)?.ready)
    return { label: t(table.phase === "final" ? "act.ready.match" : "act.ready"), on: true };
  const others = awaited();
  return { label: others.length > 0 ? t("act.ready.waiting", { names: list(others) }) : t("act.ready"), on: false };
}

function playing(): Large {
  if (flow.coming) return { label: spoken(flow.coming.choice.say), on: true };
  if (flow.plan) return { label: t("flow.undo", { what: planned(flow.plan) }), on: true };
  if (flow.cards.length > 0) return { label: t("flow.choose", { what: worded(flow.cards.join(" ")) }), on: true };
  if (flow.pass) return { label: t("flow.choose", { what: spoken(flow.pass.say) }), on: true };
  if (!sitting.myTurn) return { label: t("act.wait"), on: false };
  const { choice = null, idle = "", missing = 0 } = desk.primary ?? {};
  if (choice) {
    const what = spoken(choice.say);
    return { label: desk.armed ? t("act.confirm", { what }) : what, on: true };
  }
  return { label: wanted(idle, missing), on: false };
}

/** What is to be chosen first. */
function wanted(idle: string, missing: number): string {
  if (desk.figure && idle === "place") return t("act.place");
  if (desk.figure && idle === "cards") return t("act.number");
  if (missing > 0) return t(idle === "more" ? "act.more.cards" : "act.count", { n: missing });
  if (idle === "wont") return t("act.wont");
  if (idle === "choose") return t("act.choose");
  return t(desk.single ? "act.card" : "act.select");
}
