// The record of the table, and its last deal step by step.
import { sitting } from "../lib/room.svelte";
import { route } from "../lib/route.svelte";
import { save } from "../lib/save";

/** What asks for the record, and uses it once it has come; call it while a component is being created. */
export function recorded(use: (record: string) => void): () => void {
  let asked = $state(false);
  $effect(() => {
    if (!asked || sitting.record === null) return;
    asked = false;
    use(sitting.record);
  });
  return () => {
    asked = sitting.getRecord();
  };
}

/** What hands the record to the person as a file. */
export function download(): () => void {
  return recorded((record) => save(record, `${sitting.table?.game}-${sitting.table?.id}.json`));
}

/** The deal again, step by step; `learns`: at once with what was costly in it. */
export function look(learns: boolean): void {
  sitting.learns = learns;
  route.look(sitting.table?.deal ?? "last");
}
