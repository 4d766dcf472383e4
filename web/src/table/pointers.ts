// What the pointers of somebody's first deal of a game say, where they point, and where their words lie.

/** A pointer: what it points at, and the key of its words. */
export interface Pointer {
  at: readonly string[];
  key: "aim" | "status" | "cards" | "calls" | "button" | "hint";
}

export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** What is at hand at a first turn: cards to choose, calls to choose from, a large button, hints. */
export interface Given {
  cards: boolean;
  calls: boolean;
  button: boolean;
  hint: boolean;
}

/** The pointers of a first turn, in order. */
export function pointers(given: Given): Pointer[] {
  const found: Pointer[] = [
    { key: "aim", at: [] },
    { key: "status", at: ["[data-testid=status]"] },
  ];
  if (given.cards) found.push({ key: "cards", at: [".hand [data-hand]", "[data-slot] button", "[data-spot] button"] });
  if (given.calls) found.push({ key: "calls", at: [".boxes", ".instead", ".choices"] });
  if (given.button) found.push({ key: "button", at: ["[data-testid=primary]"] });
  if (given.hint) found.push({ key: "hint", at: ["[data-tool=hint]"] });
  return found;
}

const GAP = 10;

const meet = (a: Box, b: Box) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

/**
 * Where words of this size lie beside what they speak of: nearest to it, over nothing of `never`. Null where there is
 * no such place.
 */
export function beside(
  size: { width: number; height: number },
  target: Box | null,
  room: Box,
  never: readonly Box[],
): { left: number; top: number } | null {
  const goal = target ?? room;
  const [x, y] = [(goal.left + goal.right) / 2, (goal.top + goal.bottom) / 2];
  const found: { left: number; top: number; away: number }[] = [];
  const [most, low] = [room.right - size.width, room.bottom - size.height];
  for (let top = room.top; top <= low; top += GAP) {
    for (let left = room.left; left <= most; left += GAP) {
      const box = { left, top, right: left + size.width, bottom: top + size.height };
      if ((target && meet(box, target)) || never.some((each) => meet(box, each))) continue;
      const [dx, dy] = [left + size.width / 2 - x, top + size.height / 2 - y];
      found.push({ left, top, away: dx * dx + dy * dy });
    }
  }
  found.sort((a, b) => a.away - b.away);
  return found[0] ?? null;
}
