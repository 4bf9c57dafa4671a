// Package geweke tests a kernel together with a model by Geweke's test (2004; BDMC, Appendix B.2). There are two ways
// to draw latents x and data y from a model's joint distribution:
//
//	forward   x from the prior, then y from p(y | x)
//	chain     such a pair first. Then, in turn, a step of the kernel from x, which leaves
//	          p(x | y) invariant, and new data from p(y | x). A step comes last
//
// A statistic must have the same distribution both ways. All draws are independent, because each chain begins at its
// own forward draw and gives one pair, its last. So the p-values are exact. The test cannot see a bug that does not
// change the distribution of (x, y): in weights, in a reversal, or in an operator whose Push is not its Step. It does
// not see that a kernel is slow.
//
// The kernel is one of the catalogue, or a user's command that makes moves (Test.Mover).
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
	"gonum.org/v1/gonum/stat"

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
	Mover  chains.Mover // makes the steps in place of Kernel, one after the other; nil if there is a Kernel
	Steps  int          // of a chain, at least 1
	Draws  int          // of each way, at least 1
	MCSeed uint64
}

// NewTest returns the test of an annealer's model and kernel by a thousand draws of each way and chains of ten steps.
func NewTest(an experiments.Annealer, seed uint64) Test {
	kernel := an.Base(chains.Linear(2)).Kernel
	return Test{Model: an.Target.Model.Model, Kernel: kernel, Steps: 10, Draws: 1000, MCSeed: seed}
}

// Level is the probability of accusing a sound kernel.
const Level = 0.001

// A Finding compares both ways by one statistic.
type Finding struct {
	Name           string
	Forward, Chain []float64 // a value for each draw, in the order of the draws
	// Distance is the largest distance between the two distribution functions. P is the probability of at least this
	// distance if both ways have one distribution, corrected for the number of statistics.
	Distance, P float64
}

// OK reports whether the statistic may have one distribution both ways.
func (f Finding) OK() bool { return f.P > Level }

// A Result has the findings of a test.
type Result struct {
	Test
	Findings []Finding
}

// OK reports whether every statistic may have one distribution both ways.
func (r Result) OK() bool { return r.Worst().OK() }

// Worst returns the finding of least P.
func (r Result) Worst() Finding {
	return slices.MinFunc(r.Findings, func(a, b Finding) int { return cmp.Compare(a.P, b.P) })
}

// Run makes all draws, on all cores or one after the other by a Mover, and compares them. The numbers depend only on
// the seed and the Mover.
func (t Test) Run(ctx context.Context, progress experiments.Progress) (Result, error) {
	batch := 16 // draws that a worker makes before it asks for more
	if t.Mover != nil {
		batch = t.Draws
	}
	forward := make([][]float64, t.Draws)
	chain := make([][]float64, t.Draws)
	prior := t.Model.Prior()
	err := experiments.Each(ctx, (t.Draws+batch-1)/batch, progress, func(ctx context.Context, part int) (err error) {
		w := newWalker(t, prior)
		for i := part * batch; i < min(t.Draws, (part+1)*batch) && err == nil; i++ {
			forward[i] = w.forward(uint64(i))
			chain[i], err = w.chain(ctx, uint64(i))
		}
		return err
	})
	if err != nil {
		return Result{}, err
	}
	r := Result{Test: t}
	names := namesOf(t.Model.Grid)
	ps := make([]float64, len(names))
	for k, name := range names {
		f := Finding{Name: name}
		for i := range t.Draws {
			f.Forward = append(f.Forward, forward[i][k])
			f.Chain = append(f.Chain, chain[i][k])
		}
		f.Distance, ps[k] = evidence.Smirnov(f.Forward, f.Chain)
		r.Findings = append(r.Findings, f)
	}
	for k, p := range evidence.Holm(ps) {
		r.Findings[k].P = p
	}
	return r, nil
}

// A walker makes the draws of one worker.
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

// forward returns the statistics of draw i from the model.
func (w *walker) forward(i uint64) []float64 {
	rng, _ := w.seeded(2 * i)
	x := w.Model.Latents(rng)
	y := w.Model.Draw(x, rng)
	w.Model.LogJoint(w.joint, w.prior, y)
	return w.statistics(x, y)
}

// chain returns the statistics of draw i at the end of a chain.
func (w *walker) chain(ctx context.Context, i uint64) (all []float64, err error) {
	rng, dice := w.seeded(2*i + 1)
	x := w.Model.Latents(rng)
	y := w.Model.Draw(x, rng)
	for step := range w.Steps {
		// A chain ends with a step: new data would fit x even after a wrong step.
		if step > 0 {
			y = w.Model.Draw(x, rng)
		}
		w.Model.LogJoint(w.joint, w.prior, y)
		if x, err = w.step(ctx, x, dice); err != nil {
			return nil, err
		}
	}
	return w.statistics(x, y), nil
}

// seeded returns the sources of randomness of a draw, by its number.
func (w *walker) seeded(number uint64) (*rand.Rand, chains.Dice) {
	var key [32]byte
	binary.LittleEndian.PutUint64(key[:], w.MCSeed)
	binary.LittleEndian.PutUint64(key[8:], number)
	return rand.New(rand.NewChaCha8(key)), sample.Seeded(w.MCSeed, number/2)
}

// step makes a step from x, which leaves p(x | y) invariant. A Mover takes log p(x, y) of every cell.
func (w *walker) step(ctx context.Context, x int, dice chains.Dice) (int, error) {
	if w.Mover == nil {
		w.level.Move(2, 1)
		w.op.Aim(w.level)
		return chains.Step(w.op, x, dice), nil
	}
	next := []int{x}
	err := w.Mover.Aim(ctx, 1, w.joint)
	if err == nil {
		err = w.Mover.Move(ctx, next, []int{x})
	}
	return next[0], err
}

// statistics returns the statistics of latents and the data seen last, in the order of their names.
func (w *walker) statistics(x int, y [][]float64) []float64 {
	g := w.Model.Grid
	all := []float64{float64(x)}
	for axis, c := range g.Coords(x) {
		if g.Len(axis) == 1 {
			continue
		}
		marks := make([]float64, marked(g, axis))
		if c < len(marks) {
			marks[c] = 1
		}
		all = append(append(all, float64(c)), marks...)
	}
	data := slices.Concat(y...)
	// Without their last digits: two cells that are equally likely by different sums are then equal.
	rounded := func(logp float64) float64 { return math.Round(logp*1e9) / 1e9 }
	return append(all, stat.Mean(data, nil), floats.Dot(data, data)/float64(len(data)), floats.Dot(y[0], y[len(y)-1]),
		rounded(w.prior[x]), rounded(w.joint[x]-w.prior[x]), rounded(w.joint[x]-chains.LogSum(w.joint)))
}

// namesOf returns the names of all statistics. An axis of one value has none.
func namesOf(g grid.Grid) []string {
	names := []string{"cell"}
	for axis := range g.Axes() {
		if g.Len(axis) == 1 {
			continue
		}
		names = append(names, fmt.Sprintf("latent %d", axis+1))
		for value := range marked(g, axis) {
			names = append(names, fmt.Sprintf("latent %d is %d", axis+1, value))
		}
	}
	return append(names, "mean of y", "mean of y^2", "y_1 times y_N", "log prior", "log likelihood", "log posterior")
}

// marked returns the number of values of a latent that have a statistic of their own. With two values the latent itself
// says the same, and with many values none has much mass.
func marked(g grid.Grid, axis int) int {
	const many = 10
	if n := g.Len(axis); n > 2 && n <= many {
		return n
	}
	return 0
}
