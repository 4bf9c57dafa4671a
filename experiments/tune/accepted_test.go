package tune

import (
	"math"
	"testing"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/grid"
	"breadboard/grid/must"
)

// A chance is what a kernel proposes from a cell of a line, and how it accepts, by its definition.
type chance func(x int, visit func(y int, proposed, accepted float64))

// line has the proposals of kernels on a line of cells with these log densities. Cells off the line are rejected.
func line(logf []float64) map[string]chance {
	metropolis := func(x, y int) float64 {
		if y < 0 || y >= len(logf) {
			return 0
		}
		return min(1, math.Exp(logf[y]-logf[x]))
	}
	return map[string]chance{
		"metropolis": func(x int, visit func(y int, proposed, accepted float64)) {
			visit(x-1, 0.5, metropolis(x, x-1))
			visit(x+1, 0.5, metropolis(x, x+1))
		},
		"laplace": func(x int, visit func(y int, proposed, accepted float64)) {
			sum := 0.0
			for m := 1; m < len(logf); m++ {
				sum += 2 * math.Exp(-float64(m)/1.5)
			}
			for m := 1; m < len(logf); m++ {
				p := math.Exp(-float64(m)/1.5) / sum
				visit(x-m, p, metropolis(x, x-m))
				visit(x+m, p, metropolis(x, x+m))
			}
		},
		"langevin": func(x int, visit func(y int, proposed, accepted float64)) {
			here := langevin(logf, x)
			for y, p := range here {
				if p > 0 {
					back := langevin(logf, y)[x]
					visit(y, p, min(1, math.Exp(logf[y]-logf[x])*back/p))
				}
			}
		},
	}
}

// langevin is the law of the proposal from x by its size of 1.2: within two sizes, rounded up.
func langevin(logf []float64, x int) []float64 {
	const size = 1.2
	low := max(x-1, 0)
	high := min(x+1, len(logf)-1)
	drift := size * size / 2 * (logf[high] - logf[low]) / float64(high-low)
	drift = max(min(drift, size), -size)
	law := make([]float64, len(logf))
	sum := 0.0
	for y := range law {
		m := float64(y - x)
		if math.Abs(m) <= math.Ceil(2*size) {
			law[y] = math.Exp(-(m - drift) * (m - drift) / (2 * size * size))
			sum += law[y]
		}
	}
	for y := range law {
		law[y] /= sum
	}
	return law
}

// TestAccepted holds the acceptance rates at the target and over a run to sums over proposals, as the papers define
// them, with steps by level and with as many at each.
func TestAccepted(t *testing.T) {
	logf := []float64{0.5, -1, 2, 0.3, 1.1, -0.7}
	all := map[string]kernels.Accepting{}
	for name, k := range map[string]chains.Kernel{"metropolis": kernels.Metropolis{},
		"laplace": kernels.Jumps{Tail: kernels.Laplace, Scale: 1.5}, "langevin": kernels.Langevin{Size: 1.2}} {
		a := chains.To(logf, grid.New(len(logf)), kernels.Repeat{Times: 3, Kernel: k}, 4)
		moved, got := movesOfRun(a)
		var path, target [3]float64 // proposed, accepted and moved
		q := chains.Normalized(make([]float64, len(logf)))
		step := func(sums *[3]float64, q []float64, beta float64) (next []float64) {
			next = make([]float64, len(q))
			for x, mass := range q {
				line(chains.Tempered(logf, beta))[name](x, func(y int, proposed, accepted float64) {
					if y == x {
						next[x] += mass * proposed
						return
					}
					sums[0] += mass * proposed
					sums[1] += mass * proposed * accepted
					next[x] += mass * proposed * (1 - accepted)
					if accepted > 0 {
						next[y] += mass * proposed * accepted
					}
				})
				sums[2] += mass
			}
			return next
		}
		for t := 1; t <= 3; t++ {
			for range 3 {
				q = step(&path, q, float64(t)/3)
			}
		}
		step(&target, chains.Normalized(logf), 1)
		must.Within(t, float64(moved), path[1]/path[2], 1e-12, "%s: moved", name)
		must.Within(t, float64(got.Path), path[1]/path[0], 1e-12, "%s: accepted over the path", name)
		must.Within(t, float64(got.Target), target[1]/target[0], 1e-12, "%s: accepted at the target", name)
		all[name], _ = kernels.AcceptingOf(k, a.Grid)
	}
	if all["metropolis"].Advised != 0.44 || all["laplace"].Advised != 0.44 || all["langevin"].Advised != 0.574 {
		t.Errorf("the advice is %v", all)
	}
}

// advised is heat-bath, but says of itself that it proposes and accepts.
type advised struct{ kernels.HeatBath }

func (advised) Accepting(g grid.Grid) kernels.Accepting {
	stays := func(*chains.Level) func(x int) float64 {
		return func(int) float64 { return 1 / float64(g.Size()) }
	}
	return kernels.Accepting{Advised: 0.3, Stays: stays}
}

// TestOwnAccepting: a kernel of one's own is asked for its advice, and for how often it is offered the cell where it
// is. On a line of one density heat-bath draws each cell as often, so that all offers of others are accepted.
func TestOwnAccepting(t *testing.T) {
	g := grid.New(5)
	_, got := movesOfRun(chains.To(make([]float64, g.Size()), g, advised{}, 3))
	if got == nil || got.Advised != 0.3 {
		t.Fatalf("the advice is %v", got)
	}
	must.Near(t, float64(got.Target), 1, 1e-12, "accepted at the target")
}

// TestAcceptedWhereFlat: on rings, spins and labels of one density each proposal of another cell is accepted, also
// where a move leads round a ring to where it began. What draws from conditionals accepts nothing.
func TestAcceptedWhereFlat(t *testing.T) {
	rings := grid.New(3, 5).Of(grid.Ring, grid.Ring)
	labels := grid.New(4, 3).Of(grid.Any, grid.Any)
	for _, g := range []grid.Grid{rings, grid.New(2, 2, 2), labels} {
		for _, size := range []float64{0.4, 1.7, 3} {
			_, got := movesOfRun(chains.To(make([]float64, g.Size()), g, kernels.Langevin{Size: size}, 3))
			must.Near(t, float64(got.Target), 1, 1e-12, "%v: langevin:%v accepts", g, size)
		}
		_, got := movesOfRun(chains.To(make([]float64, g.Size()), g, kernels.HeatBath{}, 3))
		if got != nil {
			t.Errorf("heat-bath accepts %v", got)
		}
	}
}
