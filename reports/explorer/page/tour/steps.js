// The steps of the tour. Each sets the page by a link, points at one place of it, and says what is to be seen there.
// Numbers are read from the answers on the screen.
//
//   link    what the page shows, as in a link
//   at      the places that the step points at, as a selector: what its words say to look at or to press is there
//   needs   the kinds of answers that its sentences read, of each side
//   says    the sentences; a and b are the answers of both sides by their kinds
import {compact, number, percent, told, whole} from "explorer/digits.js";

export const steps = [
  {
    title: "A target on a grid",
    link: "toy=barrier&T=100&view=cells&beta=1",
    at: ".map[data-law=p][data-side='a']",
    needs: {a: ["measure"]},
    says: ({a}) => [
      `Each of the ${a.measure.p.length} cells has a density: the brighter a cell, the likelier it is. The target p is `
        + "the density divided by its sum.",
      "A cross of unlikely cells separates four quarters, and "
        + `${percent(quarter(a.measure, a.measure.p))} of p lies in the upper right one.`,
      "Suppose that nobody can draw from p directly. An annealed sampler draws a cell from an easy density, here from "
        + "all cells alike. Then it moves the cell at random through T levels that lead from the easy density to p.",
    ],
  },
  {
    title: "Where the sampler ends: q, and J",
    link: "toy=barrier&T=100&view=cells&beta=1",
    at: "#numbers",
    needs: {a: ["measure"]},
    says: ({a}) => [
      "q says how likely each cell is at the end of a run. It is exact: Breadboard moves whole distributions through "
        + "the levels, and draws nothing.",
      `q has ${percent(quarter(a.measure, a.measure.q))} in the upper right quarter, and p has `
        + `${percent(quarter(a.measure, a.measure.p))} there.`,
      `J says how far q is from p, and p from q, in nats: ${compact(a.measure.J.sum)}. A perfect sampler has J = 0.`,
    ],
  },
  {
    title: "Why J is usually out of reach",
    link: "toy=barrier&T=100&view=cells&beta=0.5",
    at: "#view .piece:nth-of-type(3)",
    needs: {a: ["exact"]},
    says: ({a}) => [
      "To know q, one has to add up all paths that end in a cell. In a large space nobody can; one can only run the "
        + "sampler.",
      "A forward run goes from the easy density to p. A reverse run starts from a true draw of p, and goes back. "
        + "Data that were simulated come with such a draw. The maps show where reverse runs are half-way, at "
        + "beta = 0.5, and how forward runs differ there.",
      "Each run has a log weight: the sum of what the log density of its cell gains from each level to the next. Its "
        + `mean is ${compact(a.exact.fwd_log_w)} forward and ${compact(a.exact.rev_log_w)} in reverse. The log of the `
        + `quotient of the two densities' sums, ${compact(a.exact.log_r)}, is between them.`,
    ],
  },
  {
    title: "Why B bounds J",
    link: "toy=barrier&T=100&view=cells&beta=0.5",
    at: "#along .strips",
    needs: {a: ["exact"]},
    says: ({a}) => [
      `B is the mean log weight of reverse runs less that of forward runs: ${compact(a.exact.rev_log_w)} less `
        + `${compact(a.exact.fwd_log_w)} is ${compact(a.exact.B.sum)}. Runs can estimate it. It is a sum, and the `
        + "strip in the middle shows what each step adds.",
      "B also says how far apart forward and reverse runs are, by their whole paths. J says the same of their last "
        + "cells alone. The last cells tell runs apart no better than whole paths do. So J is never above B.",
      `Here J is ${compact(a.exact.J.sum)}, and B exceeds it by ${compact(a.exact.slack)}.`,
    ],
  },
  {
    title: "Why few levels are not enough",
    link: "toy=barrier&T=10&view=cells&beta=0",
    at: ".map[data-law=p][data-side='a'], .map[data-law=q][data-side='a'], #along .player",
    needs: {a: ["measure", "exact"]},
    says: ({a}) => [
      "Press Play, and watch p and q. The law that should be there gathers in the upper right, in the map of p. The "
        + "forward law, in that of q, cannot follow: with each level the cross is harder to enter, and soon the mass "
        + "is stuck where it is.",
      `After T = ${whole(a.exact.betas.length)} levels ${percent(quarter(a.measure, a.measure.q))} of q is in that quarter; `
        + `${percent(quarter(a.measure, a.measure.p))} should be. J is ${compact(a.measure.J.sum)}, and B is `
        + `${compact(a.measure.B.sum)}.`,
      `Every step adds to B, the last one still ${compact(a.exact.steps.at(-1))}, because at every level the mass is `
        + "where it should not be.",
    ],
  },
  {
    title: "More levels bring both down",
    link: "toy=barrier&T=1000&view=against&curves=linear",
    at: "#view .piece",
    needs: {a: ["measure"]},
    says: ({a}) => [
      `With T = 1000 levels J is ${compact(a.measure.J.sum)} and B is ${compact(a.measure.B.sum)}. Both are less than `
        + "with ten, and the curves show them for other T.",
      "On this target they fall slowly: a run can cross only at early levels, before the cross is too unlikely. On "
        + "easier ones they fall quickly. Choose another target, and see.",
      `q has ${percent(quarter(a.measure, a.measure.q))} in the upper right quarter by now.`,
    ],
  },
  {
    title: "B may prefer the worse sampler",
    link: "toy=easy&seed=1&schedule=linear&T=1000&view=cells&beta=0.5"
      + "&b.toy=easy&b.seed=1&b.schedule=sigmoid:4&b.T=1000",
    at: "#numbers",
    needs: {a: ["measure"], b: ["measure"]},
    says: ({a, b}) => [
      "One target and two schedules: the left setting takes equal steps (linear), and the right one finer ones at both "
        + "ends (sigmoid:4).",
      `By J sigmoid:4 is better: ${compact(b.measure.J.sum)} to ${compact(a.measure.J.sum)}. By B it is worse: `
        + `${compact(b.measure.B.sum)} to ${compact(a.measure.B.sum)}. Whoever chooses by B takes linear, and gets `
        + `${Math.round(number(a.measure.J.sum) / number(b.measure.J.sum))} times the J.`,
      "B counts what goes wrong on the way, even if later levels mend it. J counts only what is wrong at the end.",
    ],
  },
  {
    title: "Your own sampler",
    link: "toy=barrier&T=100&view=sampled&run=true&chains=10000",
    at: "#view .piece",
    needs: {a: ["sample"]},
    says: ({a}) => [
      "Of your own sampler you have runs, and no laws. So you see here what runs say: "
        + `${whole(a.sample.chains)} chains ran in each direction. ${estimated(a.sample)}`,
      "Now paint a target, drag the schedule, or load a file with your own density: every number answers. The link "
        + "keeps what you see, and the command shown with it prints the same numbers.",
    ],
  },
];

/** quarter is the mass of a law in the upper right quarter of the grid, without the cross. */
function quarter({rows, columns}, law) {
  const inside = (cell) => Math.floor(cell / columns) < (rows - 1) / 2 && cell % columns > (columns - 1) / 2;
  return law.reduce((sum, mass, cell) => sum + (inside(cell) ? number(mass) : 0), 0);
}

/** estimated says what the chains say of B, and whether they are right. */
function estimated({estimates}) {
  const b = estimates.find((one) => /^B\b/.test(one.name));
  if (!b) return "They estimate B, with an interval.";
  const held = number(b.low) <= number(b.exact) && number(b.exact) <= number(b.high);
  const where = held ? "inside" : "outside, as one in twenty such intervals has it";
  const [low, high, exact] = told([b.low, b.high, b.exact]);
  return `They put B between ${low} and ${high}; the exact ${exact} is ${where}.`;
}
