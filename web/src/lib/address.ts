// Addresses beside this page, so that it works under a prefix behind a proxy.

/** The address of something that this page's server offers. */
export function beside(path: string, page = location.href): URL {
  return new URL(path, page.replace(/[?#].*$/, ""));
}

/** The socket of the server that this page came from. */
export function socketAddress(page = location.href): string {
  const address = beside("ws", page);
  address.protocol = address.protocol === "https:" ? "wss:" : "ws:";
  return address.href;
}
