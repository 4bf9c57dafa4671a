package exact

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
	"breadboard/grid"
	"breadboard/grid/must"
	"breadboard/toys"
)

// TestStein holds both to the root of Σ q(x) q(y) κ(x,y), κ(x,y) = Σ A(x,a) A(y,b) k(a,b), where A(x,a) is the weight
// of f(a) in A f(x). By the same sums both are 0 of p. Cells of p may have no mass, where Yang's is not defined.
func TestStein(t *testing.T) {
	for i, on := range []grid.Grid{grid.New(3, 1, 4), grid.New(3, 2, 4).Of(grid.Any, grid.Ring, grid.Ring),
		grid.New(5)} {
		n, d := on.Size(), on.Axes()
		logp := toys.Hard(1).LogF[:n]
		if i == 2 {
			logp[1], logp[2] = math.Inf(-1), math.Inf(-1)
		}
		q, p := chains.Normalized(toys.Easy(2).LogF[:n]), chains.Normalized(logp)
		barker := func(x int, f []float64) (mean float64) {
			for m := range on.Moves() {
				if y, ok := on.Move(x, m); ok && p[x]+p[y] > 0 {
					mean += (f[y] - f[x]) * p[y] / (p[x] + p[y]) / float64(on.Moves())
				}
			}
			return mean
		}
		var yang []func(x int, f []float64) float64
		for axis := range d {
			yang = append(yang, func(x int, f []float64) float64 {
				next, _ := on.Of(grid.Ring).Along(x, axis, 1)
				before, _ := on.Of(grid.Ring).Along(x, axis, -1)
				return (1-p[next]/p[x])*f[x] - (f[x] - f[before])
			})
		}
		root := func(q []float64, operators ...func(x int, f []float64) float64) (sum float64) {
			for _, A := range operators {
				mean := make([]float64, n) // Σ q(x) A(x,a)
				for xa := range n * n {
					f := make([]float64, n)
					f[xa%n] = 1
					mean[xa%n] += q[xa/n] * A(xa/n, f)
				}
				for ab := range n * n {
					differ := 0.0
					for axis := range d {
						if on.Coord(ab/n, axis) != on.Coord(ab%n, axis) {
							differ++
						}
					}
					sum += mean[ab/n] * mean[ab%n] * math.Exp(-differ/float64(d))
				}
			}
			return math.Sqrt(math.Abs(sum))
		}
		g := Measured{P: p, Final: Divergence{1, 1}, d: floats.SubTo(make([]float64, n), q, p)}
		got := g.Stein(on)
		must.Within(t, got.Barker, root(q, barker), 1e-12, "Barker's on %v", on)
		must.Near(t, root(p, barker), 0, 1e-14, "Barker's of p on %v", on)
		if i < 2 {
			must.Within(t, got.Difference, root(q, yang...), 1e-12, "Yang's on %v", on)
			must.Near(t, root(p, yang...), 0, 1e-14, "Yang's of p on %v", on)
		} else if !math.IsNaN(got.Difference) {
			t.Errorf("Yang's is %v", got.Difference)
		}
		floats.Scale(1e200, g.d) // whose squares are no floats
		must.Within(t, g.Stein(on).Barker, 1e200*got.Barker, 1e-12, "Barker's of 1e200 times as much")
	}
	got := Measured{P: []float64{0.5, 0.5, 0}, d: []float64{1e-17, 0, 0}}.Stein(grid.New(3))
	if got.Barker != 0 || !math.IsNaN(got.Difference) {
		t.Errorf("where J is rounding: %v", got)
	}
	large := make([]float64, steinMoves/2+1)
	for n, g := range map[int]Measured{2: {}, len(large): {P: large, d: large}} {
		if got := g.Stein(grid.New(n)); !math.IsNaN(got.Barker) || !math.IsNaN(got.Difference) {
			t.Errorf("without Q, or with too many moves: %v", got)
		}
	}
}
