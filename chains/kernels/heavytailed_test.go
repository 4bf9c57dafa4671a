package kernels_test

import (
	"math"
	"slices"
	"testing"

	"breadboard/chains"
	"breadboard/chains/chaintest"
	"breadboard/chains/kernels"
	"breadboard/grid"
	"breadboard/grid/must"
)

// jumping is the kernel read literally: an axis, a length of step between -(n-1) and n-1 by a law that does not know
// the cell, and a move to where that leads, round a ring. Whoever draws among the steps that stay in the box, and
// accepts as if that were symmetric, leaves another density invariant.
func jumping(law func(m float64) float64) chains.Kernel {
	return literal{kernels.Rows{To: func(g grid.Grid, logf []float64, x int, visit func(y int, p float64)) {
		to := make([]float64, g.Size())
		for axis := range g.Axes() {
			n, sum := g.Len(axis), 0.0
			for _, twice := range []bool{false, true} {
				for m := 1 - n; m < n; m++ {
					c := g.Coord(x, axis) + m
					ok := c >= 0 && c < n
					if g.Kind(axis) == grid.Ring {
						c, ok = (c+n)%n, true
					}
					if g.Kind(axis) == grid.Any {
						ok = m > 0
						c = 1 - g.Coord(x, axis)
					}
					counts := m != 0 && (g.Kind(axis) != grid.Any || m > 0)
					if !counts {
						continue
					}
					if !twice {
						sum += law(float64(m))
						continue
					}
					if y := x + (c-g.Coord(x, axis))*g.Stride(axis); ok && !g.Wall(y) && logf[y] > none {
						to[y] += law(float64(m)) / sum / float64(g.Axes()) * math.Exp(min(logf[y]-logf[x], 0))
					}
				}
			}
		}
		for y, p := range to {
			if y != x && p > 0 {
				visit(y, p)
			}
		}
	}}}
}

// literal has no form on labels, as its kernel.
type literal struct{ kernels.Rows }

func (literal) Fits(g grid.Grid) error { return kernels.Jumps{}.Fits(g) }

func byCauchy(m float64) float64 { return 1 / (1 + m*m/2.25) }

func byGauss(m float64) float64 { return math.Exp(-m * m / 4.5) }

// TestGaussWithoutBox: a law that is normalised over the cells in reach of x knows x, and without Hastings' ratio
// another density is left invariant. The laws say so.
func TestGaussWithoutBox(t *testing.T) {
	among := kernels.Rows{To: func(g grid.Grid, logf []float64, x int, visit func(y int, p float64)) {
		for axis := range g.Axes() {
			sum := 0.0
			for _, twice := range []bool{false, true} {
				for c := range g.Len(axis) {
					m := c - g.Coord(x, axis)
					y := x + m*g.Stride(axis)
					switch {
					case m == 0:
					case !twice:
						sum += byGauss(float64(m))
					case logf[y] > none:
						visit(y, byGauss(float64(m))/sum/float64(g.Axes())*math.Exp(min(logf[y]-logf[x], 0)))
					}
				}
			}
		}
	}}
	if len(chaintest.Breaches(among, chaintest.Annealer)) == 0 {
		t.Error("no law notices that steps are drawn among those that stay in the box")
	}
}

// TestGaussianHamiltonian: half of a row is that of either part.
func TestGaussianHamiltonian(t *testing.T) {
	at := slices.IndexFunc(kernels.All, func(e chains.Entry[chains.Kernel]) bool {
		return e.Name == "gaussian-hamiltonian:1.5"
	})
	walk := ahead(jumping(byGauss))
	must.Each(t, ahead(kernels.All[at].Make), blend(0.5, walk, ahead(kernels.Hamiltonian{Steps: 3, Size: 1.5})), 1e-14,
		"the mixture")
}

// TestHeavyTails holds all three kernels to the literal reading, on axes of every kind.
func TestHeavyTails(t *testing.T) {
	for _, g := range []grid.Grid{grid.New(7), grid.New(4, 3), grid.New(5, 2).Of(grid.Ring, grid.Any),
		grid.New(2, 2).Of(grid.Any), grid.New(2, 3).Of(grid.Ring), grid.New(4, 3).WithWalls(5), grid.New(1, 4)} {
		for name, c := range map[string]struct {
			k   chains.Kernel
			law func(m float64) float64
		}{
			"cauchy": {kernels.Jumps{Scale: 1.5}, byCauchy},
			"laplace": {kernels.Jumps{Tail: kernels.Laplace, Scale: 2},
				func(m float64) float64 { return math.Exp(-math.Abs(m) / 2) }},
			"gaussian": {kernels.Jumps{Tail: kernels.Gauss, Scale: 1.5}, byGauss},
		} {
			got, _ := matrix(c.k, g, puzzle(g))
			want, _ := matrix(jumping(c.law), g, puzzle(g))
			must.Each(t, got, want, 1e-14, "%s on %s", name, g.String())
		}
	}
}

// TestStretch: a stretch is proposed to 2d, d/2 and -d, by hand from a pair on a path of nine cells; three walkers
// would do as well, and cost more states. A fourth factor, which is not undone, breaks the symmetry.
func TestStretch(t *testing.T) {
	op, _ := aimed(kernels.Stretch{}, grid.New(9, 9), make([]float64, 81))
	if reversal := op.Reversal(); reversal == op {
		t.Error("a stretch in turn is its own reversal")
	}
	// From (5, 3), all of the same mass: either walker moves one cell, or not off the end, and is stretched in turn.
	want := map[int]float64{}
	for _, x := range []int{4, 6} {
		for _, y := range []int{2, 4} {
			stretch := func(c, about int) (all []int) {
				d := c - about
				for _, to := range []float64{float64(2 * d), float64(d) / 2, float64(-d)} {
					if at := float64(about) + to; at != math.Trunc(at) || at < 0 || at > 8 {
						all = append(all, c)
					} else {
						all = append(all, int(at))
					}
				}
				return all
			}
			for _, x := range stretch(x, y) {
				for _, y := range stretch(y, x) {
					want[x*9+y] += 1. / 36
				}
			}
		}
	}
	op.Row(5*9+3, func(to int, p float64) {
		must.Near(t, p, want[to], 1e-14, "from 5, 3 to %d, %d with probability", to/9, to%9)
		delete(want, to)
	})
	delete(want, 5*9+3)
	if len(want) > 0 {
		t.Errorf("there are no moves to %v", want)
	}
}

// TestScaleByAxis: what a scale of 1.5 means on each kind of axis, as the page of kernels says it, where nothing is
// rejected but what leaves the box.
func TestScaleByAxis(t *testing.T) {
	for _, c := range []struct {
		g    grid.Grid
		from int
		want []float64
	}{
		{grid.New(7), 3, []float64{0.049, 0.149, 0.290, 0.024, 0.290, 0.149, 0.049}},
		{grid.New(5).Of(grid.Ring), 0, []float64{0, 0.301, 0.199, 0.199, 0.301}},
		{grid.New(2).Of(grid.Any), 0, []float64{0, 1}},
	} {
		n := c.g.Size()
		rows, _ := matrix(kernels.Jumps{Tail: kernels.Gauss, Scale: 1.5}, c.g, make([]float64, n))
		must.Each(t, rows[c.from*n:(c.from+1)*n], c.want, 5e-4, "%v", c.g)
	}
	if (kernels.Jumps{Tail: kernels.Gauss, Scale: 1.5}).Fits(grid.New(3).Of(grid.Any)) == nil {
		t.Error("labels of three have lengths")
	}
}
