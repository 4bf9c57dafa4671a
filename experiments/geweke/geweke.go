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
//
// Another test keeps the data of a forward draw, and ranks x among states of the kernel (ranks.go).
// The kernel is one of the catalogue, or a program that makes its moves (Test.Mover).
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

// A Kind is one of the tests.
type Kind string

// The tests: Geweke's, and that of ranks.go.
const (
	Joint Kind = "joint"
	SBC   Kind = "sbc"
)

// A Test says what to draw.
type Test struct {
	Model  toys.Model
	Kernel chains.Kernel
	Mover  chains.Mover // if it is not nil it makes the steps, one after the other, and there is no Kernel
	Kind   Kind
	Steps  int // of a chain, or between two states that are ranked; at least 1
	Others int // the states among which x is ranked, at least 1; nothing in Joint
	Draws  int // of each way, at least 1
	MCSeed uint64
}

// Of returns the joint test of a chain's model and kernel.
func Of(c experiments.Chain, steps, draws int, seed uint64) Test {
	kernel := c.Base(chains.Linear(2)).Kernel
	return Test{Model: c.Target.Model.Model, Kernel: kernel, Kind: Joint, Steps: steps, Draws: draws, MCSeed: seed}
}

// ranks reports whether x is ranked.
func (t Test) ranks() bool { return t.Kind == SBC }

// Level is the probability of accusing a sound kernel.
const Level = 0.001

