package learn

import (
	"math"
	"testing"

	"breadboard/grid/must"
)

// TestTails: a slit about 2^-k from an end of a number, by the width of the piece there, is found though a run falls
// into it too seldom, as laws have tails on both sides. It is known to the last bit, also of a later number.
func TestTails(t *testing.T) {
	const middle = 0.3 // where a number has its cut
	for _, k := range []int{12, 18, 24} {
		near, far := math.Ldexp(0.9, -k), math.Ldexp(1.1, -k)
		for name, c := range map[string]struct {
			width float64 // of the piece
			from  func(u float64) float64
		}{
			"low":  {middle, func(u float64) float64 { return u / middle }},
			"high": {1 - middle, func(u float64) float64 { return (1 - u) / (1 - middle) }},
		} {
			for place := range 3 {
				l := learner(1, 0.02, func(d *drawer) int {
					for range place {
						if d.pick(0.5, 0.5) == 0 {
							d.u()
						}
					}
					u := d.u()
					switch distance := c.from(u); {
					case distance > near && distance < far:
						return 1
					case u < middle:
						return 2
					}
					return 0
				})
				ends, err := l.Learn([]int{0}, []float64{1})
				must.Do(t, err)
				must.Near(t, ends[0].P[1], (far-near)*c.width, 1e-14, "the slit at 2^-%d, %s, after %d", k, name, place)
			}
		}
	}
}
