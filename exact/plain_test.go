package exact_test

import (
	"math"
	"testing"

	"breadboard/chains/kernels"
	"breadboard/exact"
)

// TestESSBeyondFloats: a chain that never moves has E[ŵ²] = Σ p_T²/p_1, over 1e300 and
// past the scale that keeps second moments floats; its ESS is the inverse.
func TestESSBeyondFloats(t *testing.T) {
	for _, deep := range []float64{300, 600} {
		a := between([]float64{0, -deep}, []float64{0, 0}, 9, kernels.Identity{})
		want := deep + math.Log(0.25)
		brief, err := exact.Brief(t.Context(), a)
		if err != nil {
			t.Fatal(err)
		}
		near(t, "log E[w²] in brief", -math.Log(brief.ESS), want, 1e-13)
		near(t, "log E[w²]", -math.Log(run(t, a).ESS), want, 1e-13)
	}
}
