package distance

import (
	"context"
	"math"
	"slices"

	"breadboard/chains"
	"breadboard/chains/evidence"
	"breadboard/chains/outside"
	"breadboard/chains/sample"
	"breadboard/grid"
)

// Exec names the user's command in specs of programs.
const Exec = "exec"

// An external runs the user's command as a program of AIDE. The command has dice of its own. It makes many runs at a
// time, one batch after another. After an error it makes no more runs, and forward runs have weight 0.
type external struct {
	ctx    context.Context
	runner outside.Runner
	target []float64 // the log density of the target, by cell
	err    error     // of the command; nil if none of its runs failed
}

// Forward makes a forward run.
func (o *external) Forward(d chains.Dice) (x int, logw float64) {
	xs, logws := o.Forwards([]chains.Dice{d})
	return xs[0], logws[0]
}

// Reverse makes a reverse run.
func (o *external) Reverse(x int, d chains.Dice) (logw float64) {
	return o.Reverses([]int{x}, []chains.Dice{d})[0]
}

// Forwards makes as many forward runs as there are dice.
func (o *external) Forwards(dice []chains.Dice) (xs []int, logw []float64) {
	xs = make([]int, len(dice))
	logw = make([]float64, len(dice))
	if o.err == nil {
		o.err = o.runner.Forward(o.ctx, xs, logw)
	}
	if o.err != nil {
		return xs, slices.Repeat([]float64{math.Inf(-1)}, len(dice))
	}
	return xs, logw
}

// Reverses makes a reverse run from each cell. From a cell without mass log w is +Inf.
func (o *external) Reverses(xs []int, _ []chains.Dice) (logw []float64) {
	hasMass := func(x int) bool { return !math.IsInf(o.target[x], -1) }
	var cells []int
	for _, x := range xs {
		if hasMass(x) {
			cells = append(cells, x)
		}
	}
	answers := make([]float64, len(cells))
	if o.err == nil {
		o.err = o.runner.Reverse(o.ctx, answers, cells)
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

// A WaysCheck says whether forward and reverse runs of the user's command fit together.
type WaysCheck struct {
	evidence.BothWays
	Command string
	Runs    int       // in each direction
	Exact   float64   // log R
	Grid    grid.Grid // of the cells
}

// Broken reports whether the runs do not fit together. It accuses one right program in ten thousand.
func (w WaysCheck) Broken() bool { return w.P() <= 0.0001 }

// checkWays runs the user's command in both directions, as often as AIDE runs it forward. It returns nil if the study
// has no command.
func (s Study) checkWays(ctx context.Context) (*WaysCheck, error) {
	if s.Outside == nil {
		return nil, nil
	}
	n := s.Runs.Target
	if s.Gold.Text == Exec {
		n = s.Runs.Gold
	}
	initial, target := s.Common.Ends()
	law := chains.NewDistribution(chains.Normalized(target))
	d := sample.Seeded(s.Seed, 2) // AIDE's dice have 0 or 1 in this place
	cells := make([]int, n)
	starts := make([]int, n)
	forward := make([]float64, n)
	reverse := make([]float64, n)
	for i := range starts {
		starts[i] = law.Draw(d)
	}
	err := s.Outside.Forward(ctx, cells, forward)
	if err == nil {
		err = s.Outside.Reverse(ctx, reverse, starts)
	}
	if err != nil {
		return nil, err
	}
	both := evidence.CompareWays(forward, reverse, append(cells, starts...), len(target))
	logR := chains.LogSum(target) - chains.LogSum(initial)
	return &WaysCheck{BothWays: both, Command: s.Command, Runs: n, Exact: logR, Grid: s.Common.Target.Grid}, nil
}
