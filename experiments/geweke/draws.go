package geweke

import (
	"context"
	"encoding/binary"
	"fmt"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
	"breadboard/chains/sample"
	"breadboard/experiments"
	"breadboard/toys"
)

// batch is the number of draws of each way that a worker makes before it asks for more.
const batch = 16

// draws returns the statistics of every forward draw and of every chain.
func (t Test) draws(ctx context.Context, tell experiments.Progress) (forward, chain [][]float64, err error) {
	forward, chain = make([][]float64, t.Draws), make([][]float64, t.Draws)
	prior := t.Model.Prior()
	err = experiments.Each(ctx, (t.Draws+batch-1)/batch, tell, func(ctx context.Context, part int) error {
		w := newWalker(t, prior)
		for i := part * batch; i < min(t.Draws, (part+1)*batch); i++ {
			if ctx.Err() != nil {
				return context.Cause(ctx)
			}
			forward[i], chain[i] = w.forward(i), w.chain(i)
		}
		return nil
	})
	return forward, chain, err
}

// A walker draws pairs one after the other.
type walker struct {
	Test
	prior, joint []float64 // log p(x), and log p(x, y) for the data seen last
	level        *chains.Level
	op           chains.Operator
	share        int // states of the kernel for each cell
	statistics   *Statistics
}

func newWalker(t Test, prior []float64) *walker {
	w := &walker{Test: t, prior: prior, joint: make([]float64, len(prior)),
		statistics: NewStatistics(t.Model)}
	g, bridge := chains.Extend(t.Kernel, t.Model.Grid, chains.Geometric{From: prior, To: w.joint})
	w.level, w.op, w.share = chains.NewLevel(bridge, g.Size()), t.Kernel.On(g), g.Size()/len(prior)
	return w
}

// forward draws pair i from the model.
func (w *walker) forward(i int) []float64 {
	rng := generator(w.MCSeed, 2*uint64(i))
	x := w.Model.Latents(rng)
	return w.statistics.Of(x, w.Model.Draw(x, rng))
}

// chain draws pair i at the end of a chain: after the last step of the kernel, and not after
// data from p(y | x), which would say nothing of how x and y belong together.
func (w *walker) chain(i int) []float64 {
	rng, dice := generator(w.MCSeed, 2*uint64(i)+1), sample.Seeded(w.MCSeed, uint64(i))
	x := w.Model.Latents(rng)
	y := w.Model.Draw(x, rng)
	for step := range w.Steps {
		if step > 0 {
			y = w.Model.Draw(x, rng)
		}
		x = w.step(x, y, dice)
	}
	return w.statistics.Of(x, y)
}

// step moves x by a step of the kernel at p(x | y). If the kernel has several states for a
// cell, one of them is drawn before, given x, and forgotten afterwards.
func (w *walker) step(x int, y [][]float64, d chains.Dice) int {
	w.Model.LogJoint(w.joint, w.prior, y)
	w.level.Move(2, 1)
	w.op.Aim(w.level)
	state := x * w.share
	if w.share > 1 {
		logf := w.level.LogF()[state:][:w.share]
		state += d.Pick(chains.Normalized(logf))
	}
	return w.op.Step(state, d) / w.share
}

// generator returns a generator of numbers for one draw.
func generator(seed, draw uint64) *rand.Rand {
	var key [32]byte
	binary.LittleEndian.PutUint64(key[:], seed)
	binary.LittleEndian.PutUint64(key[8:], draw)
	return rand.New(rand.NewChaCha8(key))
}

// Statistics computes statistics of pairs of latents and data.
type Statistics struct {
	Names        []string
	model        toys.Model
	prior, joint []float64 // log p(x), and log p(x, y) for the data measured last
}

// NewStatistics returns the statistics that a test of the model compares.
func NewStatistics(m toys.Model) *Statistics {
	s := &Statistics{Names: []string{"cell"}, model: m, prior: m.Prior()}
	s.joint = make([]float64, len(s.prior))
	for axis := range m.Grid.Axes() {
		s.Names = append(s.Names, fmt.Sprintf("latent %d", axis+1))
		for value := range s.marked(axis) {
			s.Names = append(s.Names, fmt.Sprintf("latent %d is %d", axis+1, value))
		}
	}
	s.Names = append(s.Names, "mean of y", "mean of y^2", "y_1 times y_N", "log prior", "log likelihood", "log posterior")
	return s
}

// marked is the number of values of a latent that have a statistic each. If there are two values
// the latent itself says as much. If there are many none of them has much mass.
func (s *Statistics) marked(axis int) int {
	const many = 10
	if n := s.model.Grid.Len(axis); n > 2 && n <= many {
		return n
	}
	return 0
}

// Of returns the statistics of a pair, in the order of their names.
func (s *Statistics) Of(x int, y [][]float64) []float64 {
	v := make([]float64, 0, len(s.Names))
	v = append(v, float64(x))
	for axis, c := range s.model.Grid.Coords(x) {
		v = append(v, float64(c))
		for value := range s.marked(axis) {
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
	s.model.LogJoint(s.joint, s.prior, y)
	posterior := s.joint[x] - chains.LogSum(s.joint)
	return append(v, sum/size, squares/size, floats.Dot(y[0], y[len(y)-1]), rounded(s.prior[x]),
		rounded(s.joint[x]-s.prior[x]), rounded(posterior))
}

// rounded drops the last digits of a log density: cells that are equally likely, and get there
// by different sums, are then equal.
func rounded(v float64) float64 { return math.Round(v*1e9) / 1e9 }
