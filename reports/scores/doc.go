// Package scores prints how well samplers do: the scores of `breadboard score`, and the figures of the
// study of samplers. scores.go has the tables, of the kernels on a density and over many densities, and figures.go the
// share of solved problems against the budget, box plots of efficiencies, the estimated against the real sample size, and
// what --out writes.
package scores
