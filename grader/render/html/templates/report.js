// Folds all tasks and tests with one click, or unfolds them. Without it each is folded by itself.
"use strict";
(() => {
  const button = document.getElementById("fold");
  if (button === null) return;
  const folds = Array.from(document.querySelectorAll("details.fold"));
  const open = () => folds.some((each) => each.open);
  const name = () => {
    button.textContent = open() ? "Fold all" : "Unfold all";
  };
  button.addEventListener("click", () => {
    const unfold = !open();
    for (const each of folds) each.open = unfold;
    name();
  });
  for (const each of folds) each.addEventListener("toggle", name);
  button.closest("p").hidden = false;
  name();
})();
