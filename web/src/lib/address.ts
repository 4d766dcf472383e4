// Addresses beside this page, so that it works under a prefix behind a proxy.

/** The end of a path that names a table, a finished deal of it, a position of that, or any finished deal. */
const TABLE = /\/(?:t\/[^/]+(?:\/deal\/[^/]+(?:\/\d+)?)?|d\/[^/]+\/\d+)\/?$/;

/** The folder of the page in a path: `/cards/` for `/cards/t/abc`. */
export function folder(path: string): string {
  return path.replace(TABLE, "/").replace(/[^/]*$/, "");
}

/** The address of something that this page's server offers. */
export function beside(path: string, page = location.href): URL {
  const base = new URL(page.replace(/[?#].*$/, ""));
  base.pathname = folder(base.pathname);
  return new URL(path, base);
}

/** Is the address of this page good on this computer only? */
export function isLocal(): boolean {
  return /^(localhost|127\.|\[::1\])/.test(location.hostname);
}

/** Where other devices find this page: at its own address, or at `others` where that is good on this computer only. */
export function elsewhere(others: readonly string[] = []): readonly string[] {
  return isLocal() && others.length > 0 ? others : [location.href];
}

/** The socket of the server that this page came from. */
export function socketAddress(page = location.href): string {
  const address = beside("ws", page);
  address.protocol = address.protocol === "https:" ? "wss:" : "ws:";
  return address.href;
}
