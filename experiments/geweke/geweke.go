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
	"cmp"
	"context"
	"encoding/binary"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
	"breadboard/chains/evidence"
	"breadboard/chains/sample"
	"breadboard/experiments"
	"breadboard/grid"
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
	return slices.MinFunc(r.Findings, func(a, b Finding) int { return cmp.Compare(a.P, b.P) })
}

// Run draws all pairs, on all cores, and compares them. The numbers depend on the seed alone.
// Progress counts draws.
func (t Test) Run(ctx context.Context, tell experiments.Progress) (Result, error) {
	r, prior := Result{Test: t}, t.Model.Prior()
	for _, name := range names(t.Model.Grid) {
		r.Findings = append(r.Findings, Finding{Name: name, Forward: make([]float64, t.Draws), Chain: make([]float64, t.Draws)})
	}
	const batch = 16 // draws of each way that a worker makes before it asks for more
	err := experiments.Each(ctx, (t.Draws+batch-1)/batch, tell, func(ctx context.Context, part int) error {
		w := walker{Test: t, prior: prior, joint: make([]float64, len(prior))}
		g, bridge := chains.Extend(t.Kernel, t.Model.Grid, chains.Geometric{From: prior, To: w.joint})
		w.level, w.op, w.share = chains.NewLevel(bridge, g.Size()), t.Kernel.On(g), g.Size()/len(prior)
		for i := part * batch; i < min(t.Draws, (part+1)*batch); i++ {
			if ctx.Err() != nil {
				return context.Cause(ctx)
			}
			forward, chain := w.draw(2*uint64(i), 0), w.draw(2*uint64(i)+1, t.Steps)
			for k, f := range r.Findings {
				f.Forward[i], f.Chain[i] = forward[k], chain[k]
			}
		}
		return nil
	})
	if err != nil {
		return Result{}, err
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

// Bytes is the memory of a test of so many draws on a space: a few vectors for each core, and
// some thirty statistics of each draw, both ways.
func Bytes(draws int) experiments.Bytes {
	const vectors, draw = 12, 600 // numbers a state, and bytes a draw
	return experiments.Held(experiments.Workers(0), vectors, 0, draw*float64(draws))
}

type walker struct {
	Test
	prior, joint []float64 // log p(x), and log p(x, y) for the data seen last
	level        *chains.Level
	op           chains.Operator
	share        int // states of the kernel for each cell
}

// draw returns the statistics of a draw by its number: of a pair from the model, or of one at the end of a chain of so
// many steps from there, each by the kernel at p(x | y). The chain ends with a step of the kernel, and not with data from
// p(y | x), which would say nothing of how x and y belong together. If the kernel has several states for a cell, one of
// them is drawn before a step, given x, and forgotten afterwards.
func (w walker) draw(number uint64, steps int) []float64 {
	var key [32]byte
	binary.LittleEndian.PutUint64(key[:], w.MCSeed)
	binary.LittleEndian.PutUint64(key[8:], number)
	rng, dice := rand.New(rand.NewChaCha8(key)), sample.Seeded(w.MCSeed, number/2)
	x := w.Model.Latents(rng)
	y := w.Model.Draw(x, rng)
	for step := range steps {
		if step > 0 {
			y = w.Model.Draw(x, rng)
		}
		w.Model.LogJoint(w.joint, w.prior, y)
		w.level.Move(2, 1)
		w.op.Aim(w.level)
		state := x * w.share
		if w.share > 1 {
			state += dice.Pick(chains.Normalized(w.level.LogF()[state:][:w.share]))
		}
		x = w.op.Step(state, dice) / w.share
	}
	return w.statistics(x, y)
}

// names lists the statistics that a test compares, for a model with latents on this grid.
func names(g grid.Grid) []string {
	all := []string{"cell"}
	for axis := range g.Axes() {
		all = append(all, fmt.Sprintf("latent %d", axis+1))
		for value := range marked(g, axis) {
			all = append(all, fmt.Sprintf("latent %d is %d", axis+1, value))
		}
	}
	return append(all, "mean of y", "mean of y^2", "y_1 times y_N", "log prior", "log likelihood", "log posterior")
}

// marked is the number of values of a latent that have a statistic each. If there are two values
// the latent itself says as much. If there are many none of them has much mass.
func marked(g grid.Grid, axis int) int {
	const many = 10
	if n := g.Len(axis); n > 2 && n <= many {
		return n
	}
	return 0
}

// statistics computes those of a pair of latents and data, in the order of names. Log densities lose their last digits:
// two cells that are equally likely by different sums are then equal.
func (w walker) statistics(x int, y [][]float64) []float64 {
	v := []float64{float64(x)}
	for axis, c := range w.Model.Grid.Coords(x) {
		v = append(v, float64(c))
		for value := range marked(w.Model.Grid, axis) {
			mark := 0.0
			if c == value {
				mark = 1
			}
			v = append(v, mark)
		}
	}
	sum, squares := 0.0, 0.0
	for _, row := range y {
		sum += floats.Sum(row)
		squares += floats.Dot(row, row)
	}
	size := float64(len(y) * len(y[0]))
	w.Model.LogJoint(w.joint, w.prior, y)
	v = append(v, sum/size, squares/size, floats.Dot(y[0], y[len(y)-1]))
	for _, logp := range []float64{w.prior[x], w.joint[x] - w.prior[x], w.joint[x] - chains.LogSum(w.joint)} {
		v = append(v, math.Round(logp*1e9)/1e9)
	}
	return v
}
