package score

import (
	"math"
	"testing"

	"breadboard/chains/kernels"
	"breadboard/toys"
)

// Exact draws, one after the other, have an effective sample size of N; so have their cells if
// the walker also has a direction.
func TestPerfectIsIndependent(t *testing.T) {
	target := toys.Barrier()
	s := NewSubject(target, "perfect", kernels.Perfect{})
	rows, err := s.Measure(t.Context(), []Function{{"logf", target.LogF}}, []Start{{"exact", s.P}}, []int{1, 10, 1000})
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range rows {
		if !(math.Abs(r.RESS()/float64(r.N)-1) < 1e-12) {
			t.Errorf("RESS of %d draws is %v", r.N, r.RESS())
		}
	}
}
