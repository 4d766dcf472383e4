// The games that a person likes best, on this device: those marked with a star, and the one played last.
import { isText, isTexts, recall, remember } from "./storage";

class Favourites {
  starred = $state.raw<readonly string[]>(recall("favourites", isTexts) ?? []);
  last = $state(recall("game", isText));

  has(game: string): boolean {
    return this.starred.includes(game);
  }

  toggle(game: string): void {
    this.starred = this.has(game) ? this.starred.filter((each) => each !== game) : [...this.starred, game];
    remember("favourites", this.starred.length > 0 ? this.starred : null);
  }

  /** A game is played now. */
  played(game: string): void {
    this.last = game;
    remember("game", game);
  }
}

export const favourites = new Favourites();
