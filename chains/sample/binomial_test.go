package sample

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat/distuv"

	"breadboard/chains"
	"breadboard/chains/enumerate"
	"breadboard/chains/evidence"
	"breadboard/grid/must"
)

// Inversion gives each value the share of a fine grid of random numbers that is its probability, for few draws and for
// a billion.
func TestInversionIsTheBinomial(t *testing.T) {
	const grid = 1 << 18
	for _, c := range []struct{ n, a, b float64 }{{1, 1, 1}, {2, 1, 3}, {5, 2, 2}, {19, 1, 1}, {40, 3, 11},
		{1000, 1e-3, 7}, {1e9, 9e-9, 1}, {1e9, 1e-12, 1}, {50, 5e-324, 1}} {
		counts := map[int]float64{}
		for i := range grid {
			counts[inverted(int(c.n), c.a, c.b, (float64(i)+0.5)/grid)]++
		}
		law := distuv.Binomial{N: c.n, P: c.a / (c.a + c.b)}
		for k := range int(min(c.n, 60)) + 1 {
			// A value's numbers are an interval, whose ends may each miss one. LogProb of 1e9 draws rounds by 1e-6.
			want := math.Exp(float64(k)*math.Log(law.P) + (c.n-float64(k))*math.Log1p(-law.P) + logChoose(c.n, k))
			if got := counts[k] / grid; math.Abs(got-want) > 1.01/grid {
				t.Errorf("%v: %d has %v of the grid and is %v", c, k, got, want)
			}
		}
	}
	if got := inverted(1_000_000_000, 1e-9, 1, 1-0x1p-53); got > 20 {
		t.Errorf("the last number gives %d", got)
	}
}

// logChoose is the log of n over k, for few k.
func logChoose(n float64, k int) (sum float64) {
	for i := range k {
		sum += math.Log((n - float64(i)) / float64(i+1))
	}
	return sum
}

// The terms by which values are rejected are the binomial's, added up one by one from the mode.
func TestTermsAreTheBinomials(t *testing.T) {
	// What Stirling's series leaves out at 10, and the roundings of three thousand logarithms with a sum of up to 40.
	const tolerance = 5e-11
	for _, c := range []struct{ n, odds float64 }{{20, 1}, {45, 1. / 3}, {1e4, 1e-2}, {1e6, 0.9}, {1e9, 1e-8},
		{1e9, 1}} {
		m := math.Floor((c.n + 1) * c.odds / (1 + c.odds))
		up, down := 0.0, 0.0
		for by := 1.0; by < 3000; by++ {
			if up += math.Log((c.n - m - by + 1) / (m + by) * c.odds); m+by <= c.n && up > -40 {
				must.Near(t, logTerms(c.n, m+by, m, c.odds), up, tolerance, "%v of %v", m+by, c.n)
			}
			if down += math.Log((m - by + 1) / (c.n - m + by) / c.odds); m-by >= 0 && down > -40 {
				must.Near(t, logTerms(c.n, m-by, m, c.odds), down, tolerance, "%v of %v", m-by, c.n)
			}
		}
	}
}

// Drawn binomials fit their law on both sides of the change from inversion to rejection; not that of a mean that is
// larger by a fiftieth of a deviation.
func TestBinomialsFit(t *testing.T) {
	const draws = 200_000
	d := Seeded(3).(seeded)
	for _, c := range []struct{ n, a, b float64 }{{19, 1, 1}, {20, 1, 1}, {21, 1.1, 1}, {40, 1, 3}, {200, 1, 19},
		{1000, 7, 3}, {40, 1, 19}, {1e6, 1.5, 1e6}, {1e6, 10, 1e6}, {1e9, 1, 1e7}, {1e9, 3, 7}, {1e9, 1, 1}} {
		fit := func(p float64) float64 {
			first, law := around(c.n, p)
			wide := (len(law) + 79) / 80
			counts := make([]int, (len(law)+wide-1)/wide)
			q := make([]float64, (len(law)+wide-1)/wide)
			for i, v := range law {
				q[i/wide] += v
			}
			for range draws {
				counts[(d.Divide(int(c.n), c.a, c.b)-first)/wide]++
			}
			return evidence.ChiSquare(counts, q).P
		}
		p := c.a / (c.a + c.b)
		if f := fit(p); !(f >= 1e-3) {
			t.Errorf("%v fits with p = %v only", c, f)
		}
		if f := fit(p + 0.02*math.Sqrt(p*(1-p)/c.n)); !(f <= 1e-3) {
			t.Errorf("%v: another mean fits too, with p = %v", c, f)
		}
	}
}

// around is the law of a binomial from first on, within some ten deviations and ten values of its mode, by quotients
// of neighbours. (The distribution function of distuv is wrong in its first digit for n = 1e9.)
func around(n, p float64) (first int, law []float64) {
	by := 10*math.Sqrt(n*p*(1-p)) + 10
	mode := math.Floor((n + 1) * p)
	low := math.Max(0, math.Floor(mode-by))
	high := math.Min(n, math.Ceil(mode+by))
	law = make([]float64, int(high-low)+1)
	at := int(mode - low)
	law[at] = 1
	for i := at + 1; i < len(law); i++ {
		k := low + float64(i)
		law[i] = law[i-1] * (n - k + 1) / k * p / (1 - p)
	}
	for i := at - 1; i >= 0; i-- {
		k := low + float64(i)
		law[i] = law[i+1] * (k + 1) / (n - k) * (1 - p) / p
	}
	floats.Scale(1/floats.Sum(law), law)
	return int(low), law
}

// Split walked by enumerating dice gives the law of so many picks, counted. An outcome of weight 0 has none.
func TestSplitIsManyPicks(t *testing.T) {
	type counts [4]int
	for _, w := range [][]float64{{1, 2, 0, 0.5}, {0, 3, 1, 0}, {0, 0, 0, 2}, {1, 1e-9, 1, 1}} {
		law := chains.NewLaw(w)
		split := enumerate.Law(func(d chains.Dice) counts {
			some := []int{9, 9, 9, 9}
			law.Split(d, 3, some)
			return counts(some)
		})
		picks := enumerate.Law(func(d chains.Dice) (c counts) {
			for range 3 {
				c[d.Pick(w)]++
			}
			return c
		})
		if len(split) != len(picks) {
			t.Errorf("%v: %d counts, want %d", w, len(split), len(picks))
		}
		for c, p := range picks {
			if math.Abs(split[c]-p) > 1e-15 {
				t.Errorf("%v: %v has %v, want %v", w, c, split[c], p)
			}
		}
	}
}
