// Package chaintest is the law suite that every kernel's test calls:
//
//	func TestLaws(t *testing.T) { chaintest.Laws(t, MyKernel{}) }
//
// It holds a kernel to the laws of package laws (laws.go), on random and fixed grids,
// densities and walls (scenes.go): first its operators, then whole annealings on tiny spaces,
// run through enumerating dice path by path. It samples nothing, so no test passes
// by luck. A breach comes with the law, the scene and a witness.
//
// Enumerate returns every path of an annealing with its probability and weight. The tests of
// package exact compare its results with sums over these paths; this package does not import
// exact.
//
// Every check must be able to fail. The tests of this package have a broken kernel or program
// for every law, and check that each is found.
package chaintest

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"breadboard/chains"
	"breadboard/chains/aide"
	"breadboard/chains/enumerate"
	"breadboard/chains/laws"
	"breadboard/chains/programs"
	"breadboard/grid"
)

// A Breach is a law that was broken, and the annealing on which it was broken.
type Breach struct {
	laws.Finding
	Scene      string
	OfReversal bool // it is the operator's reversal that breaks the law
}

// String is a line for a test's log.
func (b Breach) String() string {
	whose := ""
	if b.OfReversal {
		whose = "of the reversal, "
	}
	return fmt.Sprintf("%son %s: %v", whose, b.Scene, b.Finding)
}

// breaches returns the findings in which a law is broken.
func breaches(scene string, found ...laws.Finding) []Breach {
	var all []Breach
	for _, f := range laws.Broken(found) {
		all = append(all, Breach{Finding: f, Scene: scene})
	}
	return all
}

// Laws fails t for every law that k breaks, on fixed scenes, and on random ones if it keeps all laws there. It walks
// the paths only of a kernel whose operators keep their laws: dice cannot walk probabilities that are none.
func Laws(t *testing.T, k chains.Kernel) {
	t.Helper()
	defer func() {
		if t.Failed() {
			t.Log("A scene is a small grid with two log densities, from which and to which one anneals: beta = 0 is " +
				"the first, and beta = 1 the second. The scenes that have names are in " +
				"breadboard/chains/chaintest/scenes.go.")
		}
	}()
	if report(t, k, disorders(k)) {
		return // what dice do to it cannot be enumerated
	}
	if !t.Run("operators", func(t *testing.T) {
		if !report(t, k, operatorBreaches(k)) {
			rapid.Check(t, func(t *rapid.T) { report(t, k, OperatorBreaches(k, drawPlace(t, k, 12, -30))) })
		}
	}) {
		return
	}
	t.Run("paths", func(t *testing.T) {
		if !report(t, k, pathBreaches(k, Annealer)) {
			rapid.Check(t, func(t *rapid.T) {
				s := drawPlace(t, k, 4, -5).Scene(k, Geometric, 3)
				report(t, k, Enumerate(s.Annealing, Annealer).Breaches(s.Name))
			})
		}
	})
}

// report fails t with a sentence for every law that k breaks, and reports whether there is any.
func report(t rapid.TB, k chains.Kernel, all []Breach) bool {
	t.Helper()
	for _, says := range sentences(all) {
		t.Errorf("%T %s", k, says)
	}
	return len(all) > 0
}

// sentences has one for each law: its first breach, and on how many scenes it is broken.
func sentences(all []Breach) (says []string) {
	var broken []laws.Law // in the order of their first breaches
	of := map[laws.Law][]Breach{}
	for _, b := range all {
		if of[b.Law] == nil {
			broken = append(broken, b.Law)
		}
		of[b.Law] = append(of[b.Law], b)
	}
	for _, law := range broken {
		scenes := map[string]bool{}
		for _, b := range of[law] {
			scenes[b.Scene] = true
		}
		line := of[law][0].String()
		if len(scenes) > 1 {
			line += fmt.Sprintf("; so it is on %d scenes", len(scenes))
		}
		says = append(says, line)
	}
	return says
}

// Breaches returns what k, run by these programs, breaks on the fixed scenes.
func Breaches(k chains.Kernel, run Programs) []Breach {
	found := disorders(k)
	if found != nil {
		return found
	}
	return slices.Concat(operatorBreaches(k), pathBreaches(k, run))
}

// operatorBreaches are what k breaks on the fixed places, and pathBreaches on all paths of the fixed scenes.
func operatorBreaches(k chains.Kernel) (found []Breach) {
	for _, p := range fixedPlaces(k, 12) {
		found = append(found, OperatorBreaches(k, p)...)
	}
	return found
}

