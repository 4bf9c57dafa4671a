package weights

import (
	"context"
	"math"
	"strconv"
	"strings"

	"breadboard/chains"
	"breadboard/chains/programs"
	"breadboard/chains/work"
	"breadboard/exact/accounts"
	"breadboard/experiments"
	"breadboard/grid/text"
	"breadboard/toys"
)

// A Start says where reverse runs start: at draws of a law over cells. A state of a kernel with states of its own is
// then drawn from the target, given the cell.
type Start struct {
	Spec string
	// of is the law over the states, of an annealing of the chain.
	of func(ctx context.Context, c experiments.Chain, a chains.Annealing) ([]float64, error)
}

// FromTarget is the start that the law of programs asks for.
var FromTarget = Start{"target", func(_ context.Context, _ experiments.Chain, a chains.Annealing) ([]float64, error) {
	_, last := a.Ends()
	return chains.Normalized(last), nil
}}

// fromPrior starts at draws of the initial density.
var fromPrior = Start{experiments.Prior, func(_ context.Context, _ experiments.Chain, a chains.Annealing) ([]float64,
	error) {
	first, _ := a.Ends()
	return chains.Normalized(first), nil
}}

// ReadStart reads where reverse runs start:
//
//	target   draws of the target, as they should
//	prior    draws of the initial density
//	cell:I   cell I, from 0
//	K        what K steps of the kernel at the target make of a draw of the initial density (BREAD, 3.2)
//	FILE     draws of the density in a file, which is read as --initial reads one
func ReadStart(word string) (Start, error) {
	number, isCell := strings.CutPrefix(word, "cell:")
	switch {
	case word == FromTarget.Spec:
		return FromTarget, nil
	case word == experiments.Prior:
		return fromPrior, nil
	case isCell:
		cell, err := strconv.Atoi(number)
		if err != nil || cell < 0 {
			return Start{}, experiments.Faultf("%v %s: %q is no number of a cell; cell:0, say, would do",
				experiments.FieldReverseFrom, word, number)
		}
		return fromCell(word, cell), nil
	}
	if steps, err := strconv.Atoi(word); err == nil {
		if steps < 0 || steps > mostSteps {
			return Start{}, experiments.Faultf("%v %s: steps of the kernel from 0 to %s would do",
				experiments.FieldReverseFrom, word, text.Thousands(mostSteps))
		}
		return afterSteps(word, steps), nil
	}
	path, isFile := experiments.InitialFile(word)
	if !isFile {
		return Start{}, experiments.Faultf("%v %s: it is no start; prior, cell:0, a number of steps of the kernel, as "+
			"100, or a file of a density would do", experiments.FieldReverseFrom, word)
	}
	return fromFile(word, path), nil
}

// mostSteps is the largest number of steps before a reverse run.
const mostSteps = 1_000_000

func fromCell(spec string, cell int) Start {
	return Start{spec, func(_ context.Context, c experiments.Chain, a chains.Annealing) ([]float64, error) {
		if err := byCell(c, spec); err != nil {
			return nil, err
		}
		cells := c.Target.Grid.Size()
		if cell >= cells {
			return nil, experiments.Faultf("%v %s: the target has %s cells, from 0 on; cell:0, say, would do",
				experiments.FieldReverseFrom, spec, text.Thousands(cells))
		}
		law := make([]float64, cells)
		law[cell] = 1
		return overStates(law, a), nil
	}}
}

func fromFile(spec, path string) Start {
	return Start{spec, func(_ context.Context, c experiments.Chain, a chains.Annealing) ([]float64, error) {
		if err := byCell(c, spec); err != nil {
			return nil, err
		}
		logs, err := toys.OpenInitial(path, c.Target.Grid)
		if err != nil {
			return nil, experiments.Faultf("%v %v", experiments.FieldReverseFrom, err)
		}
		return overStates(chains.Normalized(logs), a), nil
	}}
}

