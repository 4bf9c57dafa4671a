package laplace

import (
	"math"
	"testing"

	"breadboard/grid/must"
)

// TestOff: an integral is off by what it is away from the sum at every other node, and by the rounding of each value,
// whatever its sign.
func TestOff(t *testing.T) {
	var i Integral
	i.Add(Node{even: true}, 3)
	i.Add(Node{}, -2)
	must.Near(t, i.Value(), Step, 0, "the integral")
	must.Near(t, i.Off(), Step*(5+5*0x1p-51), 1e-16, "what it may be off by")
	var flat Integral
	flat.Add(Node{even: true}, 1)
	flat.Add(Node{}, 1)
	must.Near(t, flat.Off(), Step*2*0x1p-51, 1e-30, "what a flat one may be off by")
}

// TestMean holds the transform of a mean of five draws, and of one of which one draw is kept, to their definitions,
// relative to e^-s; and the integrals over that of one draw to sums. The largest values are beyond floats.
func TestMean(t *testing.T) {
	first := []float64{0.2, 0.45, 0.05, 0.3, 0.01 * math.Exp(-300), 0, 0}
	logv := []float64{0.9, -30, 1.5, -0.2, 300, 800, math.Inf(1)}
	last := []float64{0, 0, 0, 0, 0.01, 0.005, 1 - 0.01 - 0.005}
	for x, p := range first[:4] {
		last[x] = p * math.Exp(logv[x])
		last[6] -= last[x]
	}
	m := NewMean(first, last, logv, 5)
	must.Near(t, m.Low, -40+math.Log(5)-800, 0, "the least u")
	must.Near(t, m.High, math.Log(750)+math.Log(5)+30, 0, "the largest u")
	for _, u := range []float64{-301, -299, -260, -30, -3, -1, 0.5, 2, 3.4, 3.5, 6} {
		n := Node{U: u, S: math.Exp(u), One: math.Exp(-math.Exp(u))}
		all := m.At(n)
		one := 0.0 // φ e^t - 1 of one draw
		for x, p := range first[:5] {
			one += p * math.Expm1(-n.S/5*math.Expm1(logv[x]))
		}
		rest := math.Log1p(one)
		must.Within(t, all.Rest, 5*rest, 1e-13, "log φ + s at u = %v", u)
		must.Near(t, all.Log, 5*rest-n.S, 1e-14*(1+n.S), "log φ at u = %v", u)
		must.Within(t, n.Above(all), n.One*math.Expm1(5*rest), 1e-12, "D at u = %v", u)
		for x, v := range logv[:4] {
			kept := m.Kept(n, x)
			more := n.S / 5 * math.Expm1(v)
			must.Near(t, kept.Rest, 4*rest-more, 1e-13*(4*rest+math.Abs(more)), "%d kept: log φ + s at u = %v", x, u)
			must.Near(t, kept.Log, 4*rest-more-n.S, 1e-14*(1+n.S), "%d kept: log φ at u = %v", x, u)
		}
	}
	var l Logs
	log, square := 0.0, 0.0
	for x, p := range first[:5] {
		log += p * logv[x]
		square += p * logv[x] * logv[x]
	}
	m = NewMean(first, last, logv, 1)
	for n, err := range Nodes(t.Context(), len(first), m.Low, m.High) {
		must.Do(t, err)
		l.Add(n, n.Above(m.At(n)))
	}
	must.Near(t, l.First.Value(), log, 1e-12, "E log")
	must.Near(t, l.Second.Value(), square, 1e-10, "E log²") // squares are up to 900
	const by = 1e-6                                         // of two values that nearly cancel
	narrow := []float64{math.Log1p(by), math.Log1p(-by)}
	m = NewMean([]float64{0.5, 0.5}, []float64{(1 + by) / 2, (1 - by) / 2}, narrow, 5)
	n := Node{U: -1, S: math.Exp(-1), One: math.Exp(-math.Exp(-1))}
	half := math.Sinh(n.S / 5 * by / 2)
	rest := math.Log1p(2 * half * half)
	must.Within(t, n.Above(m.At(n)), n.One*math.Expm1(5*rest), 1e-9, "D of values next to 1")
	must.Within(t, m.Kept(n, 1).Rest, 4*rest+n.S/5*by, 1e-9, "and with one of them kept")
}
