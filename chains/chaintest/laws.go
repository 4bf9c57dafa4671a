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
	"fmt"
	"math"
	"testing"

	"pgregory.net/rapid"

	"breadboard/chains"
	"breadboard/chains/enumerate"
	"breadboard/chains/laws"
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

// Laws fails t for every law that k breaks, on random scenes and on fixed ones.
func Laws(t *testing.T, k chains.Kernel) {
	t.Helper()
	if found := disorders(k); found != nil {
		report(t, found)
		return // what dice do to it cannot be enumerated
	}
	t.Run("operators", func(t *testing.T) {
		rapid.Check(t, func(t *rapid.T) { report(t, OperatorBreaches(k, drawPlace(t, most(k, 12, 36), -30))) })
		for _, p := range fixedPlaces(k, 12, math.MaxInt) {
			report(t, OperatorBreaches(k, p))
		}
	})
	t.Run("paths", func(t *testing.T) {
		Tiny(t, k, func(t rapid.TB, s Scene) { report(t, Enumerate(s.Annealing, Annealer).Breaches(s.Name)) })
	})
}

// Breaches returns what k, run by these programs, breaks on the fixed scenes.
func Breaches(k chains.Kernel, run Programs) []Breach {
	found := disorders(k)
	if found != nil {
		return found
	}
	for _, p := range fixedPlaces(k, 12, math.MaxInt) {
		found = append(found, OperatorBreaches(k, p)...)
	}
	FixedScenes(k, func(s Scene) { found = append(found, Enumerate(s.Annealing, run).Breaches(s.Name)...) })
	return found
}

func report(t rapid.TB, all []Breach) {
	t.Helper()
	for _, b := range all {
		t.Error(b)
	}
}

// disorders are the breaches of the law that the same dice take the same step, on the fixed places. Only where it is
// kept can dice enumerate a step.
func disorders(k chains.Kernel) (found []Breach) {
	for _, at := range fixedPlaces(k, 12, math.MaxInt) {
		g, bridge := chains.Extend(k, at.Grid, chains.Geometric{From: at.From, To: at.To})
		l := chains.NewLevel(bridge, g.Size())
		l.Move(1, 0.35)
		op := k.On(g)
		op.Aim(l)
		found = append(found, bothWays(at.Name, written(g, l, op), op,
			func(w *laws.Written, op chains.Operator) []laws.Finding {
				return []laws.Finding{w.Order(), steady(w, op)}
			})...)
	}
	return found
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
					f.At("steps from %d lead to %d with probability %.4g, and the next time with %.4g, by the same dice: sort "+
						"its outcomes (a Go map has another order each time)", x, y, first[x][y], p)
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
	g, bridge := chains.Extend(k, at.Grid, chains.Geometric{From: at.From, To: at.To})
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
			pushed, pulled := w.PushedAndPulled()
			return []laws.Finding{w.Entries(), w.Sums(), w.Walls(), w.Visits(), w.Stay(),
				w.Push(), w.Agree(laws.Push, "pushed", pushed), w.Agree(laws.Push, "pulled", pulled),
				w.Agree(laws.Steps, "stepped", stepped(op, len(w.P))),
				w.ByMass(l), w.PullPair(l), w.PushSlope(bridge, l)}
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
