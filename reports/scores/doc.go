// Package scores prints how well samplers do: the scores of `breadboard score`, and the figures of the
// study of samplers. scores.go has the table of the kernels on a density, and leaderboard.go that
// over many densities. figures.go draws the share of solved problems against the budget and box plots
// of efficiencies, calibration.go the estimated against the real sample size, and files.go has what
// --out writes.
package scores
