package exact_test

import (
	"math"
	"strings"
	"testing"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/exact"
	"breadboard/grid"
	"breadboard/grid/must"
)

// Of a kernel that misses its target J is that of the law that a dense matrix pushes, and there is no B, by Run and by
// Measure, with a reason.
func TestKernelsThatMiss(t *testing.T) {
	logf := []float64{0.3, -1.1, 2.2, 0.7, 1.9, -0.6}
	a := chains.To(logf, grid.New(3, 2), kernels.Unadjusted{Size: 0.8}, 7)
	q := chains.Normalized(make([]float64, 6))
	next := make([]float64, 6)
	for s := 2; s <= 7; s++ {
		op, _ := a.Aimed(s, a.Schedule.Beta(s))
		clear(next)
		for x, mass := range q {
			next[x] += mass * chains.StayProbability(op, x)
			op.Row(x, func(y int, p float64) { next[y] += mass * p })
		}
		copy(q, next)
	}
	j := exact.Between(q, chains.Normalized(logf)).Jeffreys()
	res := must.Have(exact.Run(t.Context(), a))(t)
	must.Each(t, res.Q, q, 1e-15, "the law of the last state")
	must.Within(t, res.J(), j, 1e-12, "J")
	if !math.IsNaN(res.B()) || !math.IsNaN(res.MeanW) || len(res.Warnings) != 1 ||
		!strings.Contains(res.Warnings[0], "accepts every move") {
		t.Errorf("B = %v, E[w]/R = %v: %v", res.B(), res.MeanW, res.Warnings)
	}
	measured := must.Have(exact.Measure(t.Context(), a))(t)
	if measured.J() != res.J() || !math.IsNaN(measured.B()) {
		t.Errorf("Measure has J = %v and B = %v", measured.J(), measured.B())
	}
}