// A Finding compares both ways by one statistic. If x is ranked, Chain has its ranks, and Forward each rank once.
type Finding struct {
	Name           string
	Forward, Chain []float64 // a value for each draw, in the order of the draws
	// Distance is the largest distance between the two distribution functions. P is the
	// probability of at least this distance if both ways have one law, corrected for the number
	// of statistics. Of ranks, P is that of counts at most as probable as theirs.
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

// Run makes all draws, on all cores, and compares them. With a program they are made one after the other. The numbers
// depend on the seed alone, and on the program. Progress counts draws.
func (t Test) Run(ctx context.Context, tell experiments.Progress) (Result, error) {
	r, prior := Result{Test: t}, t.Model.Prior()
	for _, name := range t.names() {
		f := Finding{Name: name, Forward: make([]float64, t.Draws), Chain: make([]float64, t.Draws)}
		if t.ranks() {
			f.Forward = eachRank(t.Others)
		}
		r.Findings = append(r.Findings, f)
	}
	several := func(ctx context.Context, from, to int, tell experiments.Progress) error {
		w := newWalker(t, prior)
		for i := from; i < to; i++ {
			if ctx.Err() != nil {
				return context.Cause(ctx)
			}
			if err := w.both(ctx, i, r.Findings); err != nil {
				return err
			}
			if tell != nil {
				tell(i+1-from, to-from)
			}
		}
		return nil
	}
	const batch = 16 // draws that a worker makes before it asks for more
	var err error
	if t.Mover != nil {
		err = several(ctx, 0, t.Draws, tell)
	} else {
		err = experiments.Each(ctx, (t.Draws+batch-1)/batch, tell, func(ctx context.Context, part int) error {
			return several(ctx, part*batch, min(t.Draws, (part+1)*batch), nil)
		})
	}
	if err != nil {
		return Result{}, err
	}
	r.compare()
	return r, nil
}

// compare fills in Distance and P of every finding.
func (r Result) compare() {
	ps := make([]float64, len(r.Findings))
	for i := range r.Findings {
		f := &r.Findings[i]
		f.Distance, ps[i] = evidence.Smirnov(f.Forward, f.Chain)
		if r.ranks() {
			ps[i] = even(f.Chain, r.Others, sample.Seeded(r.MCSeed, uint64(i), uint64(r.Draws)))
		}
	}
	for i, p := range evidence.Holm(ps) {
		r.Findings[i].P = p
	}
}

// A walker makes the draws of a worker.
type walker struct {
	Test
	prior, joint []float64 // log p(x), and log p(x, y) for the data seen last
	level        *chains.Level
	op           chains.Operator
}

// newWalker returns a walker that has seen no data.
func newWalker(t Test, prior []float64) *walker {
	w := &walker{Test: t, prior: prior, joint: make([]float64, len(prior))}
	if t.Mover == nil {
		g := t.Model.Grid
		w.level = chains.NewLevel(chains.Geometric{From: prior, To: w.joint}, g.Size())
		w.op = chains.On(t.Kernel, g)
	}
	return w
}

// both writes the values of draw i, both ways.
func (w *walker) both(ctx context.Context, i int, findings []Finding) error {
	if w.ranks() {
		rng, dice := w.seeded(2*uint64(i) + 1)
		x := w.Model.Latents(rng)
		less, ties, err := w.among(ctx, x, w.Model.Draw(x, rng), dice)
		for k := range less {
			findings[k].Chain[i] = float64(placed(less[k], ties[k], dice))
		}
		return err
	}
	forward, err := w.draw(ctx, 2*uint64(i), 0)
	if err != nil {
		return err
	}
	chain, err := w.draw(ctx, 2*uint64(i)+1, w.Steps)
	for k := range chain {
		findings[k].Forward[i], findings[k].Chain[i] = forward[k], chain[k]
	}
	return err
}

// seeded returns what a draw is made with, by its number.
func (w *walker) seeded(number uint64) (*rand.Rand, chains.Dice) {
	var key [32]byte
	binary.LittleEndian.PutUint64(key[:], w.MCSeed)
	binary.LittleEndian.PutUint64(key[8:], number)
	return rand.New(rand.NewChaCha8(key)), sample.Seeded(w.MCSeed, number/2)
}

// draw returns the statistics of a draw by its number: of a pair from the model, or of one at the end of a chain of so
// many steps from there, each by the kernel at p(x | y). The chain ends with a step of the kernel, and not with data
// from p(y | x), which would say nothing of how x and y belong together.
func (w *walker) draw(ctx context.Context, number uint64, steps int) ([]float64, error) {
	rng, dice := w.seeded(number)
	x := w.Model.Latents(rng)
	y := w.Model.Draw(x, rng)
	for step := range steps {
		if step > 0 {
			y = w.Model.Draw(x, rng)
		}
		err := w.see(ctx, y)
		if err == nil {
			x, err = w.step(ctx, x, dice)
		}
		if err != nil {
			return nil, err
		}
	}
	if steps == 0 {
		w.Model.LogJoint(w.joint, w.prior, y)
	}
	return w.statistics(x, y), nil
}

// see aims the kernel at p(x | y). A Mover is told log p(x, y) of every cell.
func (w *walker) see(ctx context.Context, y [][]float64) error {
	w.Model.LogJoint(w.joint, w.prior, y)
	if w.Mover != nil {
		return w.Mover.Aim(ctx, 1, w.joint)
	}
	w.level.Move(2, 1)
	w.op.Aim(w.level)
	return nil
}

// step makes a step from x.
func (w *walker) step(ctx context.Context, x int, dice chains.Dice) (int, error) {
	if w.Mover != nil {
		next := []int{x}
		err := w.Mover.Move(ctx, next, []int{x})
		return next[0], err
	}
	return chains.Step(w.op, x, dice), nil
}

// names lists the statistics that the test compares. An axis of one value has none. Those of the data alone are the
// same for all x, and rank nothing.
func (t Test) names() []string {
	all, g := []string{"cell"}, t.Model.Grid
	for axis := range g.Axes() {
		if g.Len(axis) == 1 {
			continue
		}
		all = append(all, fmt.Sprintf("latent %d", axis+1))
		for value := range marked(g, axis) {
			all = append(all, fmt.Sprintf("latent %d is %d", axis+1, value))
		}
	}
	if !t.ranks() {
		all = append(all, "mean of y", "mean of y^2", "y_1 times y_N")
	}
	return append(all, "log prior", "log likelihood", "log posterior")
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

// statistics computes those of a pair of latents and the data seen last, in the order of names; y is nil if x is
// ranked. Log densities lose their last digits: two cells that are equally likely by different sums are then equal.
func (w *walker) statistics(x int, y [][]float64) []float64 {
	v := []float64{float64(x)}
	g := w.Model.Grid
	for axis, c := range g.Coords(x) {
		if g.Len(axis) == 1 {
			continue
		}
		v = append(v, float64(c))
		for value := range marked(g, axis) {
			mark := 0.0
			if c == value {
				mark = 1
			}
			v = append(v, mark)
		}
	}
	if y != nil {
		sum, squares := 0.0, 0.0
		for _, row := range y {
			sum += floats.Sum(row)
			squares += floats.Dot(row, row)
		}
		size := float64(len(y) * len(y[0]))
		v = append(v, sum/size, squares/size, floats.Dot(y[0], y[len(y)-1]))
	}
	for _, logp := range []float64{w.prior[x], w.joint[x] - w.prior[x], w.joint[x] - chains.LogSum(w.joint)} {
		v = append(v, math.Round(logp*1e9)/1e9)
	}
	return v
}
