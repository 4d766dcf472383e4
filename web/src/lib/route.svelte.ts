// Where the page is: the lobby (no hash) or a table (#/table/ID), so that a link leads to a table.

/** The table that a hash names, null for any other. */
export function tableOf(hash: string): string | null {
  const found = /^#\/table\/([^/?#]{1,64})$/.exec(hash);
  if (!found) return null;
  try {
    return decodeURIComponent(found[1] ?? "");
  } catch {
    return null;
  }
}

/** The address that leads to a table of this server. */
export function linkTo(table: string): string {
  const here = new URL(location.href);
  here.hash = `/table/${encodeURIComponent(table)}`;
  return here.href;
}

class Route {
  table = $state<string | null>(null);

  constructor() {
    if (typeof location === "undefined") return;
    this.table = tableOf(location.hash);
    addEventListener("hashchange", () => (this.table = tableOf(location.hash)));
  }

  /** Change the address without a new page; `push` makes the back button lead here again. */
  go(table: string | null, { push = false } = {}): void {
    this.table = table;
    if (typeof location === "undefined" || tableOf(location.hash) === table) return;
    const address = table === null ? location.pathname + location.search : linkTo(table);
    if (push) history.pushState(null, "", address);
    else history.replaceState(null, "", address);
  }
}

export const route = new Route();
