package tuning_test

import (
	"fmt"
	"math"
	"math/big"
	"slices"
	"testing"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/exact/certain"
	"breadboard/exact/tuning"
	"breadboard/grid"
	"breadboard/grid/must"
	"breadboard/toys"
)

// A scene is a family with a place in it, and what is known of its derivatives: the digits of the largest.
type scene struct {
	name   string
	family tuning.Family
	at     []float64
	digits float64
}

// known and measured are the errors of derivatives that are exact, and of those by pushes beside the parameter.
const known, measured = 1e-9, 2e-8

// ends are the densities of a family.
type ends struct {
	grid     grid.Grid
	from, to []float64
}

// shares is a parameter of a kernel that is a share, and scale one that goes in ratios.
func shares() tuning.Parameter { return tuning.Parameter{Low: 0, High: 1, Linear: true} }

func scale(low, high float64) tuning.Parameter {
	return tuning.Parameter{Low: low, High: high, Spacing: chains.Ratios}
}

// bending is a parameter of a bridge.
func bending(low, high float64) tuning.Parameter {
	return tuning.Parameter{Low: low, High: high, Bends: true}
}

// byKernel is a family of kernels on the geometric path.
func (e ends) byKernel(name string, of tuning.Parameter, at, digits float64, k func(v float64) chains.Kernel) scene {
	path := chains.Geometric{From: e.from, To: e.to}
	return scene{name, tuning.Family{Parameters: []tuning.Parameter{of}, At: func(v []float64) chains.Annealing {
		return chains.Annealing{Grid: e.grid, Kernel: k(v[0]), Bridge: path}.Extended()
	}}, []float64{at}, digits}
}

// byBridge is a family of bridges with one kernel.
func (e ends) byBridge(name string, of tuning.Parameter, at, digits float64, k chains.Kernel,
	b func(from, to []float64, v float64) *chains.QPath) scene {
	return scene{name, tuning.Family{Parameters: []tuning.Parameter{of}, At: func(v []float64) chains.Annealing {
		return chains.Annealing{Grid: e.grid, Kernel: k, Bridge: b(e.from, e.to, v[0])}.Extended()
	}}, []float64{at}, digits}
}

// scenes have every kind of parameter: those that are known exactly, and those that are not, inside their ranges and at
// both ends.
func (e ends) scenes() []scene {
	lazy := func(a float64) chains.Kernel { return kernels.Lazy{A: a, Kernel: kernels.Metropolis{}} }
	turning := func(w float64) chains.Kernel { // not reversible
		return kernels.Mixture{Weights: []float64{w, 1 - w}, Kernels: []chains.Kernel{kernels.GibbsSweep{},
			kernels.Jumps{Tail: kernels.Laplace, Scale: 1.5}}}
	}
	jumps := func(tail kernels.Tail) func(float64) chains.Kernel {
		return func(v float64) chains.Kernel { return kernels.Jumps{Tail: tail, Scale: v} }
	}
	langevin := func(v float64) chains.Kernel { return kernels.Langevin{Size: v} }
	both := func(v float64) chains.Kernel {
		return kernels.Mixture{Weights: []float64{1, 2}, Kernels: []chains.Kernel{jumps(kernels.Gauss)(v),
			kernels.Hamiltonian{Steps: 2, Size: 1}}}
	}
	sweep := kernels.GibbsSweep{}
	two := scene{"SCALE and Q", tuning.Family{Parameters: []tuning.Parameter{scale(0.5, 8), bending(-1, 2)},
		At: func(v []float64) chains.Annealing {
			return chains.Annealing{Grid: e.grid, Kernel: jumps(kernels.Cauchy)(v[0]),
				Bridge: chains.NewQPath(e.from, e.to, v[1])}
		}}, []float64{1.2, 0.4}, measured}
	return []scene{
		e.byKernel("A", shares(), 0.3, known, lazy),
		e.byKernel("A at its end", shares(), 1, known, lazy),
		e.byKernel("a share of a cycle", shares(), 0.7, known, turning),
		e.byKernel("SCALE of laplace", scale(0.5, 8), 1.7, measured, jumps(kernels.Laplace)),
		e.byKernel("SCALE of cauchy at its low end", scale(0.5, 8), 0.5, measured, jumps(kernels.Cauchy)),
		e.byKernel("SCALE of gaussian at its high end", scale(0.5, 2), 2, measured, jumps(kernels.Gauss)),
		e.byKernel("SIZE", scale(0.55, 0.95), 0.7, measured, langevin),
		e.byKernel("SCALE of a part", scale(0.5, 8), 0.9, measured, both),
		e.byBridge("Q", bending(0, 1), 0.35, known, kernels.Metropolis{}, chains.NewQPath),
		e.byBridge("Q of the geometric path, by a cycle", bending(0, 1), 1, known, sweep, chains.NewQPath),
		e.byBridge("Q with jumps", bending(0, 1), 0, measured, jumps(kernels.Laplace)(1.5), chains.NewQPath),
		e.byBridge("log R", bending(-3, 3), 0.8, known, kernels.HeatBath{}, chains.NewPilotMixture),
		e.byBridge("Q of a walker with a direction", bending(0, 2), 1.5, known, kernels.Lifted{Turn: 0.2},
			chains.NewQPath),
		e.byBridge("Q of two walkers", bending(0, 2), 0.4, known, kernels.Swap{Share: 0.5}, chains.NewQPath),
		two,
	}
}