func pathBreaches(k chains.Kernel, run Programs) (found []Breach) {
	FixedScenes(k, Geometric, func(s Scene) { found = append(found, Enumerate(s.Annealing, run).Breaches(s.Name)...) })
	return found
}

// disorders are the breaches of the law that the same dice take the same step, on the fixed places. Only where it is
// kept can dice enumerate a step.
func disorders(k chains.Kernel) (found []Breach) {
	for _, at := range fixedPlaces(k, 12) {
		found = append(found, disordersOn(k, at)...)
	}
	return found
}

// unlessNone are the findings about an operator all of whose entries are probabilities. Of any other it tells the
// entries alone: no dice can roll a NaN.
func unlessNone(w *laws.Written, look func() []laws.Finding) []laws.Finding {
	if entries := w.Entries(); !entries.OK {
		return []laws.Finding{entries}
	}
	return look()
}

func written(g grid.Grid, l *chains.Level, op chains.Operator) *laws.Written {
	w := laws.At(g, l)
	w.Relative = tolerance
	w.Write(op, nil)
	return w
}

// bothWays are the breaches of an operator, and of its reversal if that is another.
func bothWays(scene string, w *laws.Written, op chains.Operator,
	look func(w *laws.Written, op chains.Operator) []laws.Finding) []Breach {
	found := breaches(scene, look(w, op)...)
	if back := op.Reversal(); back != op {
		for _, b := range breaches(scene, look(w.Reversed(), back)...) {
			b.OfReversal = true
			found = append(found, b)
		}
	}
	return found
}

// steady finds steps that differ though their dice do not: all outcomes of the dice are walked several times.
func steady(w *laws.Written, op chains.Operator) (found laws.Finding) {
	var f laws.Worst
	defer func() {
		if why := recover(); why != nil { // of the dice, which are asked otherwise than before
			f.See(1)
			f.At("%v", why)
			found = f.Finding(laws.Order, 0)
		}
	}()
	first := stepped(op, len(w.P))
	for range 4 {
		for x, row := range stepped(op, len(w.P)) {
			for y, p := range row {
				if f.See(math.Abs(p - first[x][y])) {
					f.At("steps from %d lead to %d with probability %.4g, and the next time with %.4g, by the same "+
						"dice: sort its outcomes (a Go map has another order each time)", x, y, first[x][y], p)
				}
			}
		}
	}
	return f.Finding(laws.Order, 0)
}

// tolerance bounds the rounding between two numbers that are equal: both come from some
// hundred operations at most, and no law subtracts.
const tolerance = 1e-11

// OperatorBreaches checks the laws of an operator and its reversal, at several levels of
// the place's bridge in turn, so that an operator that keeps old results is found.
func OperatorBreaches(k chains.Kernel, at Place) []Breach {
	g := at.Grid
	bridge := Geometric(at.From, at.To)
	l := chains.NewLevel(bridge, g.Size())
	op := k.On(g)
	var found []Breach
	for i, beta := range []float64{0, 1, 0.35} {
		l.Move(i+1, beta)
		op.Aim(l)
		w := written(g, l, op)
		scene := fmt.Sprintf("%s at beta = %g", at.Name, beta)
		_, all, each := w.Invariance()
		found = append(found, breaches(scene, all, each, w.Reversal())...)
		// The laws of the rows and of the operator's other methods, at the level that it is aimed at.
		found = append(found, bothWays(scene, w, op, func(w *laws.Written, op chains.Operator) []laws.Finding {
			return unlessNone(w, func() []laws.Finding {
				pushed, pulled := w.PushedAndPulled()
				return []laws.Finding{w.Sums(), w.Walls(), w.Visits(), w.Stay(), w.Proposals(),
					w.Push(), w.Agree(laws.Push, "pushed", pushed), w.Agree(laws.Push, "pulled", pulled),
					w.Agree(laws.Steps, "stepped", stepped(op, len(w.P))),
					w.ByMass(l), w.PullPair(l), w.PushBlock(l), w.PushSlope(bridge, l)}
			})
		})...)
	}
	return found
}

// stepped returns the operator's matrix from its steps, run with enumerating dice.
func stepped(op chains.Operator, n int) [][]float64 {
	rows := make([][]float64, n)
	for x := range rows {
		rows[x] = make([]float64, n)
		for y, p := range enumerate.Law(func(d chains.Dice) int { return op.Step(x, d) }) {
			rows[x][y] = p
		}
	}
	return rows
}

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
	a.Forward = merged(a.Forward)
	a.Reverse = merged(a.Reverse)
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
	for _, p := range fixedPlaces(k, 4) {
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
