// Sorts and filters the table of students. Without it the table stands by name, whole.
"use strict";
(() => {
  const table = document.getElementById("matrix");
  const body = table.tBodies[0];
  const rows = Array.from(body.rows);
  const buttons = Array.from(table.querySelectorAll("thead button"));
  const search = document.getElementById("search");
  const found = document.getElementById("found");

  const value = (row, column) => {
    const cell = row.cells[column];
    return "value" in cell.dataset ? Number(cell.dataset.value) : cell.textContent.trim();
  };
  const compare = (one, other) =>
    typeof one === "number" && typeof other === "number"
      ? one - other
      : String(one).localeCompare(String(other), undefined, { numeric: true });

  for (const button of buttons) {
    button.disabled = false;
    button.addEventListener("click", () => {
      const head = button.closest("th");
      const up = head.getAttribute("aria-sort") !== "ascending";
      for (const other of table.tHead.rows[0].cells) other.removeAttribute("aria-sort");
      head.setAttribute("aria-sort", up ? "ascending" : "descending");
      const column = head.cellIndex;
      rows.sort((a, b) => (up ? 1 : -1) * compare(value(a, column), value(b, column)));
      body.append(...rows);
    });
  }

  search.closest("p").hidden = false;
  search.addEventListener("input", () => {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    let shown = 0;
    for (const row of rows) {
      const text = row.textContent.toLowerCase();
      row.hidden = !words.every((word) => text.includes(word));
      shown += row.hidden ? 0 : 1;
    }
    found.textContent = words.length ? `${shown} of ${rows.length}` : "";
  });
})();
