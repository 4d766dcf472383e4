// This device among those of its person: what it calls itself, and the link by which another one becomes theirs. What
// follows # never reaches a server.
import { beside } from "./address";

/** Those that come later call themselves the earlier ones as well. */
const BROWSERS = ["Edg", "OPR", "SamsungBrowser", "Firefox", "FxiOS", "CriOS", "Chrome", "Safari"];
const CALLED: Record<string, string> = {
  Edg: "Edge",
  OPR: "Opera",
  SamsungBrowser: "Samsung Internet",
  FxiOS: "Firefox",
  CriOS: "Chrome",
};
const SYSTEMS = ["iPhone", "iPad", "Android", "CrOS", "Windows", "Mac", "Linux"];

/** What a browser and its system are called, for the list of one's devices; empty where that is not known. */
export function deviceName(agent: string): string {
  const browser = BROWSERS.find((each) => agent.includes(`${each}/`));
  const system = SYSTEMS.find((each) => agent.includes(each));
  return [browser && (CALLED[browser] ?? browser), system].filter((each) => each !== undefined).join(", ");
}

/** Take the code of another device or a club out of the address, so that it is not shown; null if it holds none. */
export function arrivingCode(kind: "device" | "club"): string | null {
  const code = new RegExp(`^#/${kind}/(\\w{1,64})$`).exec(location.hash)?.[1];
  if (code === undefined) return null;
  history.replaceState(null, "", location.pathname + location.search);
  return code;
}

/** The address that makes the device that opens it one's own; `page` is one of the addresses of this page. */
export function deviceLink(code: string, page?: string): string {
  return `${beside(".", page).href}#/device/${code}`;
}
