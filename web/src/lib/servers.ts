// Other servers: those that the host proposes, those used before, and an address typed by hand. Each has a page of its
// own, so going there is a link; before that it is asked whether it is there.
import { Fixed } from "../wire";
import { beside } from "./address";
import { isTexts, recall, remember } from "./storage";

export const PORT = Fixed.port;
const KEPT = 8;
/** How long a server may take to answer, in milliseconds. */
const PATIENCE = 4_000;

/** The address of a server's page, or what is wrong with what was typed. */
export type Reading = { url: string } | { fault: "none" | "address" | "port" };

/**
 * Read an address and a port as people type them: `host`, `host:port`, a whole URL. An own port in the address wins.
 */
export function read(address: string, port: string, secure: boolean): Reading {
  const typed = address.trim();
  if (typed === "") return { fault: "none" };
  const whole = /^(https?):\/\//i.exec(typed);
  // a bare IPv6 number needs its brackets
  const bare = whole ? typed : /^[0-9a-f:]+$/i.test(typed) && typed.split(":").length > 2 ? `[${typed}]` : typed;
  let url: URL;
  try {
    url = new URL(whole ? bare : `${secure ? "https" : "http"}://${bare}`);
  } catch {
    return { fault: /:\d{6,}(\/|$)/.test(typed) ? "port" : "address" };
  }
  if (!/^[a-z0-9.\-[\]:]+$/i.test(url.hostname) || url.username !== "" || /\s/.test(typed)) return { fault: "address" };
  const own = whole !== null || /:\d+$/.test(bare.replace(/^\[.*\]/, "").replace(/\/.*$/, ""));
  if (!own) {
    const number = Number(port);
    if (!/^\d+$/.test(port.trim()) || number < 1 || number > 65535) return { fault: "port" };
    url.port = String(number);
  }
  if (!url.pathname.endsWith("/")) url.pathname += "/";
  return { url: url.origin + url.pathname };
}

/** This server's page. */
export function here(page = location.href): string {
  return beside(".", page).href;
}

/** A server's address as people read it: without http:// and a last slash. */
export function short(url: string): string {
  return url.replace(/^http:\/\//, "").replace(/\/$/, "");
}

/** The servers used before, the newest first, without this one. */
export function used(): string[] {
  return (recall("servers", isTexts) ?? []).filter((each) => valid(each) && each !== here());
}

export function keep(url: string): void {
  if (valid(url)) remember("servers", [url, ...used().filter((each) => each !== url)].slice(0, KEPT));
}

export function forget(): void {
  remember("servers", null);
}

/**
 * What a server said: that people can play there, or something else; nothing; or that it may not be asked from here,
 * because this page is encrypted and the server is not, or because the host does not list it.
 */
export type Heard = "ready" | "else" | "nothing" | "unasked" | "unlisted";

/**
 * Ask a server whether people can play there; `signal` ends it, and then the answer is nothing. The page may ask only
 * its own room and those `listed` by its host: its security policy forbids the rest.
 */
export async function ask(url: string, signal: AbortSignal, listed: readonly string[]): Promise<Heard> {
  if (![here(), ...listed].some((each) => new URL(each).origin === new URL(url).origin)) return "unlisted";
  if (location.protocol === "https:" && url.startsWith("http:")) return "unasked";
  try {
    const within = AbortSignal.any([signal, AbortSignal.timeout(PATIENCE)]);
    const answer = await fetch(new URL("readyz", url), { signal: within, cache: "no-store", credentials: "omit" });
    return (await answer.text()) === "ready" ? "ready" : "else";
  } catch {
    return "nothing";
  }
}

/** Go to another server's page; it is told where the person came from, so that its list leads back. */
export function go(url: string): void {
  keep(url);
  location.href = `${url}#/from/${encodeURIComponent(here())}`;
}

/** Where the person came from, if the address says so; the address is tidied. */
export function arrive(): void {
  const from = /^#\/from\/(.+)$/.exec(location.hash)?.[1];
  if (from === undefined) return;
  try {
    keep(decodeURIComponent(from));
  } catch {
    // a broken address is no address
  }
  history.replaceState(null, "", location.pathname + location.search);
}

function valid(url: string): boolean {
  try {
    const read = new URL(url);
    return /^https?:$/.test(read.protocol) && read.username === "" && read.origin + read.pathname === url;
  } catch {
    return false;
  }
}
