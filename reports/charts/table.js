// The numbers of a chart as a table, for those who would rather read.
import {number} from "charts/numbers.js";

/** The most rows that a table in the page has; the saved CSV has all. */
const most = 500;

/** table makes the table of rows; the first one has the names of the columns. */
export function table(rows, caption) {
  const made = document.createElement("table");
  made.createCaption().textContent = rows.length - 1 > most
    ? `${caption} The first ${most} of ${rows.length - 1} rows; the saved CSV has all.` : caption;
  const head = made.createTHead().insertRow();
  for (const name of rows[0]) {
    const cell = document.createElement("th");
    cell.scope = "col";
    cell.textContent = name;
    head.append(cell);
  }
  const body = made.createTBody();
  for (const row of rows.slice(1, most + 1)) {
    const line = body.insertRow();
    for (const v of row) {
      const cell = line.insertCell();
      cell.textContent = typeof v === "number" ? (Number.isNaN(v) ? "–" : number(v, 8)) : v;
      if (typeof v === "number") cell.className = "n";
    }
  }
  return made;
}
