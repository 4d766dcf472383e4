// The one line that says what is expected, or why the selection won't do.

import { link, person, sitting } from "../lib/room.svelte";
import { settings } from "../lib/settings.svelte";
import { language, number, pretty, share, t, worded } from "../lib/text.svelte";
import type { WireAction } from "../wire";
import { helping } from "./helping.svelte";
import { desk } from "./desk.svelte";
import { flow, type Coming } from "./flow.svelte";
import { forced, type Plan } from "./flow";
import { facts, leader } from "./roles";
import { picks, same } from "./selection";
import { caption, cardNames, either, factText, gameText, list, played, sentences, spoken } from "./words";

export interface Status {
  text: string;
  /** turn: it is up to you; why: what was selected won't do; calm: nothing to do; won: you have won alone. */
  tone: "turn" | "why" | "calm" | "won";
}

/** Refusals that are shown where they belong, or that nobody needs to read. */
const ELSEWHERE = new Set(
  ["chat", "ask", "ping", "name", "odds", "replay", "statistics", "analyse", "position", "try"],
);

/** Who is still awaited before the next deal. */
export function awaited(): string[] {
  return (desk.table?.seats ?? []).filter((each) => each.kind === "person" && !each.ready).map((each) => each.name);
}

/**
 * The newest play in words: "a pair of 9", or "pair 9♦ 9♥" where the game has none. `aloud`, every card, for those who
 * hear it.
 */
export function beaten(aloud = false): string | null {
  const line = desk.standing;
  const view = desk.view;
  if (!line || !view) return null;
  const pile = view.piles.find(
    (each) => each.owner === desk.newest && line.cards.every((card) => each.cards.includes(card)),
  );
  const told = aloud || line.cards.length < 2 ? null : played(line, "beat");
  if (told !== null) return told;
  const cards = aloud ? cardNames(line.cards) : worded(line.cards.join(""));
  if (line.cards.length === 1) return cards;
  const kind = pile ? caption(pile.note) : "";
  return kind && kind !== pile?.note ? `${kind} ${cards}` : cards;
}

export function status(): Status {
  const table = desk.table;
  if (!table) return { text: "", tone: "calm" };
  const names = (seats: readonly number[]) => seats.map((seat) => sitting.names[seat] ?? String(seat));
  if (desk.giving) return { text: t("status.giving"), tone: "why" };
  const error = link.lastError;
  if (error && !(helping.auto && error.code === "slow_down") && !ELSEWHERE.has(error.re ?? ""))
    return { text: spoken(error.say), tone: "why" };
  if (!sitting.heard && link.status === "lost") return { text: t("status.lost"), tone: "why" };
  if (table.phase === "waiting") {
    if (table.seat === null) return watching();
    if (table.dealer !== person.you?.name)
      return { text: t("status.wait.start", { name: table.dealer ?? "" }), tone: "calm" };
    const free = table.seats.some((each) => each.kind === "empty");
    return { text: t(free ? "status.start" : "status.start.full"), tone: "turn" };
  }
  if (table.phase !== "playing") {
    if (table.seat === null) return watching();
    if (desk.alone) return ended();
    const others = awaited().filter((name) => name !== person.you?.name);
    const mine = desk.seatOf(table.seat)?.ready ?? false;
    if (mine && others.length > 0) return { text: t("status.over.waiting", { names: list(others) }), tone: "calm" };
    return { text: t(table.phase === "final" ? "status.final" : "status.over"), tone: mine ? "calm" : "turn" };
  }
  if (table.seat === null) return watching();
  const turn = table.view?.turn ?? [];
  if (flow.plan && !sitting.myTurn) return { text: t("flow.plan", { what: planned(flow.plan) }), tone: "calm" };
  if (!turn.includes(table.seat)) {
    if (turn.length === 0) return { text: "", tone: "calm" };
    const passed = flow.passed ? t("flow.passed") : null;
    const [one = "", ...more] = names(turn);
    const others =
      more.length === 0 ? t("status.other", { name: one }) : t("status.others", { names: list([one, ...more]) });
    return { text: sentences([passed, others]), tone: "calm" };
  }
  return flow.coming ? coming(flow.coming) : mine();
}

/** What is about to happen by itself. */
function coming({ why, choice }: Coming): Status {
  const what = spoken(choice.say);
  const beat = beaten();
  const text =
    why === "ahead"
      ? t("flow.ahead", { what })
      : why === "tap"
      ? t("flow.tap", { what })
      : why !== "pass"
        ? t("flow.only", { what })
        : beat === null
          ? t("flow.pass")
          : t("flow.pass.beat", { what: beat });
  return { text: sentences([dropped(), text]), tone: why === "tap" ? "turn" : "calm" };
}

