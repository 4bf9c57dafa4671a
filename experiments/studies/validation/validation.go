// Package validation asks which check finds which bug: 31 that people put into samplers, seeded one at a time in one
// annealing. Exact laws are held by package experiments/validation, and by hunt.go for bugs in how a program starts and
// weighs its chains; sampled checks are made by sampled.go, over and over. reports/validation has what was found.
package validation

import (
	"context"
	"math"
	"slices"

	"breadboard/chains/laws"
	"breadboard/experiments/studies/run"
	"breadboard/experiments/validation/seeded"
)

// A Caught says which exact laws a bug breaks, and how often each sampled check finds it.
type Caught struct {
	Bug, About string // no Bug: nothing is wrong
	Balance    string
	Caught     string // the law that is to catch it, and how it does
	Value      float64
	Limit      float64
	Witness    string
	Cause      string
	CauseSays  string
	Verdict    string
	Broken     []string // exact laws
	// E_rev[log w] - E_fwd[log w], and the J of the cells in which forward chains end; NaN if the rows are no
	// probabilities.
	Gap, J float64
	// In how many samplings it was found, at all and by each law of seenLaws.
	Samplings int
	Any       int
	Found     []int
}

// The laws of a program's weights, which samples of a kernel alone cannot tell.
const (
	seenMeanW    laws.Law = "mean of w = Z_T/Z_1"
	seenMeanInvW laws.Law = "mean of 1/w = Z_1/Z_T"
)

// exactLaws and seenLaws are the checks, in the order of the page.
var (
	exactLaws = []laws.Law{laws.Entries, laws.Sums, laws.Walls, laws.Invariance, laws.EachCell, laws.Reversal,
		laws.Connected, laws.Aperiodic, laws.Push, laws.Declared, laws.Start, laws.ReverseStart, laws.OneWeight,
		laws.Crooks, laws.MeanW, laws.MeanInvW, laws.Below, laws.Above, laws.Sandwich, laws.BoundsJ, laws.TwoFormulas}
	seenLaws = []laws.Law{laws.SeenWalls, laws.SeenDraws, laws.SeenRank, laws.SeenBalance, laws.SeenRows,
		laws.SeenSandwich, seenMeanW, seenMeanInvW}
)

// moves and samplings size the study. level makes the probability of one accusation, in all samplings of a sound kernel
// by all checks, less than a hundredth.
const (
	moves     = 100_000
	samplings = 20
	level     = 1e-4
)

// quickSamplings are those of a quick look.
const quickSamplings = 1

// subjects are the sound annealing, and all bugs.
func subjects() []seeded.Bug { return append([]seeded.Bug{{}}, seeded.Bugs...) }

// Measure hunts all bugs.
func Measure(ctx context.Context, setting run.Setting) ([]Caught, error) {
	bugs := subjects()
	repeats := samplings
	if setting.Quick {
		repeats = quickSamplings
	}
	alike := slices.Repeat([]int{1}, len(bugs))
	return run.Each(ctx, setting.Shelf, "bugs", alike, setting.Tell, func(ctx context.Context, i int) (Caught, error) {
		return catch(ctx, setting, bugs[i], repeats)
	})
}

// catch hunts a bug by all laws. What comes out for a bug does not depend on others.
func catch(ctx context.Context, setting run.Setting, b seeded.Bug, repeats int) (Caught, error) {
	v, err := hunt(ctx, b)
	if err != nil {
		return Caught{}, err
	}
	c := Caught{Bug: b.Name, About: b.About, Balance: v.Balance.String(), Verdict: v.Verdict(),
		Found: make([]int, len(seenLaws))}
	if v.Cause != nil {
		c.Cause, c.CauseSays = v.Cause.Name, v.Cause.Says
	}
	up, down, _, J := seeded.NewProgram(b).Run()
	c.Gap, c.J = down.LogW-up.LogW, J
	for _, f := range v.Broken() {
		c.Broken = append(c.Broken, string(f.Law))
		if f.Law == laws.Entries || f.Law == laws.Sums {
			c.Gap, c.J = math.NaN(), math.NaN()
		}
		if f.Law == b.Caught {
			c.Caught = string(f.Law)
			c.Value = f.Value
			c.Limit = f.Limit
			c.Witness = f.Witness
		}
	}
	return c, c.sampled(ctx, setting, b, repeats)
}
