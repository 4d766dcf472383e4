// Amounts: what may be chosen, the presses that lead there, and the chips in which they lie on the table. Knows no
// rules.

import type { WireAction, WireFact, WireView } from "../wire";

/** All amounts of an action: from the least to the most, in steps. */
export interface Ends {
  least: number;
  most: number;
  step: number;
}

/** A button for an amount; with `add` it is added to the amount that is chosen. */
export interface Press {
  kind: "least" | "half" | "half_pot" | "pot" | "most" | "add";
  amount: number;
}

export function ends(action: WireAction): Ends {
  const least = action.amount ?? 0;
  const step = Math.max(1, action.step ?? 1);
  const most = Math.max(least, action.upto ?? least);
  return { least, most: least + Math.floor((most - least) / step) * step, step };
}

/** The amount that can be chosen next to the one that is wanted. */
export function nearest({ least, most, step }: Ends, wanted: number): number {
  if (!Number.isFinite(wanted)) return least;
  return Math.max(least, Math.min(most, least + Math.round((wanted - least) / step) * step));
}

const UNITS: readonly number[] = [1, 5, 25, 100, 500, 1000, 5000, 25000, 100000];

/**
 * The values of chips that are offered, from small to large, at most as many as there is room for.
 */
export function denominations({ least, most, step }: Ends, few = 3): number[] {
  const room = most - least;
  const found: number[] = [];
  for (let base = 1; base <= room; base *= 10) {
    for (const unit of [base, 2.5 * base, 5 * base]) {
      const last = found.at(-1) ?? 0;
      if (Number.isInteger(unit) && unit % step === 0 && unit >= step && unit < room && unit >= last * 4)
        found.push(unit);
    }
  }
  return found.slice(0, few);
}

/** Amounts that lie on the table. */
export function laid(view: WireView | null, owner: number | null): WireFact[] {
  return (view?.facts ?? []).filter(
    (each) => each.lay === "chips" && each.owner === owner && each.value !== 0 && each.value !== "",
  );
}

/** Of these, those that belong to the hand with this number among its owner's, or to none: "bet 2" to the second. */
export function numbered(facts: readonly WireFact[], number: number | null): WireFact[] {
  return facts.filter((each) => (/ (\d+)$/.exec(each.name)?.[1] ?? null) === (number === null ? null : String(number)));
}

/** What it takes to bet or raise by a share of all that will lie on the table; null where nothing lies there. */
export function ofPot(view: WireView, me: number | null, share: number): number | null {
  const chips = view.facts.filter((each) => each.lay === "chips" && typeof each.value === "number");
  if (chips.length === 0) return null;
  const sum = (some: readonly WireFact[]) => some.reduce((total, each) => total + Number(each.value), 0);
  const owners = [...new Set(chips.map((each) => each.owner))].filter((each) => each !== null);
  const highest = Math.max(0, ...owners.map((owner) => sum(chips.filter((each) => each.owner === owner))));
  const due = highest - sum(chips.filter((each) => each.owner === me));
  return highest + (sum(chips) + due) * share;
}

/** The presses beside an amount, each different from the others. */
export function presses(action: WireAction, view: WireView, me: number | null): Press[] {
  const all = ends(action);
  const { least, most, step } = all;
  // bets in fixed steps don't depend on the bets of others
  const pot = step === 1 ? ofPot(view, me, 1) : null;
  const found: Press[] = [{ kind: "least", amount: least }];
  if (pot !== null) {
    const half = ofPot(view, me, 0.5) ?? 0;
    if (half > least && half < most) found.push({ kind: "half_pot", amount: nearest(all, half) });
    if (pot > least && pot < most) found.push({ kind: "pot", amount: nearest(all, pot) });
  } else if ((most - least) / step > 8) {
    for (const unit of denominations(all)) found.push({ kind: "add", amount: unit });
  } else if (most - least > step) {
    found.push({ kind: "half", amount: nearest(all, Math.floor((least + most) / 2 / step) * step) });
  }
  if (most > least) found.push({ kind: "most", amount: most });
  return found;
}

/** The next amount from a key: a step up or down, ten steps with `far`; null for a key that changes nothing. */
export function stepped(all: Ends, now: number, key: string, far: boolean): number | null {
  const jump = all.step * (far ? 10 : 1);
  if (key === "ArrowUp" || key === "ArrowRight" || key === "+" || key === "=") return nearest(all, now + jump);
  if (key === "ArrowDown" || key === "ArrowLeft" || key === "-" || key === "−") return nearest(all, now - jump);
  if (key === "PageUp") return nearest(all, now + all.step * 10);
  if (key === "PageDown") return nearest(all, now - all.step * 10);
  if (key === "Home") return all.least;
  if (key === "End") return all.most;
  return null;
}

/** An amount as a stack: how many chips of each value, the largest first; of many, the small ones go unseen. */
export function stack(amount: number, tallest = 7): number[] {
  const found: number[] = [];
  let left = amount;
  for (const unit of [...UNITS].reverse()) {
    while (left >= unit && found.length < tallest) {
      found.push(unit);
      left -= unit;
    }
  }
  return found;
}

/** The number of a chip's colour, from the smallest value up. */
export function colour(unit: number): number {
  return Math.max(0, UNITS.indexOf(unit)) % 6;
}
