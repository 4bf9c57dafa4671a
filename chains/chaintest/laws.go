// Package chaintest is the law suite that every kernel's test calls:
//
//	func TestLaws(t *testing.T) { chaintest.Laws(t, MyKernel{}) }
//
// It holds a kernel to the laws of package laws (laws.go), on random and fixed grids,
// densities and walls (scenes.go): first its operators, then whole annealings on tiny spaces,
// run through enumerating dice outcome by outcome. It samples nothing, so no test passes
// by luck. A breach comes with the law, the scene and a witness.
//
// Paths returns every path of an annealing with its probabilities and weight. The tests of
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
	"runtime/debug"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"breadboard/chains"
	"breadboard/chains/aide"
	"breadboard/chains/enumerate"
	"breadboard/chains/laws"
	"breadboard/chains/programs"
	"breadboard/grid"
)

// A Breach is a broken law, and the annealing on which the operator or its reversal broke it.
type Breach struct {
	laws.Finding
	Scene string
	Panic string // what the kernel's panic says, or what is wrong with the target; "" if it broke a law
}

// String returns a line for a test's log.
func (b Breach) String() string {
	return fmt.Sprintf("on %s: %s", b.Scene, cmp.Or(b.Panic, b.Finding.String()))
}

// orPanic makes a panic the only breach, with a trace where its words alone do not tell the place. It is deferred.
func orPanic(scene *string, found *[]Breach) {
	if v := recover(); v != nil {
		b := Breach{Scene: *scene, Panic: fmt.Sprint(v)}
		if strings.Contains(b.Panic, "runtime error") {
			b.Panic += "\n" + string(debug.Stack())
		}
		*found = []Breach{b}
	}
}

// breaches returns the findings in which a law is broken.
func breaches(scene string, found ...laws.Finding) []Breach {
	var all []Breach
	for _, f := range laws.Broken(found) {
		all = append(all, Breach{Finding: f, Scene: scene})
	}
	return all
}

// Laws fails t for every law that k breaks on fixed scenes. If it keeps all of them there, random scenes follow.
func Laws(t *testing.T, k chains.Kernel) {
	t.Helper()
	if report(t, k, Breaches(k)) {
		t.Log("A scene is a small grid with two log densities, from which and to which one anneals: beta = 0 is the " +
			"first, and beta = 1 the second. The scenes that have names are in breadboard/chains/chaintest/scenes.go.")
		return
	}
	for _, of := range []func(*rapid.T) []Breach{
		func(t *rapid.T) []Breach { return OperatorBreaches(k, drawPlace(t, k, 12, -30)) },
		func(t *rapid.T) []Breach { return runBreaches(drawPlace(t, k, fewCells, -5).Scene(k, 3)) },
	} {
		found, fault := drawn(t, of)
		if report(t, k, found) {
			return
		}
		if fault != nil {
			t.Fatal(fault)
		}
	}
}

// drawn returns the breaches on the simplest of random places that has any. The fault is another failure, as the trace
// of a kernel that panics.
func drawn(t *testing.T, of func(*rapid.T) []Breach) (found []Breach, fault error) {
	t.Helper()
	q := &quiet{T: t}
	rapid.Check(q, func(t *rapid.T) {
		found = nil // also if of panics
		if found = of(t); found != nil {
			t.Fail()
		}
	})
	return found, q.fault
}

// A quiet test keeps what fails it first, and leaves out what rapid logs: every number that it drew. FailNow goes on,
// so that the caller can say what failed.
type quiet struct {
	*testing.T
	fault error
}

func (q *quiet) Errorf(format string, args ...any) {
	q.fault = cmp.Or(q.fault, fmt.Errorf(format, args...))
}
func (q *quiet) Logf(string, ...any) {}
func (q *quiet) Failed() bool        { return q.fault != nil }
func (q *quiet) FailNow()            {}

// LawsOn fails t for every law that k breaks on a target of your own, from the uniform density on the same grid. It is
// for a kernel made for one grid, which Laws would run on others. It walks whole annealings on up to four cells.
func LawsOn(t *testing.T, k chains.Kernel, logf []float64, g grid.Grid) {
	t.Helper()
	if fault := chains.Fits(k, g); fault != nil {
		t.Fatalf("%T on %v: %v", k, g, fault)
	}
	report(t, k, breachesOn(k, logf, g))
}

