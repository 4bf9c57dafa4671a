package exact

import (
	"math"
	"testing"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/grid"
	"breadboard/grid/must"
)

// TestMassesByProducts: at every level the masses of a plain chain are the exponentials over their sum, upward and
// downward, between fresh levels too, and where large steps come after small ones and beta stands.
func TestMassesByProducts(t *testing.T) {
	g := grid.New(3, 5)
	first := make([]float64, g.Size())
	last := make([]float64, g.Size())
	for x := range last {
		first[x] = math.Sin(float64(3 * x))
		last[x] = 300 * math.Cos(float64(x*x))
	}
	betas := []float64{0}
	for step := range 400 {
		by := 0.0005
		if step%90 == 70 {
			by = 0.1
		}
		if step%7 == 0 {
			by = 0
		}
		betas = append(betas, betas[step]+by)
	}
	betas = append(betas, 1)
	schedule := must.Have(chains.NewSchedule(betas))(t)
	a := chains.Annealing{Grid: g, Kernel: kernels.Metropolis{}, Schedule: schedule,
		Bridge: chains.Geometric{From: first, To: last}}
	up := make([]int, 0, len(betas))
	down := make([]int, 0, len(betas))
	for i := range betas {
		up = append(up, i+1)
		down = append(down, len(betas)-i)
	}
	for _, levels := range [][]int{up, down} {
		c := newPlain(a)
		w := c.newAbreast(levels[0], a.Kernel.On(g))
		products := 0
		for _, level := range levels[1:] {
			w.step(level)
			if w.from != level {
				products++
			}
			want := chains.Normalized(c.level.LogF())
			for x, p := range w.masses() {
				if !(math.Abs(p-want[x]) <= 2e-13*want[x]) {
					t.Fatalf("at level %d cell %d has %v, and its exponential is %v", level, x, p, want[x])
				}
			}
		}
		if products < 300 || c.thin {
			t.Errorf("%d of %d levels went by products; thin: %v", products, len(levels), c.thin)
		}
	}
	if res := must.Have(Run(t.Context(), a))(t); !(res.Defect <= 1e-10) {
		t.Errorf("the run's defect is %v: %v", res.Defect, res.Checks)
	}
}
