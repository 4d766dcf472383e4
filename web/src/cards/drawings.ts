/**
 * The drawings of the cards as SVG markup, made when a card first shows them. They stand in the card itself: a drawing
 * that is shared costs the browser as many elements again for each use, and all 54 cards a second at every first load.
 */
import type { Back } from "../lib/settings.svelte";
import { figure } from "./courts";
import { GLYPHS, HEIGHT, layout, pip, WIDTH, type Suit } from "./faces";

const HALF_TURN = `rotate(180 ${WIDTH / 2} ${HEIGHT / 2})`;
const turned = (markup: string) => `${markup}<g transform="${HALF_TURN}">${markup}</g>`;
const suit = (outline: string, transform = "") =>
  `<path class="p-suit" d="${outline}"${transform && ` transform="${transform}"`}/>`;

/** A joker's word down both edges, about the line `x` from `y` to `end`. */
function word(x: number, y: number, end: number): string {
  let length = -14;
  const letters = [..."JOKER"].map((letter) => {
    const [advance, outline] = GLYPHS[letter]!;
    const at = length + 14;
    length = at + advance;
    return suit(outline, at ? `translate(${at})` : "");
  });
  const scale = (end - y) / length;
  return `<g transform="translate(${x + 50 * scale} ${y}) rotate(90) scale(${scale})">${letters.join("")}</g>`;
}

interface Corner {
  /** The rank, or a joker's word. */
  index: string;
  /** The outline of the suit under it, or in the other corner of the suit over it. */
  pip: (turned?: boolean) => string;
}

/** The corner: rank over suit about the line `x`, down to `end`; a joker's word runs down instead. */
function corner(card: string, x: number, y: number, tall: number, end: number): Corner {
  if (card.endsWith("J")) return { index: word(x, y, end), pip: () => "" };
  const [width, outline] = GLYPHS[card[0]!]!;
  const scale = tall / 100;
  const size = end - y - tall * 1.14;
  const at = end - size / 2;
  return {
    index: suit(outline, `translate(${x - (width * scale) / 2} ${y}) scale(${scale})`),
    pip: (turned = false) =>
      turned ? pip(card[1] as Suit, WIDTH - x, HEIGHT - at, size, true) : pip(card[1] as Suit, x, at, size),
  };
}

const PIP = 48;
const ACE = 124;

function aceOfSpades(): string {
  const inner = pip("s", 126, 174, 140);
  return (
    `<path class="p-suit" d="${pip("s", 126, 176, 172)}"/>` +
    `<path class="l-paper" stroke-width="2.5" d="${inner}"/>` +
    `<path class="p-paper" d="${pip("h", 126, 152, 27)}${pip("d", 108, 185, 29)}${pip("c", 144, 185, 27)}"/>`
  );
}

/** The outlines of the pips in the middle; nothing where there is a figure. */
function pips(card: string): string {
  const size = card[0] === "A" ? ACE : PIP;
  return layout(card[0]!)
    .map(({ x, y, turned }) => pip(card[1] as Suit, x, y, size, turned))
    .join("");
}

/** Only the corner counts: a very large index, and one pip or the figure's head cut by the edge. */
function compact(card: string): string {
  const joker = card.endsWith("J");
  const { index, pip: small } = corner(card, card[0] === "T" ? 53 : 48, 20, 104, joker ? 190 : 214);
  const half = figure(card);
  if (half === undefined) return suit(pip(card[1] as Suit, 200, 296, 88) + small()) + index;
  return (
    `<svg x="158" y="208" width="94" height="144" viewBox="68 4 116 177.7">${half}</svg>` +
    (joker ? index : suit(small()) + index)
  );
}

/** Index and suit in both corners; `more` outlines are drawn with the suits. */
function indexed({ index, pip: small }: Corner, more: string): string {
  const outline = more + small() + small(true);
  return (outline && suit(outline)) + turned(index);
}

function plain(card: string): string {
  const joker = card.endsWith("J");
  const found = corner(card, card[0] === "T" ? 33 : 30, 18, 58, joker ? 130 : 122);
  const half = figure(card);
  if (half !== undefined) return turned(half) + indexed(found, "");
  return card === "As" ? aceOfSpades() + indexed(found, "") : indexed(found, pips(card));
}

function large(card: string): string {
  const half = figure(card);
  const face = half !== undefined ? turned(half) : card === "As" ? aceOfSpades() : suit(pips(card));
  const found = corner(card, card[0] === "T" ? 42 : 37, 16, 76, 146);
  return `<g transform="translate(22.68 31.68) scale(0.82)">${face}</g>` + indexed(found, "");
}

const KINDS = { plain, large, compact };
/** With an index as on any card, with a large one, or for hands that overlap so much that only the corner shows. */
export type Kind = keyof typeof KINDS;

const drawn = new Map<string, string>();

/** What stands on the face of one of the 54 cards, in a box of `WIDTH` times `HEIGHT`. */
export function drawing(card: string, kind: Kind): string {
  const key = kind + card;
  const known = drawn.get(key);
  if (known !== undefined) return known;
  const made = KINDS[kind](card);
  drawn.set(key, made);
  return made;
}

const FRAME = "M0 0H252V352H0ZM22 13A9 9 0 0 0 13 22V330A9 9 0 0 0 22 339H230A9 9 0 0 0 239 330V22A9 9 0 0 0 230 13Z";

/** Strands over and under each other at every crossing. */
function weave(): string {
  const step = 16;
  const reach = 9.6;
  let strands = "";
  for (let row = 1; row <= 21; row++) {
    for (let column = 1 + (row % 2); column <= 15; column += 2) {
      const [x, y] = [column * step - 2, row * step];
      strands +=
        row % 2
          ? `M${x - reach} ${y + reach}l${2 * reach} ${-2 * reach}`
          : `M${x - reach} ${y - reach}l${2 * reach} ${2 * reach}`;
    }
  }
  return `<path class="l-weave" stroke-width="12" d="${strands}"/>`;
}

/** Circles that meet in petals, with a dot where four of them cross. */
function rosette(): string {
  const step = 28;
  let rings = "";
  let dots = "";
  for (let x = 14; x < 252; x += step) {
    for (let y = 8; y < 352; y += step) {
      rings += `M${x - 20} ${y}a20 20 0 1 0 40 0a20 20 0 1 0-40 0`;
      dots += `M${x} ${y}h0`;
    }
  }
  return (
    `<path class="l-weave" stroke-width="3.5" d="${rings}"/>` +
    `<path class="l-weave dot" stroke-width="8" d="${dots}"/>`
  );
}

/** Waves one behind the other, three lines each. */
function waves(): string {
  let lines = "";
  for (let row = 0; row < 20; row++) {
    for (let column = -1; column < 7; column++) {
      const [x, y] = [column * 42 + (row % 2) * 21, row * 19 + 8];
      for (const size of [21, 14, 7]) lines += `M${x + 21 - size} ${y}a${size} ${size} 0 0 1 ${2 * size} 0`;
    }
  }
  return `<path class="l-weave" stroke-width="3.5" d="${lines}"/>`;
}

const PATTERNS: Record<Back, () => string> = { weave, rosette, waves };

/** The back of all cards: a pattern, cut by a frame of paper. */
export function back(pattern: Back): string {
  return (
    `<symbol id="dealt-back" viewBox="0 0 ${WIDTH} ${HEIGHT}">` +
    `<rect class="p-back" x="10" y="10" width="232" height="332"/>${PATTERNS[pattern]()}` +
    `<path class="p-paper" d="${FRAME}"/></symbol>`
  );
}