// byCell is the fault of a start that names cells, on orbits of them.
func byCell(c experiments.Chain, spec string) error {
	if c.ByCell() {
		return nil
	}
	return experiments.Faultf("%v %s: it goes by cells, and %s is walked on orbits; prior, or a number of steps, "+
		"would do", experiments.FieldReverseFrom, spec, c.TargetName())
}

func afterSteps(spec string, steps int) Start {
	return Start{spec, func(ctx context.Context, c experiments.Chain, a chains.Annealing) ([]float64, error) {
		law, err := fromPrior.of(ctx, c, a)
		if err != nil {
			return nil, err
		}
		const aPush = 2 // nanoseconds a cell (package work)
		work.Add(ctx, float64(steps)*float64(len(law))*float64(4+a.Grid.Moves()), aPush)
		op, _ := a.Aimed(a.T(), 1)
		next := make([]float64, len(law))
		for range steps {
			if ctx.Err() != nil {
				return nil, context.Cause(ctx)
			}
			chains.PushLaw(op, next, law)
			law, next = next, law
		}
		return law, nil
	}}
}

// overStates is a law over cells as one over the states of an annealing: within a cell they have the target's law.
func overStates(cells []float64, a chains.Annealing) []float64 {
	_, last := a.Ends()
	each := a.StatesPerCell()
	law := make([]float64, len(last))
	for x, mass := range cells {
		within := last[x*each : (x+1)*each]
		if mass == 0 {
			continue
		}
		shares := make([]float64, each)
		shares[0] = 1 // of a cell without mass, which is refused as a start
		if !math.IsInf(chains.LogSum(within), -1) {
			shares = chains.Normalized(within)
		}
		for s, share := range shares {
			law[x*each+s] = mass * share
		}
	}
	return law
}

// Started is what becomes of B if reverse runs start at draws of a law s.
type Started struct {
	From    string
	RevLogW float64 // E[log w] from s: log R + <s, G>
	B       float64 // <s, G> - ΣF
	Wrong   float64 // by how much that is above B of exact draws: <s, G> - <p, G>
	// Below is how likely an estimate of B from the row's Runs each way is below J.
	Below Perhaps[accounts.Gap]
}

// Starts are what B becomes from each start, and how likely its estimate from so many runs each way is below J.
func Starts(runs int, starts []Start) Law {
	return func(ctx context.Context, c experiments.Chain, e programs.Estimator, p programs.Problem, row *Row) error {
		row.Runs = runs
		if err := ByCell(ctx, c, e, p, row); err != nil || row.Cells.Unknown != "" {
			row.Starts.Unknown = row.Cells.Unknown
			return err
		}
		a, err := accounts.Of(ctx, e, p) // by state
		if err != nil {
			return err
		}
		row.J = row.Cells.Value.J()
		var laws [][]float64
		for _, start := range starts {
			law, err := start.of(ctx, c, p.Annealing)
			if err != nil {
				return err
			}
			one := Started{From: start.Spec, RevLogW: row.LogR - a.LogR + a.WrongStart(law)}
			one.Wrong = one.RevLogW - row.LogR - a.Paths.Reverse
			one.B = a.Paths.Forward + one.RevLogW - row.LogR
			if start.Spec == FromTarget.Spec {
				one.B, one.Wrong = a.B(), 0
			}
			laws = append(laws, law)
			row.Starts.Value = append(row.Starts.Value, one)
		}
		gaps, err := accounts.Gaps(ctx, e, p, laws, runs, row.J)
		for i := range row.Starts.Value {
			below := &row.Starts.Value[i].Below
			var gap accounts.Gap
			if err == nil {
				gap = gaps[i]
			}
			if failed := below.set(gap, err); failed != nil {
				return failed
			}
			if math.IsNaN(below.Value.Own.Value) {
				below.Unknown = "some of these runs would start where the target has no mass, or one below any float"
			}
		}
		return nil
	}
}
