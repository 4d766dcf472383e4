// The picture of a person, drawn from the name: one of eight shapes in one of eight colours with one of eight marks.

/** A number that follows from a name, whatever its capitals; names that differ in a letter get numbers far apart. */
export function numberOf(name: string): number {
  let found = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(name.normalize("NFKC").toLowerCase()))
    found = Math.imul(found ^ byte, 0x01000193);
  found = Math.imul(found ^ (found >>> 16), 0x85ebca6b);
  found = Math.imul(found ^ (found >>> 13), 0xc2b2ae35);
  return (found ^ (found >>> 16)) >>> 0;
}

/** Grounds in a box of 32, each filled. */
export const SHAPES = [
  "M16 1A15 15 0 1 1 16 31A15 15 0 1 1 16 1Z",
  "M8 2H24A6 6 0 0 1 30 8V24A6 6 0 0 1 24 30H8A6 6 0 0 1 2 24V8A6 6 0 0 1 8 2Z",
  "M16 1L29 8.500V23.500L16 31L3 23.500V8.500Z",
  "M16 1L31 16L16 31L1 16Z",
  "M16 2C20 5 25 5 29 5V15C29 23 23 28 16 31C9 28 3 23 3 15V5C7 5 12 5 16 2Z",
  "M16 1A8 8 0 0 1 23 6A8 8 0 0 1 27 20A8 8 0 0 1 16 29A8 8 0 0 1 5 20A8 8 0 0 1 9 6A8 8 0 0 1 16 1Z",
  "M16 0L20 8L29 5L25.500 14L32 20L23 22L22 31L16 25L10 31L9 22L0 20L6.500 14L3 5L12 8Z",
  "M16 1C22 8 29 13 29 19.500A12.500 12 0 0 1 3 19.500C3 13 10 8 16 1Z",
] as const;

/** Marks upon them, drawn as lines. */
const MARKS = [
  "M11 15H11.010M21 15H21.010M11 20C13 22.500 19 22.500 21 20",
  "M16 10V22M10 16H22",
  "M10 13H22M10 19H22",
  "M16 11A5 5 0 1 1 16 21A5 5 0 1 1 16 11Z",
  "M10 20L16 11L22 20Z",
  "M9 17C11 13 13 13 15 16S19 20 23 15",
  "M11 12L21 21M21 12L11 21",
  "M11 13H11.010M16 13H16.010M21 13H21.010M13.500 19H13.510M18.500 19H18.510",
] as const;

export interface Drawn {
  shape: string;
  mark: string;
  solid: boolean;
  /** 0 to 7. */
  hue: number;
}

/** The picture that follows from a name. */
export function drawn(name: string): Drawn {
  const number = numberOf(name);
  const mark = MARKS[(number >>> 3) & 7]!;
  return { shape: SHAPES[number & 7]!, mark, solid: false, hue: (number >>> 6) & 7 };
}
