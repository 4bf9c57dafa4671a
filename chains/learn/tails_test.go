package learn

import (
	"math"
	"testing"

	"breadboard/chains/enumerate"
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

// TestCorners: what happens only where three numbers are at an end of theirs at once is found, though one at a time
// changes nothing.
func TestCorners(t *testing.T) {
	const e = 1e-3
	for corner := range 8 {
		l := learner(uint64(corner), 0.02, func(d *drawer) int {
			all := 1
			for i := range 3 {
				u := d.u()
				if corner>>i&1 == 1 {
					u = 1 - u
				}
				if u >= e {
					all = 0
				}
			}
			return all
		})
		ends, err := l.Learn([]int{0}, []float64{1})
		must.Do(t, err)
		must.Near(t, ends[0].P[1], e*e*e, 1e-15, "the corner %d", corner)
	}
}

// TestFreshRunsAreOfTheLastTree: each time that a program is learnt the runs of the last certificate are as many as the
// bound asks for after as many certificates as were tried: those before a tree was mended do not count.
func TestFreshRunsAreOfTheLastTree(t *testing.T) {
	const eps = 0.01
	again := 0
	for seed := range uint64(10) {
		l := learner(seed, eps, func(d *drawer) int { // on a middle piece that no look is for
			if u := d.u(); u > 0.6137 && u < 0.6177 {
				return 1
			}
			return 0
		})
		all := 0
		make := l.Make
		l.Make = func(asked []enumerate.Run[int], how enumerate.Asking) ([]enumerate.Run[int], error) {
			all += len(asked)
			return make(asked, how)
		}
		for range 2 {
			all = 0
			_, err := l.Learn([]int{0}, []float64{1})
			must.Do(t, err)
			k := float64(l.certificates)
			want := math.Log(k*(k+1)/Alpha) / eps
			before := all - l.Runs - l.Fresh // of certificates that failed
			if float64(l.Fresh) < want || before < 0 || (before > 0) != (l.certificates > 1) {
				t.Errorf("%d: after %d runs of certificates that failed %d are fresh, and the bound asks for %v", seed,
					before, l.Fresh, want)
			}
			again += l.certificates - 1
		}
	}
	if again == 0 {
		t.Error("no certificate failed")
	}
}
