package exact_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"

	"breadboard/chains"
	"breadboard/chains/chaintest"
	"breadboard/chains/kernels"
	"breadboard/exact"
	"breadboard/grid"
	"breadboard/toys"
)

func along(t rapid.TB, a chains.Annealing, levels ...int) []exact.Frame {
	t.Helper()
	frames, err := exact.Along(context.Background(), a, levels)
	if err != nil {
		t.Fatal(err)
	}
	return frames
}

// every is all levels.
func every(T int) (levels []int) {
	for t := range T {
		levels = append(levels, t+1)
	}
	return levels
}

// enumerated has the laws and the parts of each level, by the definition: it adds up paths. The states of a cell lie
// side by side.
func enumerated(a chains.Annealing) (forward, reverse, parts [][]float64) {
	logp := logLaws(a)
	cells := a.Grid.Size() / a.PerCell()
	for range a.T() {
		forward, reverse = append(forward, make([]float64, cells)), append(reverse, make([]float64, cells))
		parts = append(parts, make([]float64, cells))
	}
	paths := chaintest.Enumerate(a, chaintest.Annealer)
	add := func(all map[string]chaintest.Path, laws [][]float64, sign float64) {
		for _, path := range all {
			for i := range a.T() {
				x := path.States[min(i, len(path.States)-1)] // without the last kernel, x_T is x_{T-1}
				laws[i][x/a.PerCell()] += path.Prob
				if i+1 < a.T() {
					parts[i+1][x/a.PerCell()] += sign * path.Prob * (logp[i+1][x] - logp[i][x])
				}
			}
		}
	}
	add(paths.Forward, forward, -1)
	add(paths.Reverse, reverse, 1)
	return forward, reverse, parts
}

// logLaws are log p_t at every level.
func logLaws(a chains.Annealing) (logp [][]float64) {
	l := a.NewLevel()
	for t := 1; t <= a.T(); t++ {
		a.LevelAt(l, t)
		logp = append(logp, exact.Logs(chains.Normalized(l.LogF())))
	}
	return logp
}

// TestAlongIsEnumerated covers a kernel whose reversal is another, those with more states than cells, and an
// annealing without its last kernel.
func TestAlongIsEnumerated(t *testing.T) {
	for _, c := range []struct {
		kernel chains.Kernel
		skip   bool
	}{{kernels.Metropolis{}, false}, {kernels.GibbsSweep{}, false}, {kernels.GibbsSweep{}, true},
		{kernels.Lifted{Turn: 0.3}, true}, {kernels.Swap{Share: 0.5}, false}} {
		chaintest.Tiny(t, c.kernel, func(t rapid.TB, s chaintest.Scene) {
			s.SkipLast = c.skip
			forward, reverse, parts := enumerated(s.Annealing)
			for i, f := range along(t, s.Annealing, every(s.T())...) {
				sameSums(t, fmt.Sprintf("%s: the forward law at level %d", s.Name, f.T), f.Forward, forward[i])
				sameSums(t, fmt.Sprintf("%s: the reverse law at level %d", s.Name, f.T), f.Reverse, reverse[i])
				if i > 0 {
					sameSums(t, fmt.Sprintf("%s: the parts of the step to level %d", s.Name, f.T), f.Parts, parts[i])
				}
			}
		})
	}
}

// sameSums compares vectors that are sums over paths.
func sameSums(t rapid.TB, name string, got, want []float64) {
	t.Helper()
	if !floats.EqualApprox(got, want, byPaths*max(1, floats.Norm(want, 1))) {
		t.Errorf("%s is %v, want %v", name, got, want)
	}
}

// dense writes Metropolis' moves on a grid of two axes out, from the definition alone.
func dense(g grid.Grid, p []float64) *mat.Dense {
	n := len(p)
	m := mat.NewDense(n, n, nil)
	for x := range n {
		stay, r, c := 1., g.Coord(x, 0), g.Coord(x, 1)
		for _, to := range [][2]int{{r - 1, c}, {r + 1, c}, {r, c - 1}, {r, c + 1}} {
			if to[0] < 0 || to[0] >= g.Len(0) || to[1] < 0 || to[1] >= g.Len(1) {
				continue
			}
			y := g.Index(to[0], to[1])
			move := min(1, p[y]/p[x]) / 4
			m.Set(x, y, move)
			stay -= move
		}
		m.Set(x, x, stay)
	}
	return m
}

