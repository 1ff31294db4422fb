"use strict";
// Tries a line without leaving the page: only the row of its role is replaced by what came back.
(() => {
  const form = document.querySelector("[data-bindings]");
  if (form === null) return;
  const rowOf = (button) => {
    const [what, role] = button.value.split(" ");
    return (what === "try" || what === "use") && role ? form.querySelector(`[data-role="${CSS.escape(role)}"]`) : null;
  };
  const replace = (page, role) => {
    const name = `[data-role="${CSS.escape(role)}"]`;
    const now = form.querySelector(name);
    const fresh = page.querySelector(name);
    if (now === null || fresh === null) throw new Error("no such row");
    now.querySelector("input[name=line]").value = fresh.querySelector("input[name=line]").value;
    // The region stays where it is, so that its new text is read out.
    now.querySelector(".outcome").replaceChildren(...fresh.querySelector(".outcome").childNodes);
  };
  form.addEventListener("submit", async (event) => {
    const button = event.submitter;
    const row = button === null ? null : rowOf(button);
    if (row === null) return;
    event.preventDefault();
    const sent = new URLSearchParams(new FormData(form, button));
    const outcome = row.querySelector(".outcome");
    outcome.textContent = "Trying it …";
    row.setAttribute("aria-busy", "true");
    try {
      const answer = await fetch(form.action, { method: "POST", body: sent });
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      replace(page, row.dataset.role);
    } catch {
      outcome.textContent = "It could not be tried. Load the page again, or press “Try all changed lines”.";
    } finally {
      row.removeAttribute("aria-busy");
    }
  });
  // Enter in a field tries that field's line.
  form.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || !event.target.matches("input.line")) return;
    event.preventDefault();
    event.target.closest("[data-role]").querySelector("button[value^='try ']").click();
  });
})();
