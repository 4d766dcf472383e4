import { afterEach, expect, test, vi } from "vitest";
import { Settings } from "./settings.svelte";

function kept(settings: string | null) {
  vi.stubGlobal("localStorage", { getItem: () => settings, setItem: vi.fn(), removeItem: vi.fn() });
}

function prefers(...wanted: string[]) {
  vi.stubGlobal("matchMedia", (query: string) => ({
    matches: wanted.some((each) => query.includes(each)),
    addEventListener: vi.fn(),
  }));
}

afterEach(() => vi.unstubAllGlobals());

test("what was chosen before is taken up, and rubbish is not", () => {
  kept(
    JSON.stringify({
      theme: "light",
      language: "fr",
      speed: 3,
      largeIndex: true,
      sound: "yes",
      muted: ["Bo"],
      more: 1,
    }),
  );
  const settings = new Settings();
  expect(settings).toMatchObject({
    theme: "light",
    language: "auto",
    speed: "normal",
    largeIndex: true,
    sound: true,
    muted: ["Bo"],
  });
});

test.each(["{", "[]", "7", null])("storage that holds %s does no harm", (written) => {
  kept(written);
  expect(new Settings().theme).toBe("auto");
});

test("storage that is forbidden does no harm", () => {
  vi.stubGlobal("localStorage", {
    getItem: () => {
      throw new Error("denied");
    },
  });
  expect(new Settings().sound).toBe(true);
});

test("the theme follows the system unless one was chosen", () => {
  prefers("color-scheme: light");
  const settings = new Settings();
  expect(settings.dark).toBe(false);
  settings.theme = "dark";
  expect(settings.dark).toBe(true);
  prefers("color-scheme: dark");
  expect(new Settings().dark).toBe(true);
});

test("motion stops where the system asks for less", () => {
  prefers("reduced-motion");
  expect(new Settings()).toMatchObject({ motion: "off", speed: "normal" });
  expect(new Settings().duration(200)).toBe(0);
  prefers();
  const settings = new Settings();
  expect(settings.duration(200)).toBe(200);
  settings.speed = "fast";
  expect(settings.duration(200)).toBe(100);
});

test("muting and hearing again", () => {
  const settings = new Settings();
  settings.mute("Bo");
  settings.mute("Bo", true);
  expect(settings.muted).toEqual(["Bo"]);
  expect(settings.isMuted("Bo")).toBe(true);
  settings.mute("Bo");
  expect(settings.muted).toEqual([]);
});

test("what is forced goes by itself unless somebody wants otherwise, and a tap plays where somebody wants it", () => {
  kept(null);
  expect(new Settings()).toMatchObject({
    ...{ autoPass: true, autoPlay: true, secondTap: true, soonTap: true, offers: true },
    ...{ oneTap: false, pace: "normal" },
  });
  kept(JSON.stringify({ autoPass: false, autoPlay: false, secondTap: false, oneTap: true, pace: "slow" }));
  expect(new Settings()).toMatchObject({
    ...{ autoPass: false, autoPlay: false, secondTap: false },
    ...{ oneTap: true, pace: "slow" },
  });
});
