package chaintest

import (
	"cmp"
	"math"
	"slices"
	"testing"

	"breadboard/chains"
	"breadboard/chains/aide"
	"breadboard/chains/enumerate"
	"breadboard/chains/laws"
	"breadboard/chains/programs"
)

// An Atom is an outcome of a program, a cell X with LogW = log w - log R, and its mass.
type Atom struct {
	X          int
	LogW, Mass float64
}

// Atoms are both sides of the law of a program (package programs), sorted by cell and weight.
// With ŵ = w/R the mass of an outcome is E_fwd[ŵ; x, w] forward, and p(x) P_rev(w | x) in
// reverse. The law leaves out weights 0 forward and ∞ in reverse, and so do Atoms.
type Atoms struct{ Forward, Reverse []Atom }

// AtomsOf runs a program along every path of its dice, in reverse from every cell.
func AtomsOf(p programs.Program, problem programs.Problem) Atoms {
	first, last := problem.Ends()
	cells := make([]int, len(last))
	for x := range cells {
		cells[x] = x
	}
	return AtomsAmong(p, cells, chains.Normalized(last), chains.LogSum(last)-chains.LogSum(first),
		func(x int) int { return x })
}

// AtomsAmong is AtomsOf for a program that returns one of the things in all, of which at gives the
// number. The target has the mass of each, and log R is that of the target.
func AtomsAmong[X any](p aide.Program[X], all []X, target []float64, logR float64, at func(X) int) Atoms {
	var a Atoms
	var x X
	var logw float64
	for prob := range enumerate.Every(func(d chains.Dice) { x, logw = p.Forward(d) }) {
		if by := logw - logR; !math.IsInf(by, -1) {
			a.Forward = append(a.Forward, Atom{at(x), by, prob * math.Exp(by)})
		}
	}
	for i, mass := range target {
		if mass == 0 {
			continue
		}
		for prob := range enumerate.Every(func(d chains.Dice) { logw = p.Reverse(all[i], d) }) {
			if by := logw - logR; !math.IsInf(by, 1) {
				a.Reverse = append(a.Reverse, Atom{i, by, mass * prob})
			}
		}
	}
	a.Forward, a.Reverse = merged(a.Forward), merged(a.Reverse)
	return a
}

// oneWeight is the distance within which two log weights count as equal. Rounding moves them by
// less, and no two different weights on the fixed places are so near.
const oneWeight = 1e-9

// merged sorts atoms and joins those of one cell and one weight.
func merged(atoms []Atom) []Atom {
	slices.SortFunc(atoms, func(a, b Atom) int {
		return cmp.Or(cmp.Compare(a.X, b.X), cmp.Compare(a.LogW, b.LogW))
	})
	var all []Atom
	for _, a := range atoms {
		if n := len(all); n > 0 && all[n-1].X == a.X && a.LogW-all[n-1].LogW < oneWeight {
			all[n-1].Mass += a.Mass
			continue
		}
		all = append(all, a)
	}
	return all
}

// OneLaw is the law of package programs, atom by atom.
const OneLaw laws.Law = "E_fwd[w phi(x, w)] = sum of f_T(x)/Z_1 E_rev[phi(x, w) | x]"

// Finding compares both sides. The witness is the atom where they differ most.
func (a Atoms) Finding() laws.Finding {
	var worst laws.Worst
	apart := slices.Clone(a.Forward)
	for _, r := range a.Reverse {
		apart = append(apart, Atom{r.X, r.LogW, -r.Mass})
	}
	for _, d := range merged(apart) {
		if worst.See(math.Abs(d.Mass)) {
			fwd, rev := a.At(d)
			worst.At("cell %d with log w/R = %.9g: E_fwd[w; x, w]/R is %.12g, and p(x) P_rev(w | x) %.12g",
				d.X, d.LogW, fwd, rev)
		}
	}
	return worst.Finding(OneLaw, tolerance)
}

// At returns the masses of both sides at the cell and the weight of an atom.
func (a Atoms) At(place Atom) (forward, reverse float64) {
	mass := func(of []Atom) (sum float64) {
		for _, b := range of {
			if b.X == place.X && math.Abs(b.LogW-place.LogW) < oneWeight {
				sum += b.Mass
			}
		}
		return sum
	}
	return mass(a.Forward), mass(a.Reverse)
}

// ProgramLaws fails t unless the program obeys the law on every problem.
func ProgramLaws(t *testing.T, of func(programs.Problem) programs.Program, problems ...programs.Problem) {
	t.Helper()
	for i, p := range problems {
		if f := AtomsOf(of(p), p).Finding(); !f.OK {
			t.Errorf("problem %d, %v: %v", i, p.Grid, f)
		}
	}
}

// Problems are the fixed places of at most four cells, with T levels of a kernel and one
// exact draw of the target.
func Problems(k chains.Kernel, T int) (all []programs.Problem) {
	for _, p := range fixedPlaces(k, 4, 16) {
		all = append(all, programs.Problem{Annealing: p.Scene(k, Geometric, T).Annealing, Sample: 1})
	}
	return all
}

// Tilted is a place of two cells without a symmetry. It is so small that a program with many
// picks can be enumerated there.
func Tilted(k chains.Kernel, T int) programs.Problem {
	p := place("a path of 2", []float64{0.4, -0.3}, []float64{-0.8, 1.1}, 2)
	return programs.Problem{Annealing: p.Scene(k, Geometric, T).Annealing, Sample: 1}
}

// Model is a model's posterior on 2x2 cells, with two observations. The first axis is a parameter
// and the second the latent of the first observation. The second observation has none.
func Model(k chains.Kernel) programs.Problem {
	return sequence(k, [][]float64{{-0.9, -1.7, -0.6, -2.1}, {-2.3, -1.9, -2.8, -1.5}, {-3.1, -2.7, -3.2, -1.9}},
		[][]int{{1}, nil}, 2, 2)
}

// WideModel is a model's posterior on 2x2x3 cells, with two observations. The first observation
// has one latent, and the second has two.
func WideModel(k chains.Kernel) programs.Problem {
	steps := [][]float64{{}, {}, {}}
	for x := range 12 {
		v := float64(x)
		steps[0] = append(steps[0], math.Sin(v))
		steps[1] = append(steps[1], math.Sin(v)+math.Cos(3*v))
		steps[2] = append(steps[2], math.Sin(v)+math.Cos(3*v)-math.Sin(5*v))
	}
	return sequence(k, steps, [][]int{{0}, {1, 2}}, 2, 2, 3)
}

func sequence(k chains.Kernel, steps [][]float64, axes [][]int, lens ...int) programs.Problem {
	p := place("a model", steps[0], steps[len(steps)-1], lens...)
	o := &chains.Observations{Steps: steps, Axes: axes}
	return programs.Problem{Annealing: p.Scene(k, Geometric, len(steps)).Annealing, Observed: o, Sample: 1}
}
