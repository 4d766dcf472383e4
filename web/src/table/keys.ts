// Where keys act at the table, and where they belong to something else.

/** Elements that take text, a choice or a tab, or stand beside the table: keys pressed there never play a card. */
const ELSEWHERE =
  "input, textarea, select, [contenteditable], aside, [role=tablist], [role=slider], [role=log]";

/**
 * Is a key meant for the table? Only where the focus is on nothing, or on the table's own cards and buttons: inside
 * `[data-keys]`, and not in a field or a panel there. While a dialog is open no key is.
 */
export function forTable(event: KeyboardEvent): boolean {
  const { target } = event;
  if (event.defaultPrevented || event.altKey || event.metaKey || event.ctrlKey || event.isComposing) return false;
  if (document.querySelector("dialog[open]") !== null) return false;
  if (!(target instanceof Element) || target.matches("body, html")) return true;
  if (target.closest("dialog") !== null) return true; // that has closed: the focus leaves it a frame later
  return target.closest(ELSEWHERE) === null && target.closest("[data-keys]") !== null;
}
