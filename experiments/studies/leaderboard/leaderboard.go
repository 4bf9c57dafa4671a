// Package leaderboard asks which kernel is best by the truth, on spins, labels and posteriors, at equal evaluations of
// the density, and where annealing beats a chain. reports/leaderboard has what was found.
//
// An entrant is a kernel on a target (entrant.go). A Row has its gap, its real effective sample size, and J of what it
// returns at a price: by a chain that does not anneal, and by an annealing, by both counts of evaluations (counts.go).
// An Estimate is a way to estimate an expectation, with its exact bias and variance (estimates.go). Of annealing and
// of sequential Monte Carlo it has those of E[wh]/E[w], for one run, and for K runs the terms in 1/K (particles.go).
// Which way takes fewer evaluations is in ways.go.
package leaderboard

import (
	"context"
	"fmt"
	"slices"

	"breadboard/chains/kernels"
	"breadboard/experiments/studies/display"
	"breadboard/experiments/studies/run"
)

// A Row is a kernel on a target. Numbers that do not exist are NaN.
type Row struct {
	Set    string `column:"set"`
	Family string `column:"family"`
	Target string `column:"target"`
	Seed   int    `column:"seed"` // of a random target whose name has none
	Cells  int    `column:"cells"`
	Kernel string `column:"kernel"`
	// Same is a kernel further up that has the same steps on this target. The numbers are its.
	Same string `column:"same"`
	// Left says why the kernel is left out here. It then has no numbers.
	Left string  `column:"left_out"`
	Cost float64 `column:"cost"` // evaluations of the density in a step
	Gap  float64 `column:"gap"`  // 1 less the second eigenvalue at the target
	SLEM float64 `column:"slem"` // the second largest modulus of an eigenvalue there

	// The exact draws that the average of a chain is worth, from the start and after 1000 evaluations.
	RESSLogF float64 `column:"ress_logf"`
	RESSSide float64 `column:"ress_side"`

	// The evaluations that are worth one exact draw, in the limit of many: of a chain's average, and of the weighted
	// average of annealings with the best number of levels that was tried, by both counts.
	ChainLogF   float64 `column:"draw_chain_logf"`
	ChainSide   float64 `column:"draw_chain_side"`
	ChargedLogF float64 `column:"draw_charged_logf"`
	ChargedSide float64 `column:"draw_charged_side"`
	FreeLogF    float64 `column:"draw_free_logf"`
	FreeSide    float64 `column:"draw_free_side"`

	JChain100    float64 `column:"J_chain_100"`
	JCharged100  float64 `column:"J_charged_100"`
	JFree100     float64 `column:"J_free_100"`
	JChain1000   float64 `column:"J_chain_1000"`
	JCharged1000 float64 `column:"J_charged_1000"`
	JFree1000    float64 `column:"J_free_1000"`
}

// numbers are those of a row that a kernel without a form has not.
func (r *Row) numbers() []*float64 {
	return []*float64{&r.Cost, &r.Gap, &r.SLEM, &r.RESSLogF, &r.RESSSide, &r.ChainLogF, &r.ChainSide, &r.ChargedLogF,
		&r.ChargedSide, &r.FreeLogF, &r.FreeSide, &r.JChain100, &r.JCharged100, &r.JFree100, &r.JChain1000,
		&r.JCharged1000, &r.JFree1000}
}

// digits is how many digits a number of the files has.
const digits = 5

// Found is what the study found.
type Found struct {
	Rows      []Row
	Estimates []Estimate
}

// round leaves the digits that the files have: the page and the figures can then be made again from these.
func (f Found) round() Found {
	for i := range f.Rows {
		display.Round(digits, f.Rows[i].numbers()...)
	}
	for i := range f.Estimates {
		display.Round(digits, f.Estimates[i].numbers()...)
	}
	return f
}

// Measure runs every kernel on every target.
func Measure(ctx context.Context, setting run.Setting) (found Found, err error) {
	parts, err := run.Targets(ctx, setting, subjects(setting), subject.work, subject.measured)
	if err != nil {
		return found, err
	}
	for _, part := range parts {
		found.Rows = append(found.Rows, part.Rows...)
		found.Estimates = append(found.Estimates, part.Estimates...)
	}
	return found.round(), nil
}

// sweep is metropolis with as many steps at once as there are axes, in place of one: as many as a sweep of cycle has.
const sweep = "metropolis, a sweep"

// gradientAsOne is informed-gradient where a gradient costs as much as one log density: a step takes the gradients in
// both cells, and log f of the second. In all other rows a gradient is its differences. It is in no contest.
const (
	gradientAsOne = "informed-gradient, a gradient as one"
	costAsOne     = 3
)

// names are those of all kernels that may enter: perfect draws from the target, identity never moves, and no kernel
// misses its target. Those with a parameter stand at their example.
func names() (all []string) {
	for _, e := range slices.Concat(kernels.Families, kernels.Beside) {
		switch {
		case e.Make.Param != "":
			all = append(all, fmt.Sprintf("%s:%s", e.Name, e.Make.Example))
		case e.Name != "perfect" && e.Name != "identity":
			all = append(all, e.Name)
		}
	}
	return append(all, sweep, gradientAsOne)
}
