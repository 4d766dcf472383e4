/** What is printed on a card: suit shapes, index glyphs and where the pips stand; everything as path data. */

export const WIDTH = 252;
export const HEIGHT = 352;
export const SUITS = "cdhs";
export const RANKS = "23456789TJQKA";

export type Suit = "c" | "d" | "h" | "s";
export type Place = { x: number; y: number; turned: boolean };

/** All 54 cards in the notation of the wire: "3d", "Ts", then "BJ" (small, black) and "RJ" (big, red). */
export const CARDS: readonly string[] = [...RANKS]
  .flatMap((rank) => [...SUITS].map((suit) => rank + suit))
  .concat("BJ", "RJ");

/** Outlines in a box of 100 around the origin: relative curves only, so that they can be scaled and turned as text. */
type Segment = readonly ["m" | "l" | "c" | "z", ...number[]];

function circle(x: number, y: number, r: number): Segment[] {
  const k = r * 0.5523;
  return [
    ["m", x, y - r],
    ["c", k, 0, r, r - k, r, r],
    ["c", 0, k, k - r, r, -r, r],
    ["c", -k, 0, -r, k - r, -r, -r],
    ["c", 0, -k, r - k, -r, r, -r],
    ["z"],
  ];
}

const SHAPES: Record<Suit, readonly (readonly Segment[])[]> = {
  h: [
    [
      ["m", 0, 48],
      ["c", -9, -18, -47, -37, -47, -66],
      ["c", 0, -18, 12, -29, 25, -29],
      ["c", 11, 0, 19, 7, 22, 18],
      ["c", 3, -11, 11, -18, 22, -18],
      ["c", 13, 0, 25, 11, 25, 29],
      ["c", 0, 29, -38, 48, -47, 66],
      ["z"],
    ],
  ],
  d: [
    [
      ["m", 0, -52],
      ["c", 9, 18, 23, 38, 40, 52],
      ["c", -17, 14, -31, 34, -40, 52],
      ["c", -9, -18, -23, -38, -40, -52],
      ["c", 17, -14, 31, -34, 40, -52],
      ["z"],
    ],
  ],
  s: [
    [
      ["m", 0, -51],
      ["c", 9, 19, 46, 36, 46, 64],
      ["c", 0, 16, -11, 25, -23, 25],
      ["c", -9, 0, -16, -4, -20, -11],
      ["c", 1, 11, 6, 19, 15, 23],
      ["l", -36, 0],
      ["c", 9, -4, 14, -12, 15, -23],
      ["c", -4, 7, -11, 11, -20, 11],
      ["c", -12, 0, -23, -9, -23, -25],
      ["c", 0, -28, 37, -45, 46, -64],
      ["z"],
    ],
  ],
  c: [
    circle(0, -26, 23),
    circle(-25, 11, 23),
    circle(25, 11, 23),
    [
      ["m", 0, -20],
      ["l", 12, 30],
      ["l", -9, 5],
      ["c", 1, 16, 6, 29, 15, 35],
      ["l", -36, 0],
      ["c", 9, -6, 14, -19, 15, -35],
      ["l", -9, -5],
      ["z"],
    ],
  ],
};

const short = (value: number) => String(Math.round(value * 10) / 10);

/** One suit shape as path data, centred on (x, y), `size` high; turned stands on its head. */
export function pip(suit: Suit, x: number, y: number, size: number, turned = false): string {
  const scale = ((turned ? -1 : 1) * size) / 100;
  return SHAPES[suit]
    .map((outline) =>
      outline
        .map(([command, ...numbers], at) => {
          const scaled = numbers.map((value) => value * scale);
          if (at === 0) return `M${short(x + scaled[0]!)} ${short(y + scaled[1]!)}`;
          return command + scaled.map(short).join(" ");
        })
        .join(""),
    )
    .join("");
}

const LEFT = 88;
const MIDDLE = 126;
const RIGHT = 164;
const TOP = 60;
const CENTRE = 176;
const THIRD = TOP + (HEIGHT - 2 * TOP) / 3;
const HIGH = (TOP + CENTRE) / 2;
const UPPER = (TOP + THIRD) / 2;