// TestAlongIsDense: on BARRIER the laws are products of vectors with dense matrices, and frames that leave levels out
// have the parts of all steps between. Metropolis is its own reversal.
func TestAlongIsDense(t *testing.T) {
	const T = 30
	target := toys.Barrier()
	a := annealing(target, kernels.Metropolis{}, chains.Sigmoid(4, T))
	moves := func(i int) *mat.Dense { return dense(target.Grid, at(target, a.Schedule.Beta(i))) }
	forward := mat.NewVecDense(49, at(target, 0))
	frames, logp := along(t, a, 1, 4, 5, 17, T), logLaws(a)
	for _, f := range frames {
		reverse := mat.NewVecDense(49, at(target, 1))
		for i := T; i > f.T; i-- {
			reverse.MulVec(moves(i).T(), reverse)
		}
		q := mat.VecDenseCopyOf(forward)
		for i := 2; i <= f.T; i++ {
			q.MulVec(moves(i).T(), q)
		}
		near(t, fmt.Sprintf("forward at level %d, off by", f.T), floats.Distance(f.Forward, q.RawVector().Data, 1), 0, 1e-13)
		near(t, fmt.Sprintf("reverse at level %d, off by", f.T), floats.Distance(f.Reverse, reverse.RawVector().Data, 1), 0,
			1e-13)
		near(t, fmt.Sprintf("p at level %d, off by", f.T), floats.Distance(f.P, at(target, f.Beta), 1), 0, 1e-13)
	}
	all := along(t, a, every(T)...)
	sum := make([]float64, 49)
	for i := 5; i < 17; i++ { // the step from level i to level i+1
		for x := range sum {
			sum[x] += (all[i-1].Reverse[x] - all[i-1].Forward[x]) * (logp[i][x] - logp[i-1][x])
		}
	}
	near(t, "the parts from level 5 to 17, off by", floats.Distance(frames[3].Parts, sum, 1), 0, 1e-13)
}

// TestAlongAddsUp: the parts of all frames add up to those of ByCell, and so to B. The last forward law is that of
// the samples.
func TestAlongAddsUp(t *testing.T) {
	a := annealing(toys.Easy(3), kernels.Lifted{}, chains.Linear(50))
	frames, want := along(t, a, 1, 20, 50), byCell(t, a)
	for x := range 49 {
		states := floats.Sum(want[x*a.PerCell() : (x+1)*a.PerCell()])
		near(t, "the part of a cell", frames[1].Parts[x]+frames[2].Parts[x], states, 1e-13)
	}
	q, p, _ := run(t, a).Marginal(49)
	near(t, "the forward law, off by", floats.Distance(frames[2].Forward, q, 1), 0, 1e-13)
	near(t, "the target, off by", floats.Distance(frames[2].P, p, 1), 0, 1e-13)
	if frames[0].Parts != nil {
		t.Error("the first frame has parts, and no step leads to it")
	}
}

func TestAlongStops(t *testing.T) {
	ctx, stop := context.WithCancelCause(t.Context())
	why := errors.New("nobody waits")
	stop(why)
	a := annealing(toys.Barrier(), kernels.Metropolis{}, chains.Linear(10_000))
	if _, err := exact.Along(ctx, a, []int{1, 10_000}); !errors.Is(err, why) {
		t.Errorf("a stopped run ends with %v", err)
	}
}

// A cell that the target lost has an infinite part in the frame of the last step alone.
func TestAlongInfinite(t *testing.T) {
	a := between([]float64{0, 0, 0}, []float64{0, 1, math.Inf(-1)}, 3, kernels.Metropolis{})
	a.Grid = grid.New(3)
	frames := along(t, a, 1, 2, 3)
	endless(t, "the part of the step that loses the cell", frames[1].Parts[2], true)
	endless(t, "the part of the step after it", frames[2].Parts[2], false)
}
