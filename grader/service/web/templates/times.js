"use strict";
// Shows the reader's own time beside a course's, where their clocks differ.
for (const place of document.querySelectorAll("main time[datetime]")) {
  const at = new Date(place.dateTime);
  const shown = /([+-])(\d\d):(\d\d)$/.exec(place.dateTime);
  const offset = shown ? Number(`${shown[1]}1`) * (60 * Number(shown[2]) + Number(shown[3])) : 0;
  if (isNaN(at) || offset === -at.getTimezoneOffset()) continue;
  const own = at.toLocaleString("en-GB", {
    weekday: "short", day: "numeric", month: "short", hour: "2-digit", minute: "2-digit",
  });
  const words = document.createElement("span");
  words.className = "meta";
  words.textContent = ` (${own} where you are)`;
  place.append(words);
}
