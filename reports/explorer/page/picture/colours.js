// Scales colour numbers: dark violet to yellow, or plum below 0 and green above, where the plum is the darker one: so
// grey paper tells them apart, and colour-blind readers do. J and B have blue and orange for themselves. Light and dark
// pages, and figures for print, have the same colours.

/** viridis holds colours at equal distances of the scale; colours between them are mixed. */
const viridis = [[68, 1, 84], [71, 44, 122], [59, 81, 139], [44, 113, 142], [33, 144, 141], [39, 173, 129],
  [92, 200, 99], [170, 220, 50], [253, 231, 37]];
const signed = [[124, 28, 112], [247, 247, 245], [98, 178, 88]];
const last = 254; // shades of a scale are made once, so that a map is painted by looking them up

/** shadesOf returns all shades of a scale, each as [red, green, blue]. */
function shadesOf(stops) {
  return Array.from({length: last + 1}, (_, i) => {
    const at = (i / last) * (stops.length - 1), k = Math.min(Math.floor(at), stops.length - 2);
    return stops[k].map((low, c) => Math.round(low + (at - k) * (stops[k + 1][c] - low)));
  });
}

const shades = {plain: shadesOf(viridis), signed: shadesOf(signed)};

/** shade returns the colour of a value as [red, green, blue]. A scale has {low, high, isSigned}. */
export function shade(value, {low, high, isSigned}) {
  const share = high > low ? (value - low) / (high - low) : 0;
  return (isSigned ? shades.signed : shades.plain)[Math.round(Math.min(Math.max(share, 0), 1) * last)];
}

/** css writes a colour as style sheets have it. */
export const css = ([red, green, blue]) => `rgb(${red}, ${green}, ${blue})`;

/** ink returns black or white, whichever stands out from a shade by 4.5 to 1 (WCAG 2.2, relative luminance). */
export function ink(of) {
  const [r, g, b] = of.map((v) => v / 255).map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b > 0.18 ? "#000" : "#fff";
}

/** paint gives a canvas of a pixel a cell its colours; the style sheet makes it large. A wall stays clear. */
export function paint(canvas, {rows, columns, walls}, values, scale) {
  if (canvas.width !== columns || canvas.height !== rows) Object.assign(canvas, {width: columns, height: rows});
  const image = canvas.getContext("2d").createImageData(columns, rows);
  values.forEach((value, i) => {
    if (!walls[i]) image.data.set([...shade(value, scale), 255], 4 * i);
  });
  canvas.getContext("2d").putImageData(image, 0, 0);
}

const stops = 8; // of a bar, between which a browser mixes colours

/** gradient returns the background of a scale's bar. */
export function gradient(scale) {
  const at = (i) => css(shade(scale.low + (i / stops) * (scale.high - scale.low), scale));
  return `linear-gradient(90deg, ${Array.from({length: stops + 1}, (_, i) => at(i)).join(", ")})`;
}
