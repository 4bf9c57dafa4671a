package timeaverage

import (
	"math/rand/v2"
	"testing"
)

// TestLimit: N times the error and RESS/N come to the limit, from whichever start. After 1e13 steps
// of chains that forget within 1e3 they are within 1e-9 of it.
func TestLimit(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 20 {
		q := drawRound(r, 1)
		n, h := len(q.p), draw(r, len(q.p))
		limit, err := q.chain().Limit(h)
		if err != nil {
			t.Fatal(err)
		}
		for _, a := range ways["the plan"](t, q.chain(), [][]float64{h}, [][]float64{q.p, at(0, n)}, []int{1e13})[0] {
			within(t, "N times the error", 1e13*a[0].MSE(), limit.MSE, 1e-9)
			within(t, "RESS/N", a[0].Efficiency(), limit.Efficiency, 1e-9)
		}
	}
}

// TestLimitOfLargeValues: a constant in a function changes no limit.
func TestLimitOfLargeValues(t *testing.T) {
	q := drawRound(rand.New(rand.NewPCG(1, 2)), 1)
	h := []float64{4, -1, 3, 0.5, 2}[:len(q.p)]
	want, err := q.chain().Limit(h)
	if err != nil {
		t.Fatal(err)
	}
	for x := range h {
		h[x] += 1 << 30 // without rounding
	}
	got, err := q.chain().Limit(h)
	if err != nil {
		t.Fatal(err)
	}
	within(t, "the limit of N times the error", got.MSE, want.MSE, 1e-12)
	within(t, "the limit of RESS/N", got.Efficiency, want.Efficiency, 1e-12)
}

// TestLimitOfMass: states without mass do not count.
func TestLimitOfMass(t *testing.T) {
	q := problem{p: []float64{0.25, 0, 0.75}, at: [][]float64{{0.25, 0, 0.75}, {0, 1, 0}, {0.25, 0, 0.75}}}
	limit, err := q.chain().Limit([]float64{1, 7, 3})
	if err != nil {
		t.Fatal(err)
	}
	within(t, "the efficiency of draws", limit.Efficiency, 1, 1e-14)
	within(t, "their variance", limit.MSE, 0.75, 1e-14)
}

// TestNoLimit: a chain that does not get everywhere has none.
func TestNoLimit(t *testing.T) {
	q := problem{p: []float64{0.5, 0.5}, at: [][]float64{{1, 0}, {0, 1}}}
	if _, err := q.chain().Limit([]float64{1, 2}); err == nil {
		t.Error("a chain that never moves has a limit")
	}
}
