// The invite code of a private room: it comes with a link (t/ID#/invite/CODE, #/invite/CODE, and as links once were
// #/invite/CODE/table/ID; to a club #/invite/CODE/club/CODE), or is typed once. What follows # never reaches a server.
import { home, isText, recall, remember } from "./storage";

const LINK = /^#\/invite\/([^/?#]{1,300})(\/(?:table|club)\/[^/?#]{1,64})?$/;

/** The code that was brought or typed here before; null if there was none. */
export function invite(): string | null {
  return recall(`invite:${home()}`, isText);
}

export function keepInvite(code: string | null): void {
  remember(`invite:${home()}`, code);
}

/** Take the code out of the address, if there is one, so that it is not shown; did it hold one? */
export function arriveInvited(): boolean {
  const found = LINK.exec(location.hash);
  if (found === null) return false;
  const [, written = "", further = ""] = found;
  try {
    keepInvite(decodeURIComponent(written));
  } catch {
    // a broken code is no code
  }
  history.replaceState(null, "", location.pathname + location.search + (further === "" ? "" : `#${further}`));
  return true;
}

/** The headers of a request to this room. */
export function admitted(headers: Record<string, string> = {}): Record<string, string> {
  const code = invite();
  return code === null ? headers : { ...headers, authorization: `Bearer ${code}` };
}
