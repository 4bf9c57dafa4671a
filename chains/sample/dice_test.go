package sample

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
	"breadboard/chains/evidence"
)

// The draws of seeded dice fit their weights, and a weight of 0 never comes.
// The seed is fixed: the test always sees the same draws.
func TestSeededDiceFitTheirWeights(t *testing.T) {
	w := []float64{0, 3, 0.5, 0, 1e-9, 2, 1, 0}
	counts := make([]int, len(w))
	d := Seeded(7)
	for range 100_000 {
		counts[d.Pick(w)]++
	}
	law := func(w []float64) []float64 { return floats.ScaleTo(make([]float64, len(w)), 1/floats.Sum(w), w) }
	if f := evidence.ChiSquare(counts, law(w)); !(f.P >= 1e-3) {
		t.Errorf("the weights fit with p = %v only: %v", f.P, counts)
	}
	if f := evidence.ChiSquare(counts, law([]float64{0, 3, 0.5, 0, 1e-9, 2.1, 1, 0})); !(f.P <= 1e-3) {
		t.Errorf("other weights fit too, with p = %v", f.P)
	}
}

// A law is drawn from as the weights are picked from, by the same dice; and other weights are not.
func TestSearchIsPick(t *testing.T) {
	for _, times := range []int{1, 8} { // short and long lists are searched in other ways
		w := slices.Repeat([]float64{0, 3, 0.5, 0, 1e-9, 2, 1, 0}, times)
		law, other := chains.NewLaw(w), chains.NewLaw(slices.Repeat([]float64{0, 3, 0.5, 0, 1e-9, 2.1, 1, 0}, times))
		pick, search, differ := Seeded(7), Seeded(7), 0
		same := Seeded(7)
		for range 10_000 {
			want := pick.Pick(w)
			if got := law.Draw(search); got != want {
				t.Fatalf("of %d outcomes %d is drawn, and %d picked", len(w), got, want)
			}
			if other.Draw(same) != want {
				differ++
			}
		}
		if differ == 0 {
			t.Errorf("a law of other weights of %d outcomes has the same draws", len(w))
		}
	}
}

// The largest random number does not draw what comes last and has no weight.
func TestSearchStopsAtTheLastWeight(t *testing.T) {
	for _, last := range []float64{1, 3, 0.7} {
		if got := search([]float64{0, last, last}, last); got != 1 {
			t.Errorf("outcome %d of weight 0 is drawn", got)
		}
	}
}

func TestSeedsAreTheWholeSeed(t *testing.T) {
	first := map[uint64][]uint64{}
	for _, seed := range [][]uint64{nil, {0}, {0, 0}, {1}, {1, 0}, {0, 1}, {1, 1}, {1, 0, 0}, {math.MaxUint64}} {
		u := generator(seed...).Uint64()
		if again := generator(seed...).Uint64(); again != u {
			t.Errorf("seed %v draws %x and then %x", seed, u, again)
		}
		if other, ok := first[u]; ok {
			t.Errorf("seeds %v and %v draw the same", seed, other)
		}
		first[u] = seed
	}
}

// One bit of any word of a seed turns about half of the bits drawn: of 64 draws
// 2048 bits, with a standard deviation of 32.
func TestSeedsOneBitApartShareNothing(t *testing.T) {
	for bit := range 64 {
		for word := range 3 {
			seed := []uint64{5, 0, 12}
			a := generator(seed...)
			seed[word] ^= 1 << bit
			b := generator(seed...)
			differ := 0
			for range 64 {
				for u := a.Uint64() ^ b.Uint64(); u != 0; u &= u - 1 {
					differ++
				}
			}
			if math.Abs(float64(differ)-2048) > 5*32 {
				t.Errorf("bit %d of word %d turns %d of 4096 bits", bit, word, differ)
			}
		}
	}
}

func TestWeightsThatAreNoWeightsPanic(t *testing.T) {
	for name, w := range map[string][]float64{
		"none": nil, "no mass": {0, 0}, "negative": {1, -1}, "NaN": {1, math.NaN()}, "infinite": {1, math.Inf(1)},
	} {
		t.Run(name, func(t *testing.T) {
			defer func() {
				if recover() == nil {
					t.Error("no panic")
				}
			}()
			Seeded(1).Pick(w)
		})
	}
}
