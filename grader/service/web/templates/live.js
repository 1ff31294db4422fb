"use strict";
// Says where a submission stands as soon as that changes, and shows its result once there is one.
for (const place of document.querySelectorAll("[data-events]")) {
  const events = new EventSource(place.dataset.events);
  events.addEventListener("progress", (event) => {
    const progress = JSON.parse(event.data);
    if (progress.over) {
      events.close();
      location.reload();
    } else if (place.textContent !== progress.words) {
      place.textContent = progress.words;
    }
  });
  events.addEventListener("error", () => {
    // Otherwise the browser connects again by itself.
    if (events.readyState === EventSource.CLOSED) setTimeout(() => location.reload(), 5000);
  });
}
