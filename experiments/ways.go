package experiments

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
	"breadboard/chains/evidence"
	"breadboard/chains/laws"
	"breadboard/chains/outside"
	"breadboard/chains/programs"
	"breadboard/chains/sample"
	"breadboard/grid"
)

// A Consistency says whether forward and reverse runs of the user's command fit together: exactly if it tells all its
// ways, and by runs if not.
type Consistency struct {
	Fit                 *programs.Fit // nil if the command tells no ways
	evidence.CrooksTest               // by runs; nothing if the command tells its ways
	Command             string
	Followed            string    // says how its ways are known; "" if it is known by runs
	Unsure              string    // why its runs may be wrong, though they fit together; "" if nothing is seen
	Runs                int       // in each direction
	Exact, LogInitial   float64   // log R, and the log of the sum of f_1
	Began               int       // cells in which f_1 has mass
	Grid                grid.Grid // of the cells
}

// WaysLevel is the probability that runs accuse a right program.
const WaysLevel = 0.0001

// Broken reports whether the runs do not fit together.
func (w Consistency) Broken() bool {
	if w.Fit != nil {
		return !w.Fit.OK && !w.Fit.Within
	}
	return w.P() <= WaysLevel
}

// CheckWays compares both directions of the annealer's command, by n runs of each if it tells no ways. It
// returns nil if there is no command.
func CheckWays(an Annealer, n int, seed uint64) (w *Consistency, err error) {
	command := an.Command
	if command.Program == nil {
		return nil, nil
	}
	initial, target := an.Ends()
	p := make([]float64, len(target))
	logp := make([]float64, len(target))
	logInitial := chains.LogSum(initial)
	w = &Consistency{Command: command.Line, Followed: command.Followed, Grid: an.Target.Grid, LogInitial: logInitial,
		Exact: chains.NormalizeLog(p, logp, target) - logInitial,
		Began: floats.Count(func(v float64) bool { return v > math.Inf(-1) }, initial)}
	if told, ok := command.Program.(programs.Followed); ok {
		size := max(laws.SizeOf(target, p), laws.SizeOf(initial, chains.Normalized(initial)))
		fit := told.Fit(logp, w.Exact, size)
		w.Fit = &fit
		return w, nil
	}
	runs := command.Program.(*outside.Runs)
	cells := chains.NewDistribution(p)
	d := sample.Seeded(seed, 2) // AIDE's dice have 0 or 1 in this place
	starts := make([]int, n)
	for i := range starts {
		starts[i] = cells.Draw(d)
	}
	returned, forward := runs.Forwards(make([]chains.Dice, n))
	reverse := runs.Reverses(starts, make([]chains.Dice, n))
	if runs.Err != nil {
		return nil, runs.Err
	}
	w.Runs = n
	if runs.Unsure {
		w.Unsure = runs.Why
	}
	w.CrooksTest = evidence.CrooksTestOf(forward, reverse, append(returned, starts...), len(target))
	return w, nil
}