// breachesOn returns the laws that k breaks on a target, or what is wrong with the target.
func breachesOn(k chains.Kernel, logf []float64, g grid.Grid) []Breach {
	a := chains.To(logf, g, k, 4)
	if fault := a.Check(); fault != nil {
		return []Breach{{Scene: "the target on " + g.String(), Panic: fault.Error()}}
	}
	from, to := a.Ends()
	return breachesAt(k, Place{Name: "the target on " + g.String(), Grid: a.Grid, From: from, To: to})
}

// report fails t with a sentence for every broken law, about its first breach, and returns whether there is any.
func report(t rapid.TB, k chains.Kernel, all []Breach) bool {
	t.Helper()
	reported := map[laws.Law]bool{}
	for _, b := range all {
		if !reported[b.Law] {
			t.Errorf("%T %v", k, b)
		}
		reported[b.Law] = true
	}
	return len(all) > 0
}

// Breaches returns what k breaks on the fixed scenes.
func Breaches(k chains.Kernel) []Breach { return breachesAt(k, fixedPlaces(k, 12)...) }

// breachesAt returns what k breaks on places, or why it has no rows to judge. If dice can step by k it also walks the
// paths, on few cells.
func breachesAt(k chains.Kernel, places ...Place) (found []Breach) {
	for _, p := range places {
		found = append(found, OperatorBreaches(k, p)...)
		if n := len(found); n > 0 && (found[n-1].Panic != "" || found[n-1].Law == laws.Again) {
			return found[n-1:]
		}
	}
	if slices.ContainsFunc(found, undiced) {
		return found
	}
	for _, p := range places {
		if p.Grid.Size() <= fewCells {
			found = append(found, runBreaches(p.Scene(k, 4))...)
		}
	}
	return found
}

// undiced reports whether a breach keeps dice from enumerating a step. Dice need rows that are probabilities, in the
// same order each time.
func undiced(b Breach) bool { return b.Law == laws.Entries || b.Law == laws.Visits }

// runBreaches holds annealing by the scene's kernel to the law of programs.
func runBreaches(s Scene) (found []Breach) {
	defer orPanic(&s.Name, &found)
	p := programs.Problem{Annealing: s.Annealing}
	return breaches(s.Name, AtomsOf(programs.AIS{Problem: p}, p).Finding())
}

// tolerance bounds the rounding between two numbers that are equal: both come from some
// hundred operations at most, and no law subtracts.
const tolerance = 1e-11

// OperatorBreaches checks the laws of an operator and its reversal. It visits several levels of the place's bridge in
// turn, to find an operator that keeps old results. Where a law is broken it asks for the rows again; if these are
// others, or the kernel panics, that is the only breach.
func OperatorBreaches(k chains.Kernel, at Place) (found []Breach) {
	scene := at.Name
	defer orPanic(&scene, &found)
	l := chains.NewLevel(chains.Geometric{From: at.From, To: at.To}, at.Grid.Size())
	op := chains.On(k, at.Grid)
	for i, beta := range []float64{0, 1, 0.35} {
		l.Move(i+1, beta)
		scene = fmt.Sprintf("%s at beta = %g", at.Name, beta)
		op.Aim(l)
		w := written(at.Grid, l, op)
		_, all, each := w.Invariance()
		found = append(found, breaches(scene, all, each, w.Reversal())...)
		found = append(found, breaches(scene, rowFindings(w)...)...)
		if back := op.Reversal(); back != op {
			found = append(found, breaches(scene+", in reverse", rowFindings(written(at.Grid, l, back))...)...)
		}
		if len(found) > 0 {
			if f := w.Again(); !f.OK {
				return breaches(scene, f)
			}
		}
	}
	return found
}

// rowFindings returns the findings about an operator's rows and its other methods. If dice cannot step by the rows it
// returns the reason alone.
func rowFindings(w *laws.LevelMatrices) []laws.Finding {
	if undiced := laws.Broken([]laws.Finding{w.Entries(), w.Visits()}); len(undiced) > 0 {
		return undiced
	}
	return []laws.Finding{w.Sums(), w.Walls(), w.Push()}
}

// written returns op, which is aimed at l, written out as matrices.
func written(g grid.Grid, l *chains.Level, op chains.Operator) *laws.LevelMatrices {
	w := laws.At(g, l)
	w.Write(op, nil)
	return w
}

// Atoms holds the atoms of a program on both sides of the law of package programs.
type Atoms []programs.Atom

