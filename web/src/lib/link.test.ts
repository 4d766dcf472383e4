import { afterEach, expect, test, vi } from "vitest";
import { answer } from "./link.svelte";

afterEach(() => vi.unstubAllGlobals());

test("an answer is fetched beside the page, with the invite code, and is none where the room refuses", async () => {
  const asked = vi.fn((_address: URL, _how: RequestInit) => Promise.resolve({ ok: true, status: 200 }));
  vi.stubGlobal("fetch", asked);
  vi.stubGlobal("location", { href: "http://host/cards/t/abc", pathname: "/cards/t/abc" });
  vi.stubGlobal("localStorage", { getItem: (key: string) => (key.includes("invite") ? '"friends"' : null) });
  const { signal } = new AbortController();
  await answer("api/lesson/x", { signal });
  const [address, how] = asked.mock.calls[0]!;
  expect(address.href).toBe("http://host/cards/api/lesson/x");
  expect(how).toEqual({ signal, headers: { authorization: "Bearer friends" } });
  asked.mockResolvedValueOnce({ ok: false, status: 404 });
  await expect(answer("api/lesson/y")).rejects.toThrow("404");
});
