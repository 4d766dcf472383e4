import { expect, test, vi } from "vitest";
import { arrivingCode, deviceLink, deviceName } from "./devices";

test.each([
  ["Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0", "Firefox, Linux"],
  [
    "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0 Mobile Safari/537.36",
    "Chrome, Android",
  ],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Safari/604.1",
    "Safari, iPhone",
  ],
  [
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/130.0 Safari/537.36 Edg/130.0",
    "Edge, Windows",
  ],
  ["", ""],
])("a browser calls itself by its name and system", (agent, name) => {
  expect(deviceName(agent)).toBe(name);
});

test("a link brings its code, and the address no longer shows it", () => {
  const link = deviceLink("a2b3c4d5e6f7", "http://192.168.1.5:21747/t/abc#/x");
  expect(link).toBe("http://192.168.1.5:21747/#/device/a2b3c4d5e6f7");
  const replaceState = vi.fn();
  vi.stubGlobal("history", { replaceState });
  vi.stubGlobal("location", { hash: new URL(link).hash, pathname: "/", search: "" });
  expect(arrivingCode("device")).toBe("a2b3c4d5e6f7");
  expect(replaceState).toHaveBeenCalledWith(null, "", "/");
  vi.stubGlobal("location", { hash: "#/daily", pathname: "/", search: "" });
  expect(arrivingCode("device")).toBeNull();
});
