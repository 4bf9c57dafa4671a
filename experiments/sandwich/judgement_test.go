package sandwich

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"breadboard/grid/must"
)

// levels are sets of one sound sampler at several T, with normal log weights of these variances.
func levels(gen *rand.Rand, n int, logR float64, variances ...float64) (sets []Set) {
	for i, v := range variances {
		s := normal(gen, n, n, logR, v)
		s.T = 10 * (i + 1)
		sets = append(sets, s)
	}
	return sets
}

// TestAgreementsAreChiSquared: distances whose squares, in errors, sum to 3.8415 or 5.9915 have p = 0.05, of two
// estimates or of three: so chi-square's tables say, for one degree of freedom and for two.
func TestAgreementsAreChiSquared(t *testing.T) {
	at := func(v, stderr float64) Result {
		return Result{Verdict: Holds, Bar: Estimate{Value: v, StdErr: stderr}}
	}
	far := math.Sqrt(3.841459 * (1 + 4)) // of two numbers with errors 1 and 2
	apart := math.Sqrt(5.991465 / 2)     // of three numbers with errors 1, about the middle one
	for _, results := range [][]Result{{at(7, 1), at(7+far, 2)}, {at(7, 1), at(7+apart, 1), at(7-apart, 1)}} {
		must.Near(t, agreements(results)[0].P, 0.05, 1e-6, "p")
	}
}

// TestOneLogR: sets that keep the law each, with another log R at one T, are found, and the T that are farthest apart
// are told.
func TestOneLogR(t *testing.T) {
	gen := rand.New(rand.NewPCG(9, 10))
	sets := levels(gen, 1000, 3, 2, 1, 0.5)
	other := normal(gen, 1000, 1000, 3.5, 0.25)
	other.T = 40
	wrong := normal(gen, 1000, 1000, -9, 2).changed(1, -1, 0) // is compared with none
	wrong.T = 50
	w := JudgeAll(append(sets, other, wrong))
	if w.Verdict != Fails || len(w.Agreements) != 1 || w.Agreements[0].Least.T == 40 || w.Agreements[0].Most.T != 40 {
		t.Fatalf("%s: %+v", w.Verdict, w.Agreements)
	}
	for _, r := range w.Results[:4] {
		if r.Verdict != Holds {
			t.Errorf("T = %d by itself: %s, %s", r.T, r.Verdict, r.Why)
		}
	}
	other.Program = "another"
	if w := JudgeAll(append(sets[:2], other)); w.Verdict != Holds || len(w.Agreements) != 1 || w.Tests != 4 {
		t.Errorf("another program may be of another R: %s by %d tests", w.Verdict, w.Tests)
	}
}

// TestSignFails: weights of the other sign fail where too few runs are left to test the law, and sound ones do
// not.
func TestSignFails(t *testing.T) {
	gen := rand.New(rand.NewPCG(11, 12))
	apart := normal(gen, 60, 60, -19, 2).changed(1, -1, 0)
	for _, apart.Sides[1].Start = range []string{"", "one start"} {
		r := judge(apart, Level)
		must.Say(t, r.Verdict+": "+r.Why, "FAILS: both sides have hardly a weight in common, and keep the law with "+
			"-log w in reverse")
	}
	for _, logR := range []float64{0, 0.5, 4, -20} {
		for _, v := range []float64{0.1, 1, 5, 20, 100} {
			for _, n := range []int{5, 30, 200} {
				for range 10 {
					r := judge(normal(gen, n, n, logR, v), Level)
					if r.Verdict == Fails && strings.Contains(r.Why, "-log w") {
						t.Errorf("%d sound runs of variance %v about %v: %s", n, v, logR, r.Why)
					}
				}
			}
		}
	}
}

// TestReach: a factor of the size that a set names is found in about 9 of 10 fresh sets of the same sampler, or in
// more, either way, and one of a third of it in few. The cases share their random numbers, and so have an order.
func TestReach(t *testing.T) {
	gen := rand.New(rand.NewPCG(13, 14))
	for _, of := range []struct {
		v float64 // the variance
		n [2]int
	}{{0.1, [2]int{100, 100}}, {0.1, [2]int{300, 300}}, {1, [2]int{800, 100}}, {1, [2]int{1000, 1000}}} {
		w := JudgeAll([]Set{normal(gen, of.n[0], of.n[1], 2, of.v)})
		c := w.Reach(0)
		if math.IsNaN(c) {
			t.Errorf("%v, %s: no reach", of, w.Verdict)
			continue
		}
		const times = 15
		for _, size := range []float64{c, -c, c / 3} {
			found := 0
			for range times {
				s := normal(gen, of.n[0], of.n[1], 2, of.v)
				for i := range s.Sides[0].LogW {
					s.Sides[0].LogW[i] += size
				}
				if s.crooks().p <= Level {
					found++
				}
			}
			t.Logf("%v: a factor of e^%.3g is found in %d of %d", of, size, found, times)
			if least := 11; math.Abs(size) == c && found < least {
				t.Errorf("%v: e^%.3g is found in %d of %d", of, size, found, times)
			}
			if size == c/3 && found > 6 {
				t.Errorf("%v: e^%.3g is found in %d of %d: the reach is nearer", of, size, found, times)
			}
		}
	}
}
