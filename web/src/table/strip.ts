// How many plays have room in one row.

/** Of buttons so wide, how many stand in a row of this width; at least one. Where not all do, one for more does. */
export function fitting(widths: readonly number[], row: number, gap: number, more: number): number {
  const within = (count: number, room: number) =>
    widths.slice(0, count).reduce((sum, each) => sum + each + gap, -gap) <= room;
  if (within(widths.length, row)) return widths.length;
  let count = widths.length - 1;
  while (count > 1 && !within(count, row - gap - more)) count -= 1;
  return Math.max(1, count);
}
