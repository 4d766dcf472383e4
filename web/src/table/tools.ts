// What stands small beside the large button: what is always there, and what those have who play alone.

import type { IconName } from "../cards/icons";
import { link, sitting } from "../lib/room.svelte";
import { t } from "../lib/text.svelte";
import { chances } from "./chances.svelte";
import { unread } from "./chat.svelte";
import { helping } from "./helping.svelte";
import { desk, type Tab } from "./desk.svelte";
import { flow } from "./flow.svelte";
import { sortName } from "./words";

export interface Tool {
  id: string;
  icon: IconName;
  label: string;
  /** Shorter, where it stands below its icon. */
  short?: string;
  key: string;
  on: boolean;
  pressed?: boolean;
  /** Its word stands where others are icons alone. */
  worded?: boolean;
  /** How much of it is new. */
  count?: number;
  press: () => void;
}

export const tabIcons: Record<Tab, IconName> = { log: "log", chat: "chat", score: "score", rules: "rules" };
export const tabLabels: Record<Tab, () => string> = {
  log: () => t("panel.log"),
  chat: () => t("panel.chat"),
  score: () => t("panel.score"),
  rules: () => t("panel.rules"),
};

/** What stands in the bar on a phone where others play too; the score is a tab beside them. */
export function sheets(show: (tab: Tab) => void): Tool[] {
  const tabs: Tab[] = ["log", "chat", "rules"];
  return tabs.map((tab) => ({
    id: tab,
    icon: tabIcons[tab],
    label: tabLabels[tab](),
    key: { log: "1", chat: "/", score: "3", rules: "4" }[tab],
    on: true,
    pressed: desk.panel && desk.tab === tab,
    count: tab === "chat" ? unread() : 0,
    press: () => show(tab),
  }));
}

/** Sort, hint, odds, the last trick, clear: what there is use for. `calling`: cards are not what is played. */
export function small(calling: boolean): Tool[] {
  const found: Tool[] = [];
  if (desk.sorts.length > 1 && desk.hand.length > 1) {
    found.push({
      id: "sort",
      icon: "sort",
      label: t("act.sort", { by: sortName(desk.how) }),
      key: "S",
      on: true,
      press: () => desk.nextSort(),
    });
  }
  if (flow.coming) {
    // in the place of the hint, so that nothing moves
    const stop = { id: "stop", icon: "stop" as const, label: t("flow.stop"), key: "Esc", on: true, worded: true };
    found.push({ ...stop, press: () => void flow.stop() });
  } else if (sitting.helped) {
    const on = sitting.myTurn && !helping.auto;
    found.push({ id: "hint", icon: "hint", label: t("act.hint"), key: "H", on, press: () => helping.hint() });
  }
  if (chances.possible && !chances.always) {
    found.push({
      id: "odds",
      icon: "odds",
      label: t("act.odds"),
      key: "O",
      on: true,
      pressed: chances.open,
      press: () => chances.toggle(),
    });
  }
  if (desk.free && sitting.helped) {
    const label = t(helping.auto ? "act.auto.stop" : "act.auto");
    found.push({
      id: "auto",
      icon: helping.auto ? "stop" : "auto",
      label,
      key: "A",
      on: sitting.myTurn || helping.auto,
      pressed: helping.auto,
      press: () => (helping.auto = !helping.auto),
    });
  }
  if (desk.lastTrick !== null && desk.playing) {
    found.push({
      id: "last",
      icon: "again",
      label: t("trick.last"),
      key: "T",
      on: true,
      pressed: desk.looking,
      press: () => desk.look(),
    });
  }
  if (desk.single) return found; // another card takes the place of the one that is raised
  if ((desk.hand.length > 0 && !calling) || desk.offers?.plays) {
    found.push({
      id: "clear",
      icon: "close",
      label: t("act.clear"),
      key: "Esc",
      on: desk.chosen.length > 0,
      press: () => desk.clear(),
    });
  }
  return found;
}

/** Where nobody else plays: back, and other deals. */
export function deals(): Tool[] {
  const on = link.status === "open";
  return [
    { id: "undo", icon: "undo", label: t("act.undo"), key: "U", on: desk.begun && on, press: () => desk.undo() },
    {
      id: "same",
      icon: "again",
      label: t(desk.giving === "same" ? "act.sure" : "act.same"),
      short: t(desk.giving === "same" ? "act.sure" : "act.same.short"),
      key: "R",
      on,
      pressed: desk.giving === "same",
      press: () => desk.again(true),
    },
    {
      id: "new",
      icon: "cards",
      label: t(desk.giving === "new" ? "act.sure" : "act.deal"),
      key: "N",
      on,
      pressed: desk.giving === "new",
      press: () => desk.again(false),
    },
  ];
}