// small are ends on 3x3 cells, and wide ones on 7x7.
func small() ends {
	return ends{grid.New(3, 3), []float64{0.3, -1.2, 0.8, 1.9, -0.4, 0.1, 2.2, -2.0, 0.5},
		[]float64{1.3, 0.2, -1.8, 0.9, 0.4, -2.1, 1.2, 3.0, -0.5}}
}

func wide() ends {
	easy := toys.Easy(3)
	from := make([]float64, len(easy.LogF))
	for x := range from {
		from[x] = math.Sin(float64(7*x)) / 2
	}
	return ends{easy.Grid, from, easy.LogF}
}

// TestFamilyGradients holds the derivatives by every kind of parameter to central differences of the big-float truth on
// 3x3 cells, two values 2^-29 apart: those are off by 1e-17.
func TestFamilyGradients(t *testing.T) {
	const h = 0x1p-30
	for _, s := range small().scenes() {
		for _, T := range []int{2, 3, 6} {
			for _, skip := range []bool{false, true} {
				levels := chains.Sigmoid(2, T)
				truth := func(values []float64) certain.Truth {
					a := s.family.At(values)
					a.Schedule = levels
					a.SkipLast = skip
					return must.Have(certain.Measure(t.Context(), a, func(int, float64) {}))(t)
				}
				J, B := s.skipping(skip).Gradients(levels, s.at)
				name := fmt.Sprintf("%s, T = %d, the last kernel is left out: %v", s.name, T, skip)
				for k, v := range s.at {
					values := slices.Clone(s.at)
					values[k] = v + h
					up := truth(values)
					values[k] = v - h
					down := truth(values)
					width := (v + h) - (v - h)
					held(t, name+": dJ", J.Values[k], apart(up.Cell.J, down.Cell.J)/width, s.digits)
					held(t, name+": dB", B.Values[k], apart(up.B, down.B)/width, s.digits)
				}
			}
		}
	}
}

// skipping is the family that leaves out the last kernel, or not.
func (s scene) skipping(skip bool) tuning.Family {
	at := s.family.At
	s.family.At = func(values []float64) chains.Annealing {
		a := at(values)
		a.SkipLast = skip
		return a
	}
	return s.family
}

// apart is the difference of two numbers that are proven.
func apart(up, down certain.Enclosure) float64 {
	difference, _ := new(big.Float).Sub(up.Mid(), down.Mid()).Float64()
	return difference
}

func held(t *testing.T, name string, got, want, digits float64) {
	t.Helper()
	if !(math.Abs(got-want) <= digits*max(math.Abs(want), 0.1)) {
		t.Errorf("%s = %.12g, want %.12g", name, got, want)
	}
}
