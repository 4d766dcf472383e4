// Parts of the table that are fetched apart from it: what is not there when the first cards are dealt.
import { Later } from "../lib/later.svelte";

const parts = {
  chat: () => import("./Chat.svelte"),
  log: () => import("./Log.svelte"),
  score: () => import("./Score.svelte"),
  rules: () => import("./Rules.svelte"),
};

/** The four tabs of the panel. */
export const panels = new Later(async () => {
  const [chat, log, score, rules] = await Promise.all([parts.chat(), parts.log(), parts.score(), parts.rules()]);
  return { Chat: chat.default, Log: log.default, Score: score.default, Rules: rules.default };
});

/** What stands over the table when a deal is over. */
export const ends = new Later(async () => {
  const parts = [import("./Result.svelte"), import("./Outcome.svelte"), import("./Moment.svelte")] as const;
  const [result, outcome, moment] = await Promise.all(parts);
  return { Result: result.default, Outcome: outcome.default, Moment: moment.default };
});

/** What lets cards fly: a hand is seen before any does. */
export const flying = new Later(() => import("./flight.svelte"));

/** The list of keys. */
export const helps = new Later(() => import("./Keys.svelte"));

/** A figure of places, which few games have. */
export const figures = new Later(() => import("./Figure.svelte"));

/** Columns of overlapping cards. */
export const columns = new Later(() => import("./Cascades.svelte"));

/** The cards from which everybody takes one, and the list of chances: both are seen at few tables. */
export const spreads = new Later(() => import("./Spread.svelte"));
export const oddsLists = new Later(() => import("./OddsList.svelte"));

/** What was said in an auction. */
export const auctions = new Later(() => import("./Calls.svelte"));

/** The box of calls, which few games have. */
export const callBoxes = new Later(() => import("./CallBox.svelte"));
