// Records: a text as a file.
import { sitting } from "../lib/room.svelte";
import { route } from "../lib/route.svelte";

/** Hand a text to the person as a file. */
export function save(text: string, name: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name.replace(/[^\w.-]+/g, "-");
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** The deal again, step by step; `learns`: at once with what was costly in it. */
export function look(learns: boolean): void {
  sitting.learns = learns;
  route.look(sitting.table?.deal ?? "last");
}
