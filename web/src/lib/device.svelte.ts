// What this device has of the page: whether it is installed, and whether the browser keeps what opens without a
// network.
import { beside } from "./address";
import { near } from "./near";
import { language } from "./text.svelte";

/** How Chromium lets a page install it; other browsers don't. */
interface Offer extends Event {
  prompt(): Promise<unknown>;
}

const told = typeof document === "undefined" ? {} : (document.documentElement?.dataset ?? {});
/** Of a static room that stands in for a room: where that is. */
export const back = told["back"] ?? null;
/** Where the static room is that this browser can keep: here, or beside the page of a room whose server has one. */
const folder = near ? "./" : (told["near"] ?? null);
const { serviceWorker: workers } = (typeof navigator === "undefined" ? {} : navigator) as Partial<Navigator>;
/** Milliseconds between two looks for a new version. */
const LOOK = 3_600_000;

class Device {
  /** The browser lets the page install it. */
  offer = $state.raw<Offer | null>(null);
  installed = $state(false);
  /** Does the browser keep a static room, which opens without a network? */
  kept = $state<"no" | "coming" | "failed" | "yes">("no");
  /** A newer version of it, which waits until it is taken or no window has the old one. */
  newer = $state.raw<ServiceWorker | null>(null);
  /** Could it keep one? Browsers do so only where nobody on the way can have changed the page. */
  readonly able = folder !== null && workers !== undefined;
  #registered: ServiceWorkerRegistration | null = null;
  #taking = false;

  begin(): void {
    const { standalone } = navigator as { standalone?: boolean };
    this.installed = standalone === true || matchMedia("(display-mode: standalone)").matches;
    $effect.root(() => {
      $effect(() => {
        const name = `${back ?? ""}site${language.now === "zh" ? ".zh" : ""}.webmanifest`;
        document.querySelector("link[rel=manifest]")?.setAttribute("href", beside(name).href);
      });
    });
    addEventListener("beforeinstallprompt", (event) => {
      event.preventDefault(); // the page has a place for it
      this.offer = event as Offer;
    });
    addEventListener("appinstalled", () => {
      this.offer = null;
      this.installed = true;
      if (!near) void this.keep();
    });
    if (near || !this.able) return; // the room of this browser says itself when it is time
    if (this.installed) void this.keep();
    else void workers?.getRegistration(beside(".")).then((found) => found && this.#follow(found));
  }

  async install(): Promise<void> {
    await this.offer?.prompt();
    this.offer = null; // it can be used once
  }

  /** Let the browser keep the static room, and hear of its new versions. */
  async keep(): Promise<void> {
    if (!this.able || folder === null) return;
    const { href: scope } = beside(back ?? ".");
    try {
      this.#follow(await workers!.register(beside(`${folder}keeper.js`), { scope, updateViaCache: "none" }));
    } catch (error) {
      console.warn(error);
      this.kept = "failed";
    }
  }

  /** Go where one plays without the room. */
  playAlone(): void {
    location.assign(beside(folder ?? "."));
  }

  async forget(): Promise<void> {
    await this.#registered?.unregister();
    await caches.delete(`dealt ${beside(folder ?? ".").href}`);
    this.#registered = null;
    this.kept = "no";
  }

  /** Take the newer version: all windows of the static room are loaded anew. */
  take(): void {
    this.#taking = true;
    this.newer?.postMessage("take");
  }

  #follow(registered: ServiceWorkerRegistration): void {
    if (this.#registered === registered) return this.#look();
    this.#registered = registered;
    registered.addEventListener("updatefound", () => this.#look());
    this.#look();
    if (!near) return;
    const before = workers!.controller;
    workers!.addEventListener("controllerchange", () => {
      if (before !== null || this.#taking) location.reload();
    });
    setInterval(() => void registered.update().catch(() => undefined), LOOK);
  }

  #look(): void {
    const { active, waiting, installing } = this.#registered!;
    this.newer = active && waiting;
    this.kept = active ? "yes" : (installing ?? waiting) ? "coming" : "failed";
    (installing ?? waiting)?.addEventListener("statechange", () => this.#look(), { once: true });
  }
}

export const device = new Device();
