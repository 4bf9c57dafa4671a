package sample

import (
	"math"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/grid"
)

// A setting is an annealing on a tiny space.
type setting struct {
	name string
	a    chains.Annealing
}

// settings returns all catalogued kernels, one given by rows and one that is not
// reversible, between two densities without symmetry, T = 2..4, on a path and
// a square; and between densities that have mass in different cells.
func settings() []setting {
	inf := math.Inf(-1)
	spaces := []struct {
		name     string
		g        grid.Grid
		from, to []float64
	}{
		{"path", grid.New(3), []float64{-0.1, 0.5, 0.2}, []float64{0.3, -1.2, 0.9}},
		{"square", grid.New(2, 2), []float64{0, 0.4, -0.3, 0.1}, []float64{1.1, -0.7, 0.2, -2}},
		{"mass lost", grid.New(3), []float64{0, 0.5, 0.2}, []float64{inf, -1.2, 0.9}},
		{"mass lost and won", grid.New(2, 2), []float64{0.3, 0.5, inf, 0.2}, []float64{inf, -1.2, 0.9, 0.4}},
	}
	tried := append(append([]chains.Entry[chains.Kernel]{}, kernels.Catalogue...),
		chains.Entry[chains.Kernel]{Name: "rows", Make: kernels.Rows{To: pairUp}},
		chains.Entry[chains.Kernel]{Name: "sweep", Make: kernels.Rows{To: sweep(1), Back: sweep(-1)}})
	var all []setting
	for _, s := range spaces {
		for _, k := range tried {
			for T := 2; T <= 4; T++ {
				a := chains.Annealing{Grid: s.g, Kernel: k.Make, Schedule: chains.Sigmoid(2, T),
					Bridge: chains.Geometric{From: s.from, To: s.to}}.Extended()
				name := s.name + "/" + k.Name + "/" + string(rune('0'+T))
				all = append(all, setting{name, a})
				if a.SkipLast = T == 3; a.SkipLast {
					all = append(all, setting{name + " last skipped", a})
				}
			}
		}
	}
	return all
}

// pairUp redraws the pair of x and its neighbour by number, 2/3 of the time.
func pairUp(_ grid.Grid, logf []float64, x int, visit func(y int, p float64)) {
	if y := x ^ 1; y < len(logf) && !math.IsInf(logf[y], -1) {
		visit(y, 2./3/(1+math.Exp(logf[x]-logf[y])))
	}
}

// sweep redraws the pairs (0, 1), (1, 2), ... one after the other, or the other
// way round: each redraw is reversible, the sweep is not.
func sweep(way int) kernels.Rule {
	return func(_ grid.Grid, logf []float64, x int, visit func(y int, p float64)) {
		q := make([]float64, len(logf))
		q[x] = 1
		for i := range len(q) - 1 {
			at := i
			if way < 0 {
				at = len(q) - 2 - i
			}
			if both := q[at] + q[at+1]; !(math.IsInf(logf[at], -1) && math.IsInf(logf[at+1], -1)) {
				up := 1 / (1 + math.Exp(logf[at]-logf[at+1]))
				q[at], q[at+1] = both*(1-up), both*up
			}
		}
		for y, p := range q {
			if y != x && p > 0 {
				visit(y, p)
			}
		}
	}
}