/** What was chosen ahead: its cards, or the call. */
export function planned(plan: Plan): string {
  return plan.call ? spoken(plan.call.say) : worded(plan.cards.join(" "));
}

/** That what was chosen ahead does not fit, and why if the room has said so; null where nothing was. */
function dropped(): string | null {
  const found = flow.dropped;
  if (!found) return null;
  const what = planned(found);
  if (found.late) return t("flow.dropped.led", { what });
  const why = found.cards.length > 0 && same(sitting.answer?.cards ?? [], found.cards) ? sitting.answer?.say : null;
  return why ? t("flow.dropped.why", { what, why: spoken(why) }) : t("flow.dropped", { what });
}

/** How a deal came out that one played alone; the game may have better words for it. */
export function ended(): Status {
  const table = desk.table;
  const key = desk.won ? "over.won" : "over.lost";
  const facts = desk.view?.facts.filter((each) => each.owner === null) ?? [];
  const args = Object.fromEntries(facts.map((each) => [each.name, each.value]));
  const own = gameText(key) === null ? null : spoken({ key, args });
  if (own === null && desk.stacked && table?.result?.scores[0] === 0) return { text: t("status.even"), tone: "why" };
  return { text: own ?? t(desk.won ? "status.won" : "status.notwon"), tone: desk.won ? "won" : "why" };
}

/** "Won 3 of 7", where one plays alone and each deal is won or not; else empty. */
export function tallied(): string {
  const total = desk.seatOf(desk.me ?? -1)?.total ?? 0;
  if (!desk.alone || desk.stacked || desk.done < 1 || !Number.isInteger(total) || total < 0 || total > desk.done)
    return "";
  return t("seat.won", { won: number(total), n: number(desk.done) });
}

function watching(): Status {
  const seat = desk.table?.seats.find((each) => each.next && each.next === person.you?.name);
  if (seat && desk.takeable) return { text: t("status.take", { name: desk.takeable.name }), tone: "turn" };
  const text = seat ? t("status.watching.next", { name: seat.name }) : t("status.watching");
  return { text, tone: "calm" };
}

function mine(): Status {
  const { chosen, fits, offers } = desk;
  const gone = dropped();
  if (gone !== null && chosen.length === 0 && !sitting.hinted) return { text: gone, tone: "why" };
  if (chosen.length > 0 && !fits && sitting.answer?.say && same(sitting.answer.cards, chosen)) {
    return { text: spoken(sitting.answer.say), tone: "why" };
  }
  const cards = sitting.hinted?.action.cards ?? [];
  if (sitting.hinted && same(cards, chosen) && (cards.length === 0 || reasons() !== "")) {
    const what = t("status.hint", { what: spoken(sitting.hinted.action.say) });
    return { text: sentences([what, reasons()]), tone: "turn" };
  }
  const aims = desk.figure || (desk.cascaded && fits);
  if (aims && !helping.auto) return { text: laid(), tone: "turn" };
  const can = offers;
  if (can && !can.plays && (can.chips.length > 0 || can.steppers.length > 0)) {
    const playing = facts(desk.view, "playing").find((each) => each.owner === desk.me);
    return { text: playing ? `${asked()} (${factText(playing)})` : asked(), tone: "turn" };
  }
  const view = desk.view;
  if (view?.legal.some((each) => picks(view, each))) {
    return { text: t("status.turn.take"), tone: "turn" };
  }
  if (desk.trick !== null) return { text: followed(), tone: "turn" };
  const what = beaten();
  if (what !== null) {
    const none = desk.view !== null && forced(desk.view)?.what === "pass";
    const key = none ? "status.turn.none" : can?.pass ? "status.turn.beat" : "status.turn.beat.only";
    return { text: t(key, { what }), tone: "turn" };
  }
  if (helping.auto) return { text: t("status.auto"), tone: "turn" };
  if (desk.alone) return { text: gameText("status.alone") ?? t("status.alone"), tone: "turn" };
  const leads = leader(desk.view) === desk.me;
  if (expected() !== "") return { text: expected(), tone: "turn" };
  const must = facts(desk.view, "must").map((each) => factText(each));
  const lead = t(leads ? (can?.pass ? "status.turn.lead.pass" : "status.turn.lead") : "status.turn");
  return { text: sentences([lead, ...must]), tone: "turn" };
}

/**
 * Why that was hinted: what the best actions lead to on average, on a small screen only what the hinted one does. Empty
 * where nobody could say so in time.
 */
