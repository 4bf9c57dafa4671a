package evidence

import (
	"math"
	"testing"

	"breadboard/chains/sample"
)

// Ranks of a law with ties have mean 1/2 and the variance (1 - sum P³)/12; a sum of
// n of them is tested with it. A variance of 1/12, ties or not, is a broken version:
// its p-values are far from uniform.
func TestMidRank(t *testing.T) {
	p := []float64{0.3, 0, 0.2, 0.1, 0.4}
	values := []float64{2, 7, 1, 2, 5} // cells 0 and 3 are tied
	tb, ranks := ties([]int{1, 0, 2, 3, 4}, p, values)
	if len(ranks) != 3 {
		t.Fatalf("%d ranks, want 3", len(ranks))
	}
	for i, want := range []int{2, 4, 4} {
		if tb.counts[i] != want {
			t.Fatalf("count %d is %d, want %d", i, tb.counts[i], want)
		}
	}
	if math.Abs(ranks[0]-0.1)+math.Abs(ranks[1]-0.4)+math.Abs(ranks[2]-0.8) > 1e-12 {
		t.Fatalf("ranks %v, want 0.1, 0.4 and 0.8", ranks)
	}
	mean, square, cubes := 0.0, 0.0, 0.0
	for i, q := range tb.p {
		mean, square, cubes = mean+q*ranks[i], square+q*ranks[i]*ranks[i], cubes+q*q*q
	}
	if math.Abs(mean-0.5) > 1e-12 {
		t.Errorf("mean %v, want 0.5", mean)
	}
	if variance, want := square-mean*mean, (1-cubes)/12; math.Abs(variance-want) > 1e-12 {
		t.Errorf("variance %v, want %v", variance, want)
	}
}

// The p-values are those of draws from the law, of few and of many.
func TestMidRankUnderTheLaw(t *testing.T) {
	p, values := []float64{0.3, 0, 0.2, 0.1, 0.4}, []float64{2, 7, 1, 2, 5}
	d := sample.Seeded(11)
	for _, n := range []int{20, 1000} {
		tenth := uniformity(t, "mid-ranks", 1000, func() float64 { return MidRank(draw(d, n, p), p, values).P })
		if tenth < 0.06 { // the exact one is discrete, of steps of some hundredths
			t.Errorf("%d draws: %v of the p-values at or below 0.1", n, tenth)
		}
	}
	uniformity(t, "a tie of nearly all", 1000, func() float64 {
		return MidRank(draw(d, 1000, []float64{0.998, 0.002}), []float64{0.998, 0.002}, []float64{0, 1}).P
	})
}

// Without the correction for ties a test would be too shy.
func TestMidRankCorrectsForTies(t *testing.T) {
	d := sample.Seeded(11)
	naive, two := 0, []float64{0.9, 0.1}
	for range 1000 {
		counts := draw(d, 1000, two)
		z := math.Abs(float64(counts[0])*(0.45-0.5)+float64(counts[1])*(0.95-0.5)) / math.Sqrt(1000./12)
		if math.Erfc(z/math.Sqrt2) <= 0.1 {
			naive++
		}
	}
	if naive > 60 {
		t.Errorf("without the correction for ties %d of 1000 are at or below 0.1; a broken test was to be seen", naive)
	}
}

// By hand: two draws from thirds with values 0, 1, 2 and both in the highest: ranks
// 5/6 each, as far off as both in the lowest, so P = 2/9.
func TestMidRankByHand(t *testing.T) {
	third := []float64{1. / 3, 1. / 3, 1. / 3}
	fits(t, "both in the highest", MidRank([]int{0, 0, 2}, third, []float64{0, 1, 2}), 2./9, 1e-12, byExact)
	fits(t, "all tied", MidRank([]int{0, 0, 2}, third, []float64{1, 1, 1}), 1, 0, byNothing)
	fits(t, "impossible", MidRank([]int{0, 1}, []float64{1, 0}, []float64{0, 1}), 0, 0, byImpossible)
}

// A drift that is spread over many cells is found by ranks though the test of all
// cells is still blind.
func TestMidRankFindsDrift(t *testing.T) {
	const n, cells = 2000, 50
	p, q, values := make([]float64, cells), make([]float64, cells), make([]float64, cells)
	for x := range p {
		p[x], values[x] = 1./cells, float64(x)
		q[x] = (1 + 0.12*(float64(x)-(cells-1)/2.)/(cells/2.)) / cells
	}
	d, ranks, all := sample.Seeded(13), 0, 0
	for range 100 {
		counts := draw(d, n, q)
		if MidRank(counts, p, values).P <= 0.01 {
			ranks++
		}
		if Multinomial(counts, p, 0.01, d).P <= 0.01 {
			all++
		}
	}
	// The mean rank is off by 0.12/6 = 0.02, 3.1 standard deviations of 1/√(12 n).
	if ranks < 55 {
		t.Errorf("of 100 the ranks find %d, want at least 55", ranks)
	}
	if all > 40 {
		t.Errorf("of 100 the test of all cells finds %d, want at most 40", all)
	}
}
