/**
 * Flat shapes as SVG markup: paints are the classes of cards.css; a half outline runs down the right of the middle
 * line.
 */
import { WIDTH } from "./faces";

type Point = readonly [number, number];
type Step = { command: string; from: Point; points: Point[] };

const SIZES: Record<string, number> = { M: 2, L: 2, H: 1, V: 1, C: 6, Q: 4 };

/** The steps of absolute path data, level and upright lines told as any line. */
function steps(outline: string): Step[] {
  const found: Step[] = [];
  let from: Point = [0, 0];
  for (const [, command, text] of outline.matchAll(/([MLHVCQ])([^MLHVCQ]*)/g) as Iterable<[string, string, string]>) {
    const numbers = (text.match(/-?\d*\.?\d+/g) ?? []).map(Number);
    const size = SIZES[command]!;
    for (let at = 0; at < numbers.length; at += size) {
      const part = numbers.slice(at, at + size);
      if (command === "H") part.push(from[1]);
      if (command === "V") part.unshift(from[0]);
      const points: Point[] = [];
      for (let i = 0; i < part.length; i += 2) points.push([part[i]!, part[i + 1]!]);
      found.push({ command: size === 1 ? "L" : command, from, points });
      from = points.at(-1)!;
    }
  }
  return found;
}

/** The way back up a half outline, on the other side of the middle line. */
function wayBack(half: string): string {
  const across = ([x, y]: Point) => `${WIDTH - x} ${y}`;
  return steps(half)
    .filter(({ command }) => command !== "M")
    .reverse()
    .map(({ command, from, points }) => command + [...points.slice(0, -1).reverse(), from].map(across).join(" "))
    .join("");
}

/** A half outline, begun and ended on the middle line, with its mirror image. */
export const both = (half: string) => `${half}${wayBack(half)}Z`;

/** The mirror image alone. */
export const mirrored = (half: string) => `M${steps(half).at(-1)!.points.at(-1)!.join(" ")}${wayBack(half)}Z`;

export const fill = (paint: string, outline: string) => `<path class="${paint}" d="${outline}"/>`;

export const line = (paint: string, width: number, outline: string) =>
  `<path class="${paint}" stroke-width="${width}" d="${outline}"/>`;

/** A symmetrical shape, its right half in the shade. */
export const shaded = (paint: string, shade: string, half: string) => fill(paint, both(half)) + fill(shade, `${half}Z`);

export const dot = (paint: string, x: number, y: number, r: number) =>
  `<circle class="${paint}" cx="${x}" cy="${y}" r="${r}"/>`;

/** A dot and its mirror image. */
export const dots = (paint: string, x: number, y: number, r: number) =>
  dot(paint, x, y, r) + dot(paint, WIDTH - x, y, r);