function reasons(): string {
  const { action: hinted, options = [], unit = "" } = sitting.hinted ?? {};
  const told = settings.slim ? options.filter(({ action }) => action.name === hinted?.name) : options.slice(0, 3);
  const worths = told.map(({ action, known }) => {
    const worth = unit === "chance" ? share(known) : `${known > 0 ? "+" : ""}${number(known)}`;
    if (settings.slim) return worth;
    const cards = action.cards ?? [];
    const enough = action.role === "play" || cards.length > 1; // the same card may go to several places
    return `${enough ? worded(cards.join("")) : spoken(action.say)} ${worth}`;
  });
  const counted = gameText(`analysis.unit.${unit}`) ?? unit;
  return worths.length > 0 ? t("status.worth", { unit: counted, worths: worths.join(" · ") }) : "";
}

/** What to do where cards are laid on a figure: a hint, or what is missing of a card and its place. */
function laid(): string {
  const hint = sitting.hinted?.action;
  const [card] = desk.chosen;
  if (hint && card !== undefined && same(hint.cards ?? [], desk.chosen))
    return t("status.hint", { what: spoken(hint.say) });
  if (card !== undefined) return t("status.figure.place", { card: pretty(card) });
  return desk.target === null ? t("status.figure") : t("status.figure.number", { place: desk.target });
}

/** What there is to choose: an answer to what was just said or laid down in the middle of play, or a call. */
function asked(): string {
  const log = desk.table?.log ?? [];
  const can = new Set(desk.view?.legal.map((each) => each.name));
  const last = log.findLast((line) => !can.has(line.action)); // others answer the same question
  const played = log.some((line) => line.cards.length > 0 || (line.hidden ?? 0) > 0);
  if (!played || desk.betting || !last || last.cards.length > 0 || last.seat === desk.me) return named();
  return t("status.turn.answer", { name: sitting.names[last.seat] ?? "", what: spoken(last.say) });
}

/** What the game says that it expects. */
const expects = () => sentences(facts(desk.view, "asked").map((each) => factText(each)));

/** What the game expects, else the choices by their names where these are few, such as "bet or sit out". */
function named(): string {
  const { chips = [], steppers = [], pass = null } = desk.offers ?? {};
  const said = (desk.view?.legal.length ?? 0) > 1 ? expects() : "";
  if (said !== "") return said;
  const names = phrases([...steppers, ...chips.flatMap((each) => each.actions), ...(pass ? [pass] : [])]);
  return names.length === 0 ? t("status.turn.choose") : t("status.turn.of", { what: either(names) });
}

/** What is said of an action's cards or amount, in its text: " {amount}", " to {amount}", ", discarding {cards}". */
const BESIDE = /([,，][^,，{]*|\s+to|到)?\s*\{[^}]*\}/g;

/** What actions are called, without their cards and amounts; nothing where they are many, or have no text. */
function phrases(actions: readonly WireAction[]): string[] {
  const texts = actions.map((each) => (gameText(each.say.key) ?? "").replace(BESIDE, "").trim());
  const english = language.now === "en";
  const names = [...new Set(texts)].map((each) => (english ? each.toLowerCase() : each.replaceAll(" ", "")));
  return names.includes("") || names.length > 4 ? [] : names;
}

/** What is expected where no card is played: as the game says, else what one may do with cards, such as "discard". */
function expected(): string {
  const said = expects();
  const acts = desk.view?.legal.filter((each) => (each.cards ?? []).length > 0) ?? [];
  if (said !== "" || acts.length === 0 || acts.some((each) => each.role)) return said;
  const names = phrases(acts);
  return names.length === 0 ? "" : t("status.turn.of", { what: either(names) });
}

/** Your turn in a trick: whose hand plays, and what was led. */
function followed(): string {
  const lying = desk.trick ?? new Map<number, string | null>();
  const open = [...lying.values()].filter((card) => card !== null).length;
  const whose = desk.playedFor === null ? "" : (sitting.names[desk.playedFor] ?? "");
  const first = leader(desk.view);
  if (first === null) return expected() || t("status.turn");
  const leads = open === 0 || open === lying.size;
  if (leads) return whose === "" ? t("status.turn.lead") : t("status.turn.for.lead", { name: whose });
  if (whose !== "") return t("status.turn.for", { name: whose });
  const led = lying.get(first);
  if (led == null || first === desk.me) return t("status.turn");
  return t("status.turn.follow", { name: sitting.names[first] ?? "", card: worded(led) });
}

/** Warnings that the game gives: a hand of one card, and the like. */
export function warnings(): string[] {
  if (!desk.playing) return [];
  const found = desk.view?.facts.filter((each) => each.name.startsWith("!") && each.owner !== desk.me) ?? [];
  return found.map((each) => factText(each)).filter((each): each is string => each !== null && each !== "");
}