const pair = (y: number): [number, number][] => [
  [LEFT, y],
  [RIGHT, y],
];
const one = (y: number): [number, number][] => [[MIDDLE, y]];

/** The upper half (centre line included) of each layout; the lower half is the upper one turned about the centre. */
const UPPER_HALF: Record<string, [number, number][]> = {
  A: one(CENTRE),
  2: one(TOP),
  3: [...one(TOP), ...one(CENTRE)],
  4: pair(TOP),
  5: [...pair(TOP), ...one(CENTRE)],
  6: [...pair(TOP), ...pair(CENTRE)],
  7: [...pair(TOP), ...pair(CENTRE), ...one(HIGH)],
  8: [...pair(TOP), ...pair(CENTRE), ...one(HIGH)],
  9: [...pair(TOP), ...pair(THIRD), ...one(CENTRE)],
  T: [...pair(TOP), ...pair(THIRD), ...one(UPPER)],
};

/** Where the pips of a rank stand; none for court cards. Seven has its single pip above only. */
export function layout(rank: string): Place[] {
  const upper = UPPER_HALF[rank] ?? [];
  const places = upper.map(([x, y]) => ({ x, y, turned: false }));
  const lower = upper.filter(([, y]) => y !== CENTRE && !(rank === "7" && y === HIGH));
  return [...places, ...lower.map(([x, y]) => ({ x: WIDTH - x, y: HEIGHT - y, turned: true }))];
}

/** Index glyphs: own outlines, 100 high, a stroke of 17; [width, outline]. */
export const GLYPHS: Record<string, readonly [number, string]> = {
  2: [
    54,
    "M0 33V28C0 10 10 0 27 0S54 10 54 27C54 40 48 49 39 60L20 85H54V100H0V86L26 54C34 44 37 38 37 28.500C37 19.5 33.5 15 27 15S17 19.5 17 28V33Z",
  ],
  3: [
    55,
    "M0 30V27C0 9 10 0 27 0S54 9 54 26C54 37 50 44 42 48C51 52 55 60 55 71C55 90 44 100 27.5 100S0 90 0 72V69H17V72C17 81 20.5 85 27.5 85S38 81 38 71S34 56.5 26 56.500H19V42H26C33.5 42 37 37.5 37 28C37 19.5 33.5 15 27 15S17 19.5 17 27V30Z",
  ],
  4: [58, "M31 0H50V64H58V79H50V100H34V79H0V66ZM34 26L16 64H34Z"],
  5: [
    55,
    "M4 0H50V15H19L18 38C21.5 35 26 33.5 31 33.500C46 33.5 55 44 55 64V67C55 89 45 100 27.5 100S0 90 0 73V70H17V73C17 81 20.5 85 27.5 85S38 80 38 68V64C38 53 34.5 48 28 48C22 48 19 51 18 55H2Z",
  ],
  6: [
    56,
    "M28 0C45 0 55 9 55 26V29H38V26.500C38 18.5 35 15 28.5 15C21 15 17 20 17 31V43C20.5 39.5 25.5 37.5 31 37.500C47 37.5 56 48 56 66V69C56 89 46 100 28 100S0 89 0 69V31C0 11 10 0 28 0ZM28 51.500C21 51.5 17 56 17 66V69C17 80 20.5 85 28 85S39 80 39 69V67C39 56.5 35.5 51.5 28 51.500Z",
  ],
  7: [54, "M0 0H54V14L29 100H11L36 15H0Z"],
  8: [
    56,
    "M28 0C45 0 54 9 54 26C54 37 50 44 43 48C51.5 52.5 56 60 56 71.500C56 90 46 100 28 100S0 90 0 71.500C0 60 4.5 52.5 13 48C6 44 2 37 2 26C2 9 11 0 28 0ZM28 15C22 15 19 19 19 28S22 41.5 28 41.500S37 37 37 28S34 15 28 15ZM28 56C21 56 17 61 17 70.500C17 80.5 20.5 85 28 85S39 80.5 39 70.500C39 61 35 56 28 56Z",
  ],
  9: [
    56,
    "M28 100C11 100 1 91 1 74V71H18V73.500C18 81.5 21 85 27.5 85C35 85 39 80 39 69V57C35.5 60.5 30.5 62.5 25 62.500C9 62.5 0 52 0 34V31C0 11 10 0 28 0S56 11 56 31V69C56 89 46 100 28 100ZM28 48.500C35 48.5 39 44 39 34V31C39 20 35.5 15 28 15S17 20 17 31V33C17 43.5 20.5 48.5 28 48.500Z",
  ],
  1: [30, "M14 0H29V100H13V20L2 24V10Z"],
  T: [
    80,
    "M10 0H25V100H9V20L-2 24V10ZM55 0C71 0 80 10 80 28V72C80 90 71 100 55 100S31 90 31 72V28C31 10 39 0 55 0ZM55.5 15C49 15 47 20 47 29V71C47 80 49 85 55.5 85S64 80 64 71V29C64 20 62 15 55.5 15Z",
  ],
  J: [50, "M14 0H50V71C50 90 41 100 25 100C9 100 0 91 0 74V65H17V74C17 81.5 19.5 85 25 85S33 81.5 33 72V15H14Z"],
  Q: [
    60,
    "M29 0C47 0 58 10 58 28V72C58 90 47 100 29 100S0 90 0 72V28C0 10 11 0 29 0ZM29 15C21 15 17 20 17 29V71C17 80 21 85 29 85S41 80 41 71V29C41 20 37 15 29 15ZM27 66H43L62 106H44Z",
  ],
  K: [60, "M0 0H17V42L41 0H60L36 42L62 100H43L25 59L17 72V100H0Z"],
  A: [64, "M22 0H42L64 100H46L42 79H22L18 100H0ZM32 20L25 64H39Z"],
  O: [
    58,
    "M29 0C47 0 58 10 58 28V72C58 90 47 100 29 100S0 90 0 72V28C0 10 11 0 29 0ZM29 15C21 15 17 20 17 29V71C17 80 21 85 29 85S41 80 41 71V29C41 20 37 15 29 15Z",
  ],
  E: [46, "M0 0H46V15H17V42H42V57H17V85H46V100H0Z"],
  R: [
    57,
    "M0 0H30C46 0 55 10 55 29C55 42 51 50 43 54L58 100H40L27 58H17V100H0ZM17 15V43H28C35 43 38 39 38 29S35 15 28 15Z",
  ],
};

