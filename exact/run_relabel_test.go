package exact_test

import (
	"math"
	"testing"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/exact"
	"breadboard/grid"
	"breadboard/toys"
)

// TestRelabelling turns a 3x5 target over and exchanges its axes: J, B and log R
// do not know how cells are numbered. (That a kernel treats all axes alike is a
// property of those catalogued, not a law of kernels: cycle begins with one.)
func TestRelabelling(t *testing.T) {
	g, turned := grid.New(3, 5).WithWalls(7), grid.New(5, 3)
	values := toys.Easy(5).LogF[:15]
	logf, other := make([]float64, 15), make([]float64, 15)
	copy(logf, values)
	logf[7] = math.Inf(-1)
	for x, v := range logf {
		y := turned.Index(4-g.Coord(x, 1), g.Coord(x, 0))
		other[y] = v
		if g.Wall(x) {
			turned = turned.WithWalls(y)
		}
	}
	for _, k := range kernels.Catalogue {
		if k.Name == "cycle" {
			continue
		}
		run := func(g grid.Grid, logf []float64) exact.Result {
			res, err := exact.Run(t.Context(), chains.Annealing{Grid: g, Kernel: k.Make, Schedule: chains.Linear(7),
				Bridge: chains.Geometric{From: chains.Uniform(logf), To: logf}}.Extended())
			if err != nil {
				t.Fatal(err)
			}
			return res
		}
		a, b := run(g, logf), run(turned, other)
		for of, x := range map[string][2]float64{
			"J":     {a.J(), b.J()},
			"B":     {a.B(), b.B()},
			"log R": {a.LogR, b.LogR},
		} {
			if math.Abs(x[0]-x[1]) > 1e-13 {
				t.Errorf("%s: %s is %v, and %v relabelled", k.Name, of, x[0], x[1])
			}
		}
	}
}
