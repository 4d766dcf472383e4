// Keeps a static room whole in this browser, so that it opens at once and without a network. `dealt site` fills in the
// digest of each file. A new version is fetched beside the old one, and waits until a page says that it be taken or no
// page of the old one is open: nothing changes in the midst of a deal.
const files = WHOLE;
const here = new URL(".", location).href;
const kept = `dealt ${here}`;
const digests = new Map(Object.entries(files).map(([path, digest]) => [new URL(path, here).href, digest]));
const AT_ONCE = 6;
const PATIENCE = 10_000;

// a file lies under its digest: versions share what they have in common, and what was fetched is not fetched again
const place = (url) => `${url}?${digests.get(url)}`;

async function digest(bytes) {
  const found = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return Array.from(found.subarray(0, 8), (each) => each.toString(16).padStart(2, "0")).join("");
}

// a room lets one address ask for so much in a while
async function asked(url) {
  const answer = await fetch(url, { cache: "no-cache" });
  if (answer.status !== 429) return answer;
  await new Promise((done) => setTimeout(done, 1000 * Number(answer.headers.get("retry-after") ?? 1)));
  return asked(url);
}

async function fetched(cache, url) {
  if (await cache.match(place(url))) return;
  const answer = await asked(url);
  const bytes = await answer.arrayBuffer();
  if (!answer.ok || (await digest(bytes)) !== digests.get(url)) throw new Error(`${url} is of another version`);
  await cache.put(place(url), new Response(bytes, { headers: { "content-type": answer.headers.get("content-type") } }));
}

async function whole() {
  const cache = await caches.open(kept);
  const wanted = [...digests.keys()];
  const fetchAll = async () => {
    for (let url; (url = wanted.pop()); ) await fetched(cache, url);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, fetchAll));
}

async function tidied() {
  const cache = await caches.open(kept);
  const ours = new Set([...digests.keys()].map(place));
  for (const each of await cache.keys()) if (!ours.has(each.url)) await cache.delete(each);
  await clients.claim();
}

// where the folder stands in for a room: the room's own page, or this one where it can't be reached
async function roomOrHere(request) {
  try {
    const late = new Promise((_, failed) => setTimeout(failed, PATIENCE));
    const answer = await Promise.race([fetch(request), late]);
    if (answer.status < 502 || answer.status > 504) return answer;
  } catch {
    // it is gone
  }
  return Response.redirect(here);
}

addEventListener("install", (event) => event.waitUntil(whole()));
addEventListener("activate", (event) => event.waitUntil(tidied()));
addEventListener("message", ({ data }) => data === "take" && skipWaiting());
addEventListener("fetch", (event) => {
  const { request } = event;
  const url = request.url.replace(/[?#].*/, "");
  if (request.method !== "GET") return;
  if (digests.has(url)) {
    const found = caches.match(place(url), { cacheName: kept });
    event.respondWith(found.then((answer) => answer ?? fetch(request)));
  } else if (request.mode === "navigate" && !url.startsWith(here)) event.respondWith(roomOrHere(request));
});
