package timeaverage

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/grid"
	"breadboard/toys"
)

// decades are 1, 2, 5, 10, ... up to 1e6.
func decades() (ns []int) {
	for n := 1; n < 1e6; n *= 10 {
		ns = append(ns, n, 2*n, 5*n)
	}
	return append(ns, 1e6)
}

// BenchmarkMeasure: 7 functions and 3 starts, at one number of steps or at 19.
func BenchmarkMeasure(b *testing.B) {
	random := func(lens ...int) toys.Target {
		g, r := grid.New(lens...), rand.New(rand.NewPCG(1, 2))
		logf := make([]float64, g.Size())
		for x := range logf {
			logf[x] = 2 * r.NormFloat64()
		}
		return toys.Target{Grid: g, LogF: logf}
	}
	for _, t := range []toys.Target{toys.Barrier(), random(10, 10), random(15, 15)} {
		for _, k := range []string{"metropolis", "heat-bath", "independence", "perfect"} {
			kernel := named(k)
			for _, ns := range [][]int{{1e6}, decades()} {
				c, p := aimed(kernel, t)
				functions, starts := asked(p)
				b.Run(fmt.Sprintf("%v/%s/%d", t.Grid, k, len(ns)), func(b *testing.B) {
					for b.Loop() {
						if _, err := c.Measure(b.Context(), functions, starts, ns); err != nil {
							b.Fatal(err)
						}
					}
					b.ReportMetric(c.Work(7, ns)/1e9, "Gop")
				})
			}
		}
	}
}

// named is a kernel of the catalogue.
func named(name string) chains.Kernel {
	for _, e := range kernels.Catalogue {
		if e.Name == name {
			return e.Make
		}
	}
	panic(name)
}

// asked are seven functions and three starts.
func asked(p []float64) (functions, starts [][]float64) {
	r, n := rand.New(rand.NewPCG(3, 4)), len(p)
	for range 7 {
		functions = append(functions, draw(r, n))
	}
	return functions, [][]float64{p, at(0, n), at(n-1, n)}
}
