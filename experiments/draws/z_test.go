package draws

import (
	"math"
	"testing"

	"breadboard/grid/must"
)

// z is the error of a share over its standard deviation, which is summed over all counts that a cell may have.
func TestZ(t *testing.T) {
	const n = 40
	r := Result{Kept: n, Law: []float64{0.5, 0.3, 0.15, 0.05}, Q: []float64{0.4, 0.45, 0.1, 0.05}}
	r.deviate()
	for x, p := range r.Law {
		variance := 0.0
		probability := math.Pow(1-p, n) // of k draws in the cell
		for k := 0; k <= n; k++ {
			off := float64(k)/n - p
			variance += probability * off * off
			probability *= float64(n-k) / float64(k+1) * p / (1 - p)
		}
		want := (r.Q[x] - p) / math.Sqrt(variance)
		must.Near(t, r.Z[x], want, 1e-9, "cell %d of p = %v: z", x, p)
	}
}
