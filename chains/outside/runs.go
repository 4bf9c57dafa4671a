package outside

import (
	"context"
	"math"
	"slices"

	"breadboard/chains"
)

// Runs is a Runner as a program, which has dice of its own. It makes many runs at a time, one batch after another, and
// on one goroutine. After an error it makes no more runs, and forward runs have weight 0.
type Runs struct {
	Why    string // says why the program is known by its runs alone
	Unsure bool   // says that what is known of it does not fit together
	Err    error  // of the Runner; nil if none of its runs failed

	ctx    context.Context
	runner Runner
	target []float64 // the log density of the target, by cell
}

// NewRuns returns a Runner as a program on this target, of which why says why it is not known exactly.
func NewRuns(ctx context.Context, r Runner, target []float64, why NotTold) *Runs {
	return &Runs{Why: why.Why, Unsure: why.Unsure, ctx: ctx, runner: r, target: target}
}

// Forward makes a forward run.
func (o *Runs) Forward(d chains.Dice) (x int, logw float64) {
	xs, logws := o.Forwards([]chains.Dice{d})
	return xs[0], logws[0]
}

// Reverse makes a reverse run.
func (o *Runs) Reverse(x int, d chains.Dice) (logw float64) {
	return o.Reverses([]int{x}, []chains.Dice{d})[0]
}

// Cost returns NaN: what a run computes is not known.
func (o *Runs) Cost() float64 { return math.NaN() }

// Forwards makes as many forward runs as there are dice.
func (o *Runs) Forwards(dice []chains.Dice) (xs []int, logw []float64) {
	xs = make([]int, len(dice))
	logw = make([]float64, len(dice))
	if o.Err == nil {
		o.Err = o.runner.Forward(o.ctx, xs, logw)
	}
	if o.Err != nil {
		return xs, slices.Repeat([]float64{math.Inf(-1)}, len(dice))
	}
	return xs, logw
}

// Reverses makes a reverse run from each cell. From a cell without mass log w is +Inf.
func (o *Runs) Reverses(xs []int, _ []chains.Dice) (logw []float64) {
	hasMass := func(x int) bool { return !math.IsInf(o.target[x], -1) }
	var cells []int
	for _, x := range xs {
		if hasMass(x) {
			cells = append(cells, x)
		}
	}
	answers := make([]float64, len(cells))
	if o.Err == nil {
		o.Err = o.runner.Reverse(o.ctx, answers, cells)
	}
	for _, x := range xs {
		if !hasMass(x) {
			logw = append(logw, math.Inf(1))
			continue
		}
		logw = append(logw, answers[0])
		answers = answers[1:]
	}
	return logw
}