// AtomsOf returns the atoms of a program on a problem.
func AtomsOf(p programs.Program, problem programs.Problem) Atoms {
	first, last := problem.Ends()
	told := ToldBy(p, problem)
	return programs.AtomsOf(told.Ahead, told.Back, chains.LogMasses(chains.Normalized(last)),
		chains.LogSum(last)-chains.LogSum(first))
}

// ToldBy returns a program as one that is known by all its ways. It runs along every path of its dice, in reverse from
// every cell.
func ToldBy(p programs.Program, problem programs.Problem) programs.Followed {
	_, last := problem.Ends()
	cells := make([]int, len(last))
	for x := range cells {
		cells[x] = x
	}
	ahead, back := waysAmong(p, cells, chains.Normalized(last), func(x int) int { return x })
	return programs.NewFollowed(ahead, back, len(cells))
}

// AtomsAmong does as AtomsOf for a program that returns one of the values in all, whose index is at(value). target has
// the mass of each, and logR is log R.
func AtomsAmong[X any](p aide.Program[X], all []X, target []float64, logR float64, at func(X) int) Atoms {
	ahead, back := waysAmong(p, all, target, at)
	return programs.AtomsOf(ahead, back, chains.LogMasses(target), logR)
}

// waysAmong returns the ways of forward runs, and of reverse runs from the values that have a mass.
func waysAmong[X any](p aide.Program[X], all []X, target []float64, at func(X) int) (ahead, back []programs.Way) {
	var x X
	var logw float64
	for prob := range enumerate.Every(func(d chains.Dice) { x, logw = p.Forward(d) }) {
		ahead = append(ahead, programs.Way{Cell: at(x), LogW: logw, P: prob})
	}
	for i, mass := range target {
		if mass == 0 {
			continue
		}
		for prob := range enumerate.Every(func(d chains.Dice) { logw = p.Reverse(all[i], d) }) {
			back = append(back, programs.Way{Cell: i, LogW: logw, P: prob})
		}
	}
	return ahead, back
}

// OneLaw states the law of package programs, atom by atom.
const OneLaw laws.Law = "E_fwd[w phi(x, w)] = sum of f_T(x)/Z_1 E_rev[phi(x, w) | x] for every function phi"

// Finding compares both sides. The witness is the atom where they differ most.
func (a Atoms) Finding() laws.Finding {
	var worst laws.Worst
	for _, b := range a {
		if worst.See(b.Off(0)) {
			worst.At("cell %d with log w = %.9g: E_fwd[w; x, w]/R is %.12g, and p(x) P_rev(w | x) %.12g", b.X, b.LogW,
				math.Exp(b.Forward), math.Exp(b.Reverse))
		}
	}
	return worst.Finding(OneLaw, tolerance)
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

// Problems returns the fixed places of at most four cells, with T levels of a kernel and one
// exact draw of the target.
func Problems(k chains.Kernel, T int) (all []programs.Problem) {
	for _, p := range fixedPlaces(k, fewCells) {
		all = append(all, programs.Problem{Annealing: p.Scene(k, T).Annealing})
	}
	return all
}

// Tilted returns a place of two cells without a symmetry. It is so small that a program with many
// picks can be enumerated there.
func Tilted(k chains.Kernel, T int) programs.Problem {
	p := place("a path of 2", []float64{0.4, -0.3}, []float64{-0.8, 1.1}, 2)
	return programs.Problem{Annealing: p.Scene(k, T).Annealing}
}

// Model returns a model's posterior on 2x2 cells, with two observations. The first axis is a parameter, and the second
// the latent of the first observation. The second observation has no latent.
func Model(k chains.Kernel) programs.Problem {
	return sequence(k, [][]float64{{-0.9, -1.7, -0.6, -2.1}, {-2.3, -1.9, -2.8, -1.5}, {-3.1, -2.7, -3.2, -1.9}},
		[][]int{{1}, nil}, 2, 2)
}

// WideModel returns a model's posterior on 2x2x3 cells, with two observations. The first observation
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

// sequence returns the problem of a model whose observations lead through these densities.
func sequence(k chains.Kernel, steps [][]float64, axes [][]int, lens ...int) programs.Problem {
	p := place("a model", steps[0], steps[len(steps)-1], lens...)
	o := &chains.Observations{Steps: steps, Axes: axes}
	return programs.Problem{Annealing: p.Scene(k, len(steps)).Annealing, Observed: o}
}
