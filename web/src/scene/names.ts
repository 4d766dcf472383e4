// What those are called who play where there are no names: by where they sit.
import { t } from "../lib/text.svelte";
import { compass } from "../table/layout";

/** A name for each seat, as `me` sees the table. */
export function seatNames(seats: number, me: number): string[] {
  const around = compass(seats, me);
  const tops = around.filter((each) => each.side === "top").length;
  const found: string[] = [];
  for (const { seat, side, column } of around) {
    found[seat] = side === "top" && tops > 1 ? t("lesson.seat.some", { n: column + 1 }) : t(`lesson.seat.${side}`);
  }
  return found;
}
