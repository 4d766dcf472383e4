// The picture of a person: one of a dozen that were chosen, or drawn from the name, one of eight shapes in one of eight
// colours with one of eight marks.

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
const SHAPES = [
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

export interface Picture {
  name: "spade" | "heart" | "diamond" | "club" | "crown" | "star" | "moon" | "sun" | "die" | "cat" | "fish" | "leaf";
  mark: string;
  /** Filled rather than drawn as lines. */
  solid: boolean;
}

/** The pictures that can be chosen, by their number from 1. */
export const PICTURES: readonly Picture[] = [
  {
    name: "spade",
    solid: true,
    mark: "M16 7C12 12 8 14 8 18A4 4 0 0 0 15 20L13.500 25H18.500L17 20A4 4 0 0 0 24 18C24 14 20 12 16 7Z",
  },
  {
    name: "heart",
    solid: true,
    mark: "M16 25C11 21 7 17.500 7 13.500A4.500 4.500 0 0 1 16 12A4.500 4.500 0 0 1 25 13.500C25 17.500 21 21 16 25Z",
  },
  { name: "diamond", solid: true, mark: "M16 6L24 16L16 26L8 16Z" },
  {
    name: "club",
    solid: true,
    mark:
      "M16 7A4 4 0 0 1 19.500 13A4 4 0 1 1 17.500 19.500L19 25H13L14.500 19.500A4 4 0 1 1 12.500 13" +
      "A4 4 0 0 1 16 7Z",
  },
  { name: "crown", solid: true, mark: "M7 23L6 11L12 16L16 8L20 16L26 11L25 23Z" },
  {
    name: "star",
    solid: true,
    mark: "M16 6L19 13L26 13.500L20.500 18L22.500 25.500L16 21.500L9.500 25.500L11.500 18L6 13.500L13 13Z",
  },
  { name: "moon", solid: true, mark: "M20 7A10 10 0 1 0 25 20A8 8 0 0 1 20 7Z" },
  {
    name: "sun",
    solid: false,
    mark:
      "M16 11.500A4.500 4.500 0 1 1 16 20.500A4.500 4.500 0 1 1 16 11.500ZM16 5V7M16 25V27M5 16H7M25 16H27" +
      "M8.200 8.200L9.700 9.700M22.300 22.300L23.800 23.800M23.800 8.200L22.300 9.700M9.700 22.300L8.200 23.800",
  },
  {
    name: "die",
    solid: false,
    mark:
      "M8 8H24V24H8ZM12.500 12.500H12.510M19.500 12.500H19.510M16 16H16.010M12.500 19.500H12.510" +
      "M19.500 19.500H19.510",
  },
  {
    name: "cat",
    solid: false,
    mark: "M9 23V9L13 13H19L23 9V23C19 25.500 13 25.500 9 23ZM13 17.500H13.010M19 17.500H19.010M15 21H17",
  },
  {
    name: "fish",
    solid: false,
    mark: "M6 16C10 10 17 10 21 16L26 11.500V20.500L21 16C17 22 10 22 6 16ZM11 15H11.010",
  },
  { name: "leaf", solid: false, mark: "M9.500 22.500C7 14 13 8 25 7C25 19 19 25 9.500 22.500ZM6.500 26L17 15" },
];

export interface Drawn {
  shape: string;
  mark: string;
  solid: boolean;
  /** 0 to 7. */
  hue: number;
}

/** The picture of somebody: the one that was chosen, by its number, or (0) the one that follows from the name. */
export function drawn(name: string, chosen = 0): Drawn {
  const picture = PICTURES[chosen - 1];
  if (picture) return { shape: SHAPES[chosen % 3]!, mark: picture.mark, solid: picture.solid, hue: (chosen * 3) & 7 };
  const number = numberOf(name);
  return { shape: SHAPES[number & 7]!, mark: MARKS[(number >>> 3) & 7]!, solid: false, hue: (number >>> 6) & 7 };
}
