// News by the browser's push service, which come while no page of the room is open: where room and browser have it.
import { link } from "../lib/room.svelte";
import { language } from "../lib/text.svelte";
import type { TellMe } from "../wire";

/** Let the room tell this device of these kinds, or of nothing; rejects where the browser won't have it. */
export async function subscribe(worker: ServiceWorkerRegistration, what: TellMe["what"]): Promise<void> {
  const key = link.welcome?.push;
  if (!key || !("pushManager" in worker)) return;
  if (what.length === 0) {
    await (await worker.pushManager.getSubscription())?.unsubscribe();
    link.quietly({ op: "tell_me", what });
    return;
  }
  await active(worker);
  const wanted = { userVisibleOnly: true, applicationServerKey: key };
  const { endpoint = "", keys = {} } = (await worker.pushManager.subscribe(wanted)).toJSON();
  const { p256dh = "", auth = "" } = keys;
  link.quietly({ op: "tell_me", what, endpoint, key: p256dh, auth, language: language.now === "zh" ? "zh" : "en" });
}

function active(worker: ServiceWorkerRegistration): Promise<unknown> {
  const coming = worker.installing ?? worker.waiting;
  if (worker.active || !coming) return Promise.resolve();
  return new Promise((resolve) => coming.addEventListener("statechange", () => worker.active && resolve(null)));
}
