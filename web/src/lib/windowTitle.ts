// What the browser's window is called: whose turn it is, where one is, and the room.
import { link, person, sitting } from "./room.svelte";
import { route } from "./route.svelte";
import { t, title } from "./text.svelte";

export function windowTitle(): string {
  const away = link.status === "elsewhere";
  const parts = [sitting.awaited && !away ? t("title.turn") : where(away), link.welcome?.room || t("app.name")];
  return parts.filter((each) => each !== "").join(" · ");
}

function where(away: boolean): string {
  const game = title(sitting.game, sitting.shown?.game);
  if (route.check) return t("fair.title");
  if (away) return "";
  if (route.host) return t("title.host");
  if (route.boards !== null) return t("boards.title");
  if (route.puzzle !== null) return t("puzzle.title");
  if (route.tournament !== null) return t("cup.title");
  if (route.lesson !== null) return t("lesson.title", { game });
  if (sitting.table) return t("title.table", { game });
  return person.you ? t("title.lobby") : "";
}
