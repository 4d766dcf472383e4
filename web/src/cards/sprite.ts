/** All drawings as symbols of one SVG, put into the document once and used by every card. */
import type { Back } from "../lib/settings.svelte";
import { figure } from "./courts";
import { CARDS, GLYPHS, HEIGHT, layout, pip, WIDTH, type Suit } from "./faces";

const turned = (markup: string) => `${markup}<g transform="rotate(180 ${WIDTH / 2} ${HEIGHT / 2})">${markup}</g>`;
const symbol = (id: string, markup: string) =>
  `<symbol id="dealt-${id}" viewBox="0 0 ${WIDTH} ${HEIGHT}">${markup}</symbol>`;
const use = (id: string, transform = "") => `<use href="#dealt-${id}"${transform && ` transform="${transform}"`}/>`;

/** A row of index glyphs, 100 high at scale 1. */
function letters(text: string, gap = 14): { width: number; markup: string } {
  let width = 0;
  let markup = "";
  for (const letter of text) {
    const [advance, outline] = GLYPHS[letter]!;
    markup += `<path class="p-suit" d="${outline}"${width ? ` transform="translate(${width})"` : ""}/>`;
    width += advance + gap;
  }
  return { width: width - gap, markup };
}

/** The corner: rank over suit about the line `x`, down to `end`; a joker's word runs down instead. */
function corner(card: string, x: number, y: number, tall: number, end: number): string {
  if (card.endsWith("J")) {
    const word = letters("JOKER");
    const scale = (end - y) / word.width;
    return `<g transform="translate(${x + 50 * scale} ${y}) rotate(90) scale(${scale})">${word.markup}</g>`;
  }
  const { width, markup } = letters(card[0]!);
  const scale = tall / 100;
  const size = end - y - tall * 1.14;
  const index = `<g transform="translate(${x - (width * scale) / 2} ${y}) scale(${scale})">${markup}</g>`;
  return `${index}<path class="p-suit" d="${pip(card[1] as Suit, x, end - size / 2, size)}"/>`;
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

function body(card: string): string {
  if (card === "As") return aceOfSpades();
  const [rank, suit] = [card[0]!, card[1] as Suit];
  const size = rank === "A" ? ACE : PIP;
  return `<path class="p-suit" d="${layout(rank)
    .map(({ x, y, turned }) => pip(suit, x, y, size, turned))
    .join("")}"/>`;
}

/** Only the corner counts: a very large index, and one pip or the figure's head cut by the edge. */
function compact(card: string, hasFigure: boolean): string {
  const picture = hasFigure
    ? `<svg x="158" y="208" width="94" height="144" viewBox="68 4 116 177.7">${use(`half-${card}`)}</svg>`
    : `<path class="p-suit" d="${pip(card[1] as Suit, 200, 296, 88)}"/>`;
  return picture + corner(card, card[0] === "T" ? 53 : 48, 20, 104, card.endsWith("J") ? 190 : 214);
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
  return symbol(
    "back",
    `<rect class="p-back" x="10" y="10" width="232" height="332"/>${PATTERNS[pattern]()}` +
      `<path class="p-paper" d="${FRAME}"/>`,
  );
}

export function sprite(): string {
  const parts = CARDS.flatMap((card) => {
    const half = figure(card);
    return [
      half === undefined ? "" : `<g id="dealt-half-${card}">${half}</g>`,
      symbol(`face-${card}`, half === undefined ? body(card) : turned(use(`half-${card}`))),
      symbol(`index-${card}`, turned(corner(card, card[0] === "T" ? 33 : 30, 18, 58, card.endsWith("J") ? 130 : 122))),
      symbol(`large-${card}`, turned(corner(card, card[0] === "T" ? 42 : 37, 16, 76, 146))),
      symbol(`compact-${card}`, compact(card, half !== undefined)),
    ];
  });
  return parts.join("");
}
