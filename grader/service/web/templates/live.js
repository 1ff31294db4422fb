"use strict";
// Says where a submission stands as soon as that changes, and shows its result once there is one.
for (const place of document.querySelectorAll("[data-events]")) {
  const events = new EventSource(place.dataset.events);
  events.addEventListener("standing", (event) => {
    const standing = JSON.parse(event.data);
    if (standing.over) {
      events.close();
      location.reload();
    } else if (place.textContent !== standing.words) {
      place.textContent = standing.words;
    }
  });
  events.addEventListener("error", () => {
    // Otherwise the browser connects again by itself.
    if (events.readyState === EventSource.CLOSED) setTimeout(() => location.reload(), 5000);
  });
}
