package tuning_test

import (
	"fmt"
	"math"
	"math/big"
	"slices"
	"testing"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/exact"
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
		e.byBridge("Q of two walkers", bending(0, 2), 0.4, known, kernels.Stretch{}, chains.NewQPath),
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
// 3x3 cells, two values 2^-29 apart: those are off by 1e-17. The last kernel runs in every second case.
func TestFamilyGradients(t *testing.T) {
	const h = 0x1p-30
	for i, s := range small().scenes() {
		for k, T := range []int{2, 3, 6} {
			skip := (i+k)%2 == 1
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

// measuredSlopes are the derivatives of exact's J and B by one value, from two others beside it: their error is h², and
// 1e-14 over h. Farther away two of the 49 cells would change order, where metropolis has a corner.
func measuredSlopes(t *testing.T, f tuning.Family, levels chains.Schedule, at []float64, k int) (dJ, dB float64) {
	t.Helper()
	const h = 0x1p-17
	for _, way := range []float64{1, -1} {
		values := slices.Clone(at)
		values[k] += way * h
		a := f.At(values)
		a.Schedule = levels
		m := must.Have(exact.Measure(t.Context(), a))(t)
		_, _, final := m.Marginal(a.Grid.Size() / a.StatesPerCell())
		dJ += way * final.Jeffreys() / (2 * h)
		dB += way * m.B() / (2 * h)
	}
	return dJ, dB
}

// TestFamilyGradientsOnEasy holds the derivatives to differences of exact's J and B on 7x7 cells.
func TestFamilyGradientsOnEasy(t *testing.T) {
	for _, s := range wide().scenes() {
		a := s.family.At(s.at)
		if a.StatesPerCell() > 4 || s.family.Parameters[0].Linear && s.at[0] == 1 { // there is no kernel beyond
			continue
		}
		for _, T := range []int{2, 9, 20} {
			family := s.skipping(T == 9)
			J, B := family.Gradients(chains.Linear(T), s.at)
			for k := range s.at {
				dJ, dB := measuredSlopes(t, family, chains.Linear(T), s.at, k)
				held(t, fmt.Sprintf("%s, T = %d: dJ", s.name, T), J.Values[k], dJ, 1e-7)
				held(t, fmt.Sprintf("%s, T = %d: dB", s.name, T), B.Values[k], dB, 1e-7)
			}
		}
	}
}

// late is a path that says how it bends a little later.
type late struct{ *chains.QPath }

func (b late) Bend(dst []float64, beta float64) bool { return b.QPath.Bend(dst, min(beta+0.01, 1)) }

func (b late) Lowered() (chains.Bridge, float64) { return b, 0 }

// TestWrongFamilies: a path that bends otherwise than it says, and a scale that is said to be linear, are seen.
func TestWrongFamilies(t *testing.T) {
	e := wide()
	bent := e.byBridge("late", bending(0, 1), 0.35, known, kernels.Metropolis{}, chains.NewQPath)
	at := bent.family.At
	bent.family.At = func(v []float64) chains.Annealing {
		a := at(v)
		a.Bridge = late{chains.NewQPath(e.from, e.to, v[0])}
		return a
	}
	linear := scale(0.5, 8)
	linear.Linear = true
	straight := e.byKernel("straight", linear, 1.7, known, func(v float64) chains.Kernel {
		return kernels.Jumps{Tail: kernels.Laplace, Scale: v}
	})
	for _, s := range []scene{bent, straight} {
		J, B := s.family.Gradients(chains.Linear(9), s.at)
		dJ, dB := measuredSlopes(t, s.family, chains.Linear(9), s.at, 0)
		if math.Abs(J.Values[0]-dJ) < 1e-4 || math.Abs(B.Values[0]-dB) < 1e-4 {
			t.Errorf("%s: dJ = %v is near %v, or dB = %v near %v", s.name, J.Values[0], dJ, B.Values[0], dB)
		}
	}
}

// TestFamilyCheck: there is no gradient by whole numbers, in no room, along a path that does not know how it bends, and
// where cells come and go.
func TestFamilyCheck(t *testing.T) {
	e := small()
	good := e.byBridge("Q", bending(0, 1), 0.35, known, kernels.Metropolis{}, chains.NewQPath).family
	must.Do(t, good.Check())
	with := func(change func(p *tuning.Parameter)) tuning.Family {
		f := good
		f.Parameters = slices.Clone(good.Parameters)
		change(&f.Parameters[0])
		return f
	}
	whole := with(func(p *tuning.Parameter) { p.Spacing = chains.Wholes })
	refused(t, whole.Check(), "whole steps")
	narrow := with(func(p *tuning.Parameter) { p.Low = 1 - 1e-6 })
	refused(t, narrow.Check(), "no room")
	geometric := e.byKernel("", bending(0, 1), 0.5, known, func(float64) chains.Kernel { return kernels.Metropolis{} })
	refused(t, geometric.family.Check(), "does not know how it bends")
	e.to[4] = math.Inf(-1)
	walled := e.byBridge("Q", bending(0, 1), 0.35, known, kernels.Metropolis{}, chains.NewQPath).family
	refused(t, walled.Check(), "other cells")
}
