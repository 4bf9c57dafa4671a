// Package geweke tests a kernel together with a model by Geweke's test (2004; BDMC, Appendix
// B.2). There are two ways to draw latents x and data y from a model's joint law:
//
//	forward   x from the prior, then y from p(y | x)
//	chain     such a pair first. Then, in turn, a step of the kernel from x, which leaves
//	          p(x | y) invariant, and new data from p(y | x). A step comes last
//
// A statistic must have the same law both ways. All draws are independent, because a chain begins
// anew at a forward draw and gives one pair, its last. So the p-values are exact. The test cannot
// see a bug that does not change the law of (x, y): in weights, in a reversal, or in an operator
// whose Push is not its Step. Nor does it see that a kernel is slow.
package geweke

import (
	"context"
	"slices"

	"breadboard/chains"
	"breadboard/chains/evidence"
	"breadboard/experiments"
	"breadboard/toys"
)

// A Test says what to draw.
type Test struct {
	Model  toys.Model
	Kernel chains.Kernel
	Steps  int // of a chain, at least 1
	Draws  int // of each way, at least 1
	MCSeed uint64
}

// Of returns the test of a chain's model and kernel.
func Of(c experiments.Chain, steps, draws int, seed uint64) Test {
	kernel := c.Base(chains.Linear(2)).Kernel
	return Test{Model: c.Target.Model.Model, Kernel: kernel, Steps: steps, Draws: draws, MCSeed: seed}
}

// Most draws and steps of a test.
const (
	MostDraws = 100_000
	MostSteps = 10_000
)

// Level is the probability of accusing a sound kernel.
const Level = 0.001

// A Finding compares both ways by one statistic.
type Finding struct {
	Name           string
	Forward, Chain []float64 // a value for each draw, in the order of the draws
	// Distance is the largest distance between the two distribution functions. P is the
	// probability of at least this distance if both ways have one law, corrected for the number
	// of statistics.
	Distance, P float64
}

// OK reports whether the statistic may have one law both ways.
func (f Finding) OK() bool { return f.P > Level }

// A Result is a test that was run.
type Result struct {
	Test
	Findings []Finding
}

// OK reports whether every statistic may have one law both ways.
func (r Result) OK() bool { return r.Worst().OK() }

// Worst is the finding of least P.
func (r Result) Worst() Finding {
	worst := r.Findings[0]
	for _, f := range r.Findings {
		if f.P < worst.P {
			worst = f
		}
	}
	return worst
}

// Run draws all pairs, on all cores, and compares them. The numbers depend on the seed alone.
// Progress counts draws.
func (t Test) Run(ctx context.Context, tell experiments.Progress) (Result, error) {
	forward, chain, err := t.draws(ctx, tell)
	if err != nil {
		return Result{}, err
	}
	r := Result{Test: t}
	for i, name := range NewStatistics(t.Model).Names {
		r.Findings = append(r.Findings, Finding{Name: name, Forward: column(forward, i), Chain: column(chain, i)})
	}
	r.compare()
	return r, nil
}

// First returns the result that fewer draws would have given: the first so many of each way.
func (r Result) First(draws int) Result {
	r.Draws, r.Findings = draws, slices.Clone(r.Findings)
	for i := range r.Findings {
		f := &r.Findings[i]
		f.Forward, f.Chain = f.Forward[:draws], f.Chain[:draws]
	}
	r.compare()
	return r
}

// compare fills in Distance and P of every finding.
func (r Result) compare() {
	ps := make([]float64, len(r.Findings))
	for i := range r.Findings {
		f := &r.Findings[i]
		f.Distance, ps[i] = evidence.Smirnov(f.Forward, f.Chain)
	}
	for i, p := range evidence.Holm(ps) {
		r.Findings[i].P = p
	}
}

func column(rows [][]float64, i int) []float64 {
	v := make([]float64, len(rows))
	for k, row := range rows {
		v[k] = row[i]
	}
	return v
}

// Bytes is the memory of a test of so many draws on a space: a few vectors for each core, and
// some thirty statistics of each draw, both ways.
func Bytes(draws int) experiments.Bytes {
	const vectors, draw = 12, 600 // numbers a state, and bytes a draw
	return experiments.Held(experiments.Workers(0), vectors, 0, draw*float64(draws))
}
