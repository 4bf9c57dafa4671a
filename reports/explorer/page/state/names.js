// What the two settings of the page are called. In links and answers they are a and b, which no reader sees: beside the
// bound B a setting named B would be two things under one letter.

/** Names of the settings, in their order. */
export const names = ["left", "right"];

/** nameOf is what a side is called: "left" or "right". */
export const nameOf = ({name}) => names["ab".indexOf(name)];

/** headOf is the name of a side as a heading has it: "Left" or "Right". */
export const headOf = (side) => nameOf(side)[0].toUpperCase() + nameOf(side).slice(1);

/** less is what a difference of both is called, as the left one's number less that of the right one. */
export const less = `${names[0]} − ${names[1]}`;
