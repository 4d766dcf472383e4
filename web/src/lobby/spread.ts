// How the cards of a game's picture lie. Lengths are parts of the picture's height, from its middle.

export interface Spread {
  /** The width of a card, in percent of the picture's height. */
  width: number;
  cards: { x: number; y: number; turn: number }[];
}

const TALL = 88 / 63;

/** A hand: the cards stand on an arc, from the left. */
function fan(many: number): Spread {
  const step = many < 2 ? 0 : Math.min(15, 42 / (many - 1));
  const width = many > 8 ? 42 : 46;
  const reach = 140;
  const cards = Array.from({ length: many }, (_, n) => {
    const turn = (n - (many - 1) / 2) * step;
    const angle = (turn * Math.PI) / 180;
    return { x: reach * Math.sin(angle), y: 4 + reach * (1 - Math.cos(angle)), turn };
  });
  return { width, cards };
}

/** A trick: each card before its seat, from the top clockwise. */
function trick(many: number): Spread {
  const cards = Array.from({ length: many }, (_, n) => {
    const angle = (2 * Math.PI * n) / many;
    return { x: 27 * Math.sin(angle), y: -17 * Math.cos(angle), turn: [-4, 5, 2, -6][n % 4] ?? 0 };
  });
  return { width: 36, cards };
}

/** A board: equal rows, as near to a square as the number lets them. */
function board(many: number): Spread {
  let columns = Math.ceil(Math.sqrt(many));
  while (columns < many && many % columns !== 0) columns += 1;
  const rows = Math.ceil(many / columns);
  const pace = Math.min(92 / rows, (142 * TALL) / columns);
  const tall = pace * 0.92;
  const cards = Array.from({ length: many }, (_, n) => ({
    x: ((n % columns) - (columns - 1) / 2) * (tall / TALL + pace - tall),
    y: (Math.floor(n / columns) - (rows - 1) / 2) * pace,
    turn: 0,
  }));
  return { width: tall / TALL, cards };
}

/** Where so many cards lie; an arrangement that the page does not know is a fan. */
export function spread(how: string, many: number): Spread {
  if (how === "trick") return trick(many);
  return how === "board" ? board(many) : fan(many);
}
