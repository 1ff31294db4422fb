
// A key stands for what the page shows beside it: it ticks, presses, follows or focuses that.
"use strict";
(() => {
  const OFF = "marking keys off";
  const hint = document.querySelector(".keys");
  const button = document.querySelector("[data-switch]");
  let off = localStorage.getItem(OFF) !== null;
  const name = () => {
    button.textContent = off ? "Turn keys on" : "Turn keys off";
  };
  if (hint === null || button === null) return;
  hint.hidden = false;
  document.body.classList.add("with-keys");
  name();
  button.addEventListener("click", () => {
    off = !off;
    if (off) localStorage.setItem(OFF, "1");
    else localStorage.removeItem(OFF);
    name();
  });
  const writes = (where) => where.matches("textarea, select, input[type=text]");
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && writes(event.target)) event.target.blur();
    if (off || event.ctrlKey || event.altKey || event.metaKey || event.repeat) return;
    if (writes(event.target) || event.key.length !== 1) return;
    const found = document.querySelector(`[data-key="${CSS.escape(event.key)}"]`);
    if (found === null) return;
    event.preventDefault();
    if (writes(found)) found.focus();
    else found.click();
  });
})();
