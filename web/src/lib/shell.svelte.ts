// State shared by all pages: dialogs that any part may open, and the announcement for screen readers.
import type { Component } from "svelte";

class Shell {
  /** The settings dialog is open. */
  settings = $state(false);
  /** The dialog with the link to this table is open. */
  share = $state(false);
  /** The club that is shown, or the code by which somebody is asked into one. */
  club = $state.raw<{ id: string } | { code: string } | null>(null);
  /** The height of what is said of the connection; a table fills what is left of the window. */
  above = $state(0);
  /** What is told above all pages by a part that comes later. */
  teller = $state.raw<Component | null>(null);
  /** What was said last to screen readers. */
  said = $state("");
  #turn = false;

  /** Let screen readers say something; the same words twice are said twice. */
  announce(text: string): void {
    this.#turn = !this.#turn;
    this.said = text === "" ? "" : text + (this.#turn ? "\u00a0" : "");
  }
}

export const shell = new Shell();
