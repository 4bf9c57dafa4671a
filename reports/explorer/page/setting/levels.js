// T, the number of levels, as a number and as a slider on a logarithmic scale.
import {element} from "explorer/element.js";
import {field} from "explorer/setting/field.js";

const least = 2;

/** levels makes the field of T. most is the largest T that the server takes. */
export function levels(side, most) {
  const box = element("input", {type: "number", min: least, max: most, class: "short", "aria-label": "T, levels"});
  const slider = element("input", {type: "range", min: 0, max: 1, step: 0.001, "aria-label": "T, on a log scale"});
  const at = (share) => round(least * (most / least) ** share);
  const share = (T) => Math.log(T / least) / Math.log(most / least);
  box.addEventListener("change", () => {
    const T = Math.round(box.valueAsNumber);
    if (Number.isFinite(T)) side.set({T: Math.min(Math.max(T, least), most)});
    else box.value = side.question.T; // what was typed is no number
  });
  slider.addEventListener("input", () => side.set({T: at(slider.valueAsNumber)}));
  const show = () => {
    const {T} = side.question;
    if (document.activeElement !== slider) slider.value = share(T);
    if (document.activeElement !== box || Number(box.value) !== T) box.value = T;
    slider.setAttribute("aria-valuetext", `T ${T}`);
  };
  side.addEventListener("question", show);
  show();
  return field(side, "T", "T", element("span", {class: "chosen levels"}, box, slider));
}

/** round leaves two digits, as 1, 1.5 and 10 do: people choose 200, not 203. */
function round(T) {
  const unit = 10 ** Math.max(Math.floor(Math.log10(T)) - 1, 0);
  return Math.round(T / unit) * unit;
}
