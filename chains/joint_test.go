package chains_test

import (
	"math"
	"testing"

	"breadboard/chains"
	"breadboard/grid/must"
)

// A small machine of 3 visible and 2 hidden units, and a larger one.
var (
	small = machine{[]float64{0.4, -1.1, 0.2}, []float64{-0.7, 0.9}, [][]float64{{1.3, -2.2}, {0.6, 1.7}, {-3.1, 0.5}}}
	large = machine{[]float64{0.1, -0.4, 0.8, 0.3}, []float64{0.5, -0.2, 1.1},
		[][]float64{{2, -1, 0.3}, {-0.6, 4, 1}, {0.9, -2.5, -3}, {1.4, 0.2, -0.8}}}
)

type machine struct {
	visible, hidden []float64
	weights         [][]float64
}

// boltzmann is exp(-beta E) of states of visible and hidden units, term by term. The first unit is the highest bit.
func (m machine) boltzmann(v, h int, beta float64) float64 {
	minus := 0.0
	for i, b := range m.visible {
		for j, c := range m.hidden {
			on := float64(v >> (len(m.visible) - 1 - i) & 1)
			joined := float64(h >> (len(m.hidden) - 1 - j) & 1)
			minus += on*b/float64(len(m.hidden)) + joined*c/float64(len(m.visible)) + on*m.weights[i][j]*joined
		}
	}
	return math.Exp(beta * minus)
}

// logf is log f of the visible units at beta, enumerated: the hidden units of the machine without weights are as many,
// and have H log 2 where the machine's have nothing.
func (m machine) logf(v int, beta float64) float64 {
	sum := 0.0
	for h := range 1 << len(m.hidden) {
		sum += m.boltzmann(v, h, beta)
	}
	return math.Log(sum) - (1-beta)*float64(len(m.hidden))*math.Ln2
}

func (m machine) joint(t *testing.T) *chains.Joint {
	t.Helper()
	to := make([]float64, 1<<len(m.visible))
	for v := range to {
		to[v] = m.logf(v, 1)
	}
	return must.Have(chains.NewJoint(make([]float64, len(to)), to, m.visible, m.hidden, m.weights))(t)
}

// TestJoint holds the path to sums over all hidden units, and log R to that over all units.
func TestJoint(t *testing.T) {
	for _, m := range []machine{small, large} {
		b := m.joint(t)
		got := make([]float64, len(b.To))
		want := make([]float64, len(b.To))
		for _, beta := range []float64{0, 0.1, 0.5, 0.93, 1} {
			b.At(got, beta)
			for v := range want {
				want[v] = m.logf(v, beta)
			}
			must.Each(t, got, want, 1e-13, "log f at %v", beta)
		}
		all := 0.0
		for v := range b.To {
			for h := range 1 << len(m.hidden) {
				all += m.boltzmann(v, h, 1)
			}
		}
		b.At(got, 0)
		logR := chains.LogSum(b.To) - chains.LogSum(got)
		must.Near(t, logR, math.Log(all)-float64(len(m.visible))*math.Ln2, 1e-13, "log R")
	}
}

// TestJointIsNotGeometric: inside, the path is another than the geometric one between the same ends.
func TestJointIsNotGeometric(t *testing.T) {
	b := small.joint(t)
	joint := make([]float64, len(b.To))
	geometric := make([]float64, len(b.To))
	b.At(joint, 0.5)
	chains.Geometric{From: b.From, To: b.To}.At(geometric, 0.5)
	off := 0.0
	for x := range joint {
		off = max(off, math.Abs(joint[x]-geometric[x]-joint[0]+geometric[0]))
	}
	if off < 0.1 {
		t.Errorf("the two are apart by %v", off)
	}
}

// TestJointLowered: the path without the constants of its ends is lower by a constant plus beta times the rise.
func TestJointLowered(t *testing.T) {
	b := small.joint(t)
	from := make([]float64, len(b.To))
	to := make([]float64, len(b.To))
	for x := range to {
		from[x], to[x] = b.From[x]-3, b.To[x]+1e3
	}
	high := must.Have(chains.NewJoint(from, to, b.Visible, b.Hidden, b.Weights))(t)
	low, rise := chains.Lowered(high)
	got := make([]float64, len(to))
	want := make([]float64, len(to))
	for _, beta := range []float64{0, 0.3, 1} {
		high.At(want, beta)
		low.At(got, beta)
		for x := range got {
			must.Near(t, got[x], want[x]+3-beta*rise, 1e-12, "log f of cell %d at %v", x, beta)
		}
	}
}

// TestJointRefuses: the ends are those of the machine.
func TestJointRefuses(t *testing.T) {
	b := small.joint(t)
	other := append([]float64{1}, b.From[1:]...)
	must.Refuse(chains.NewJoint(other, b.To, b.Visible, b.Hidden, b.Weights))(t, "begins at the uniform density",
		"from another density")
	must.Refuse(chains.NewJoint(b.From, b.From, b.Visible, b.Hidden, b.Weights))(t,
		"ends at the density of the machine", "to another density")
	must.Panic(t, func() { _, _ = chains.NewJoint(b.From, b.To, b.Visible[1:], b.Hidden, b.Weights) }, "a unit less")
	must.Panic(t, func() { _, _ = chains.NewJoint(b.From, b.To, b.Visible, b.Hidden[1:], b.Weights) }, "short rows")
}
