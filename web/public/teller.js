// Shows what a room tells while nobody looks at its page, and leads there. Pages ask for it where somebody wants news.
addEventListener("push", (event) => {
  const { title, body, tag, url } = event.data.json();
  event.waitUntil(tell(title, { body, tag, data: url }));
});

/** Who sees a page of the room needs no word of it. */
async function tell(title, more) {
  const pages = await clients.matchAll({ type: "window", includeUncontrolled: true });
  const seen = pages.some((each) => each.visibilityState === "visible");
  if (!seen) await registration.showNotification(title, { ...more, icon: "icon-192.png" });
}

addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(lead(new URL(event.notification.data, registration.scope).href));
});

async function lead(url) {
  const [page] = await clients.matchAll({ type: "window", includeUncontrolled: true });
  return page ? page.focus() : clients.openWindow(url);
}
