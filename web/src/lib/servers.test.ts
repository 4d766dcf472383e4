import { beforeEach, expect, test, vi } from "vitest";
import { arrive, ask, forget, go, here, keep, read, short, used } from "./servers";

function page(href: string) {
  const at = new URL(href);
  vi.stubGlobal("location", { href, hash: at.hash, pathname: at.pathname, search: at.search });
}

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  });
  vi.stubGlobal("history", { replaceState: vi.fn() });
  page("http://127.0.0.1:21747/");
});

test.each([
  ["cards.example.org", "21747", false, "http://cards.example.org:21747/"],
  [" 192.168.1.20 ", "4000", false, "http://192.168.1.20:4000/"],
  ["192.168.1.20:5000", "4000", false, "http://192.168.1.20:5000/"],
  ["fe80::1", "4000", false, "http://[fe80::1]:4000/"],
  ["[fe80::1]:80", "4000", false, "http://[fe80::1]/"],
  ["https://example.org/cards", "4000", false, "https://example.org/cards/"],
  ["example.org/cards/", "443", true, "https://example.org/cards/"],
])("%s with port %s", (address, port, secure, url) => expect(read(address, port, secure)).toEqual({ url }));

test.each([
  ["", "1", "none"],
  ["two words", "1", "address"],
  ["javascript:alert(1)", "1", "address"],
  ["http://", "1", "address"],
  ["user@host", "1", "address"],
  ["host", "0", "port"],
  ["host", "70000", "port"],
  ["host", "", "port"],
  ["host:700000", "1", "port"],
])("%s with port %s is refused: %s", (address, port, fault) => expect(read(address, port, false)).toEqual({ fault }));

test("servers used before: the newest first, once each, without this one", () => {
  keep("http://a:1/");
  keep("http://b:2/cards/");
  keep("http://a:1/");
  keep(here());
  keep("javascript:alert(1)");
  keep("http://a:1/?x#y");
  expect(used()).toEqual(["http://a:1/", "http://b:2/cards/"]);
  forget();
  expect(used()).toEqual([]);
});

test("going to another server tells it where one came from", () => {
  page("http://127.0.0.1:21747/cards/#/table/x");
  go("http://friend:21747/");
  expect(location.href).toBe("http://friend:21747/#/from/http%3A%2F%2F127.0.0.1%3A21747%2Fcards%2F");
  page(location.href);
  arrive();
  expect(used()).toContain("http://127.0.0.1:21747/cards/");
  expect(history.replaceState).toHaveBeenCalledWith(null, "", "/");
});

test("an address to come from that is none is forgotten", () => {
  page("http://friend:21747/#/from/%E0%A4");
  arrive();
  page("http://friend:21747/#/from/javascript%3Aalert(1)");
  arrive();
  expect(used()).toEqual([]);
});

test.each([
  ["ready", "ready"],
  ["the database does not answer", "else"],
  ["<!doctype html>", "else"],
])("a server that says %s: %s", async (said, heard) => {
  const asked = vi.fn(async (_: URL) => new Response(said));
  vi.stubGlobal("fetch", asked);
  expect(await ask("http://friend:21747/cards/", new AbortController().signal, ["http://friend:21747/"])).toBe(heard);
  expect(String(asked.mock.calls[0]?.[0])).toBe("http://friend:21747/cards/readyz");
});

test("a server that is silent, one that the host does not list, one that an encrypted page may not ask", async () => {
  const asked = vi.fn(() => Promise.reject(new TypeError("Failed to fetch")));
  vi.stubGlobal("fetch", asked);
  expect(await ask("http://friend:21747/", new AbortController().signal, ["http://friend:21747/"])).toBe("nothing");
  expect(asked).toHaveBeenCalledTimes(1);
  expect(await ask("http://stranger:21747/", new AbortController().signal, ["http://friend:21747/"])).toBe("unlisted");
  expect(asked).toHaveBeenCalledTimes(1);
  vi.stubGlobal("location", { protocol: "https:", href: "https://cards.example.org/" });
  expect(await ask("http://friend:21747/", new AbortController().signal, ["http://friend:21747/"])).toBe("unasked");
  expect(asked).toHaveBeenCalledTimes(1);
});

test("addresses as people read them", () => {
  expect(short("http://192.168.1.20:21747/")).toBe("192.168.1.20:21747");
  expect(short("https://example.org/cards/")).toBe("https://example.org/cards");
});
