"use strict";
// Says where a submission stands as soon as that changes, and shows its result once there is one.
for (const place of document.querySelectorAll("[data-events]")) {
  const show = (progress) => {
    if (progress.over) {
      events.close();
      location.reload();
    } else if (place.textContent !== progress.words) {
      place.textContent = progress.words;
    }
    return progress.over;
  };
  const events = new EventSource(place.dataset.events);
  events.addEventListener("progress", (event) => show(JSON.parse(event.data)));
  events.addEventListener("error", () => {
    // Otherwise the browser connects again by itself.
    if (events.readyState === EventSource.CLOSED) setTimeout(ask, 5000);
  });
  // Asks now and then, as the server has no stream left; the whole page would cost it more.
  const ask = async () => {
    try {
      const answer = await fetch(place.dataset.progress);
      if (!answer.ok || answer.redirected) location.reload();
      else if (!show(await answer.json())) setTimeout(ask, 5000);
    } catch {
      setTimeout(ask, 5000);
    }
  };
}
