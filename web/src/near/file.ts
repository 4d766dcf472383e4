// All that this browser keeps, as a file: written here, and judged by Python before it takes the place of anything.
import { keeping } from "./keeping.svelte";
import type { NearRoom } from "./room";

/** Not saved by dealt, saved by a newer version, or damaged. */
export type Wrong = "foreign" | "newer" | "broken";

const FORMAT = 1;
/** What the page remembers for itself, but for what belongs to one folder. */
const OURS = /^dealt\.[a-z]+$/;

export async function contents(): Promise<string> {
  const { room, table } = await keeping.all();
  const page = Object.fromEntries(Object.entries(localStorage).filter(([key]) => OURS.test(key)));
  const [kept, now] = [room, table].map((each) => (each === "" ? "null" : each));
  return `{"dealt":${FORMAT},"page":${JSON.stringify(page)},"room":${kept},"table":${now}}\n`;
}

/** Put what a file holds in the place of all that is kept; what is wrong with it, or null once it is written. */
export async function take(written: string, room: NearRoom): Promise<Wrong | null> {
  const wrong = await room.take(written);
  if (wrong !== "") return wrong as Wrong;
  await keeping.settled();
  const { page = {} } = JSON.parse(written) as { page?: Record<string, string> };
  for (const [key, value] of Object.entries(page)) if (OURS.test(key)) localStorage.setItem(key, value);
  return null;
}
