package sample

import (
	"math"
	"math/rand/v2"
	"testing"
)

// exponentials are draws of mean 1, skewed as log weights are, less a shift.
func exponentials(n int, shift float64, gen *rand.Rand) []float64 {
	xs := make([]float64, n)
	for i := range xs {
		xs[i] = gen.ExpFloat64() - shift
	}
	return xs
}

// Of 200 intervals of 90% some 180 ± 4.2 hold the truth, and percentile
// intervals of a few dozen skewed draws lack a percent or two of what they
// promise (Efron and Tibshirani 1993, 14.2): 20 fewer, or none missing, are beyond both.
func TestBootstrapCovers(t *testing.T) {
	gen := rand.New(rand.NewPCG(5, 6))
	covered := 0
	for i := range uint64(200) {
		r := Runs{Forward: Batch{LogW: exponentials(60, 2, gen)}, Reverse: Batch{LogW: exponentials(90, 1, gen)}}
		if b := r.BootstrapB(0.9, i); b.Low <= 1 && 1 <= b.High {
			covered++
		}
	}
	if covered < 180-20 || covered == 200 {
		t.Errorf("%d of 200 intervals of 90%% hold the truth", covered)
	}
}

// For many chains, in groups or not, the interval is the normal one. Its ends
// are known to 6% of a standard error each; 25% is four of those.
func TestBootstrapOfManyIsNormal(t *testing.T) {
	gen := rand.New(rand.NewPCG(7, 8))
	for _, n := range []int{1999, 2000, 3001, 50_000} {
		r := Runs{Forward: Batch{LogW: exponentials(n, 2, gen)}, Reverse: Batch{LogW: exponentials(2*n+1, 1, gen)}}
		got, want := r.BootstrapB(0.95, 1), r.B().Interval(0.95)
		off := 0.25 * r.B().StdErr
		if math.Abs(got.Low-want.Low) > off {
			t.Errorf("%d chains: from %v, and normally from %v", n, got.Low, want.Low)
		}
		if math.Abs(got.High-want.High) > off {
			t.Errorf("%d chains: to %v, and normally to %v", n, got.High, want.High)
		}
	}
}

func TestBootstrapIsItsSeed(t *testing.T) {
	gen := rand.New(rand.NewPCG(9, 10))
	r := Runs{Forward: Batch{LogW: exponentials(50, 0, gen)}, Reverse: Batch{LogW: exponentials(50, 0, gen)}}
	one, again, other := r.BootstrapB(0.95, 1), r.BootstrapB(0.95, 1), r.BootstrapB(0.95, 2)
	if one != again {
		t.Errorf("one seed gives %v, and again %v", one, again)
	}
	if one == other {
		t.Errorf("two seeds give %v", one)
	}
}

// Groups take every chain once, and as many of them as any other does, or one
// more.
func TestGroupsTakeAll(t *testing.T) {
	for _, n := range []int{2, 2000, 2001, 3999, 7003} {
		xs := make([]float64, n)
		for i := range xs {
			xs[i] = float64(i)
		}
		g := newGroups(xs)
		sum, size := 0.0, 0.0
		for i, s := range g.sizes {
			sum, size = sum+g.sums[i], size+s
			if least := float64(n / len(g.sizes)); s < least || s > least+1 {
				t.Errorf("of %d, a group of %v", n, s)
			}
		}
		if size != float64(n) {
			t.Errorf("of %d chains the groups hold %v", n, size)
		}
		if want := float64(n * (n - 1) / 2); sum != want {
			t.Errorf("the groups of %d chains sum to %v, want %v", n, sum, want)
		}
	}
}
