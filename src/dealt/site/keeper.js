// Keeps a static room whole in this browser, so that it opens at once and without a network. `dealt site` fills in what
// there is. A new version waits until no page of the old one is open: nothing changes in the midst of a deal.
const { version, files } = WHOLE;
const ours = `dealt ${registration.scope} `;
const kept = ours + version;

addEventListener("install", (event) => {
  event.waitUntil(caches.open(kept).then((cache) => cache.addAll(files)));
});

addEventListener("activate", (event) => {
  const forget = async () => {
    const old = (await caches.keys()).filter((each) => each.startsWith(ours) && each !== kept);
    await Promise.all(old.map((each) => caches.delete(each)));
    await clients.claim();
  };
  event.waitUntil(forget());
});

addEventListener("fetch", (event) => {
  if (event.request.method !== "GET") return;
  const found = caches.match(event.request, { cacheName: kept, ignoreSearch: true });
  event.respondWith(found.then((answer) => answer ?? fetch(event.request)));
});
