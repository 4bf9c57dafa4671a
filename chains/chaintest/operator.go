package chaintest

import (
	"fmt"

	"breadboard/chains"
	"breadboard/chains/enumerate"
	"breadboard/chains/laws"
)

// tolerance bounds what rounding puts between two numbers that are equal: both come from
// some hundred operations at most, and no law subtracts.
const tolerance = 1e-11

// OperatorBreaches checks what an operator and its reversal promise, at several
// levels of the place's bridge in turn, so that one that remembers too much is found
// out.
func OperatorBreaches(k chains.Kernel, at Place) []Breach {
	g, bridge := chains.Extend(k, at.Grid, chains.Geometric{From: at.From, To: at.To})
	l := chains.NewLevel(bridge, g.Size())
	op := k.On(g)
	var found []Breach
	for i, beta := range []float64{0, 1, 0.35} {
		l.Move(i+1, beta)
		op.Aim(l)
		w := laws.At(g, l)
		w.Relative = tolerance
		w.Write(op, nil)
		scene := fmt.Sprintf("%s at beta = %g", at.Name, beta)
		_, all, each := w.Invariance()
		found = append(found, breaches(scene, all, each, w.Reversal())...)
		found = append(found, breaches(scene, methods(w, op, bridge, l)...)...)
		for _, b := range breaches(scene, methods(w.Reversed(), op.Reversal(), bridge, l)...) {
			b.OfReversal = true
			found = append(found, b)
		}
	}
	return found
}

// methods measures the laws of an operator's rows and of its other methods, at the level
// that it is aimed at.
func methods(w *laws.Written, op chains.Operator, b chains.Bridge, l *chains.Level) []laws.Finding {
	pushed, pulled := w.PushedAndPulled()
	return []laws.Finding{w.Entries(), w.Sums(), w.Walls(), w.Visits(), w.Stay(),
		w.Push(), w.Agree(laws.Push, "pushed", pushed), w.Agree(laws.Push, "pulled", pulled),
		w.Agree(laws.Steps, "stepped", stepped(op, len(w.P))),
		w.ByMass(l), w.PullPair(l), w.PushSlope(b, l)}
}

// stepped returns the operator's matrix by its steps, walked by enumerating dice.
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