const SUIT_NAMES: Record<Suit, string> = { c: "clubs", d: "diamonds", h: "hearts", s: "spades" };
const RANK_NAMES: Record<string, string> = { T: "10", J: "jack", Q: "queen", K: "king", A: "ace" };

/** The number on a numbered card, "#7"; null for any other. */
export function numberOf(card: string): number | null {
  return /^#(?:0|[1-9]\d{0,2})$/.test(card) ? Number(card.slice(1)) : null;
}

/** A number as index glyphs 100 high: each outline with its distance from the left, and the width of all. */
export function numeral(number: number, gap = 14): { width: number; digits: { at: number; outline: string }[] } {
  let width = 0;
  const digits = [...String(number)].map((digit) => {
    const [advance, outline] = GLYPHS[digit === "0" ? "O" : digit]!;
    const at = width;
    width += advance + gap;
    return { at, outline };
  });
  return { width: width - gap, digits };
}

/** The drawing for a card's text; a shoe may number its copies behind it. Unknown text has none. */
export function faceOf(card: string): string | null {
  if (numberOf(card) !== null) return card;
  const face = card.slice(0, 2);
  return CARDS.includes(face) ? face : null;
}

/** The family whose colours a face wears: its suit, B and R for the jokers, n for a number. */
export function familyOf(face: string): string {
  if (face.startsWith("#")) return "n";
  return face.endsWith("J") ? face[0]! : face[1]!;
}

/** "3 of diamonds", "red joker", "face-down card". */
export function cardName(card: string | null): string {
  if (card === null) return "face-down card";
  const face = faceOf(card);
  if (face === null) return card;
  if (face.startsWith("#")) return face.slice(1);
  if (face === "BJ") return "black joker";
  if (face === "RJ") return "red joker";
  return `${RANK_NAMES[face[0]!] ?? face[0]} of ${SUIT_NAMES[face[1] as Suit]}`;
}
