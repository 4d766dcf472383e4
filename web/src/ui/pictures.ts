// The dozen pictures of people that can be chosen; fetched once somebody here has chosen one.
import { SHAPES, type Drawn } from "./avatar";

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

/** The picture that was chosen, by its number from 1; null for a number that this page does not know. */
export function picked(chosen: number): Drawn | null {
  const found = PICTURES[chosen - 1];
  return found ? { shape: SHAPES[chosen % 3]!, mark: found.mark, solid: found.solid, hue: (chosen * 3) & 7 } : null;
}
