package evidence

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains/sample"
)

var byHand = []struct {
	name   string
	counts []int
	q      []float64
	want   Pearson
}{
	// Mendel's peas (Fisher 1936): 315, 108, 101, 32 against 9:3:3:1. The
	// statistic is 0.4700, and 0.9254 is R's pchisq(0.470024, 3, lower = F).
	{"peas", []int{315, 108, 101, 32}, []float64{9, 3, 3, 1}, Pearson{0.470024, 3, 0.925426, 0}},
	// expectations 3, 4, 13: the first two are pooled. 49/7 and 49/13 make 140/13,
	// and with one degree P is erfc(√(70/13)).
	{"pooled", []int{0, 0, 20}, []float64{3, 4, 13}, Pearson{140. / 13, 1, math.Erfc(math.Sqrt(70. / 13)), 2}},
	// a pool of 1 + 2, still small, takes in the next
	{"pooled on", []int{2, 4, 5, 9}, []float64{1, 2, 7, 10}, Pearson{0.2, 1, math.Erfc(math.Sqrt(0.1)), 3}},
	// a pool that is large enough is left alone, and the next begun: 4+4 and 4+8
	{"two pools", []int{4, 6, 4, 6}, []float64{4, 4, 4, 8}, Pearson{4./8 + 4./12, 1, math.Erfc(math.Sqrt(5. / 12)), 4}},
	// 3+3 and 3+3, and the last 3 goes with the second
	{"what is left", []int{3, 4, 3, 3, 2}, []float64{1, 1, 1, 1, 1},
		Pearson{1./6 + 1./9, 1, math.Erfc(math.Sqrt(5. / 36)), 5}},
	{"too few", []int{1, 3}, []float64{1, 1}, Pearson{math.NaN(), 0, math.NaN(), 2}},
	{"just enough", []int{4, 6}, []float64{1, 1}, Pearson{0.4, 1, math.Erfc(math.Sqrt(0.2)), 0}},
	{"one cell", []int{9}, []float64{1}, Pearson{0, 0, 1, 0}},
	{"forbidden and visited", []int{10, 1, 10}, []float64{1, 0, 1}, Pearson{math.Inf(1), 1, 0, 0}},
	{"forbidden", []int{10, 0, 10}, []float64{1, 0, 1}, Pearson{0, 1, 1, 0}},
}

func TestChiSquareByHand(t *testing.T) {
	for _, c := range byHand {
		floats.Scale(1/floats.Sum(c.q), c.q)
		f := ChiSquare(c.counts, c.q)
		near := func(a, b float64) bool { // as published
			return a == b || math.Abs(a-b) < 1e-6 || math.IsNaN(a) && math.IsNaN(b)
		}
		if !near(f.Statistic, c.want.Statistic) {
			t.Errorf("%s: the statistic is %v, want %v", c.name, f.Statistic, c.want.Statistic)
		}
		if f.DF != c.want.DF {
			t.Errorf("%s: %d degrees of freedom, want %d", c.name, f.DF, c.want.DF)
		}
		if !near(f.P, c.want.P) {
			t.Errorf("%s: P is %v, want %v", c.name, f.P, c.want.P)
		}
		if f.Pooled != c.want.Pooled {
			t.Errorf("%s: %d cells are pooled, want %d", c.name, f.Pooled, c.want.Pooled)
		}
		if f.TooFew() != (c.name == "too few") {
			t.Errorf("%s: too few is %v", c.name, f.TooFew())
		}
	}
}

// With n pools there are n-1 degrees of freedom, however many n is. For an even number
// of them, 2m, P is exp(-x/2) times the sum of (x/2)^k/k! over k < m. Each pool holds two
// cells that expect 4 each, and the counts alternate by 3.
func TestDegreesOfFreedom(t *testing.T) {
	for pools := 3; pools <= 61; pools += 2 {
		counts, q := make([]int, 2*pools), make([]float64, 2*pools)
		for i := range counts {
			counts[i], q[i] = 4, 1/float64(len(q))
		}
		for k := range pools - 1 {
			counts[2*k] += 3 - 6*(k%2)
		}
		f := ChiSquare(counts, q)
		if f.DF != pools-1 {
			t.Errorf("%d pools have %d degrees of freedom", pools, f.DF)
		}
		x := float64(pools-1) * 9 / 8
		if math.Abs(f.Statistic-x) > 1e-12*x {
			t.Errorf("the statistic of %d pools is %v, want %v", pools, f.Statistic, x)
		}
		p, term := 0.0, math.Exp(-x/2)
		for k := range (pools - 1) / 2 {
			p += term
			term *= x / 2 / float64(k+1)
		}
		if math.Abs(f.P-p) > 1e-12 {
			t.Errorf("P of %d pools is %v, want %v", pools, f.P, p)
		}
	}
}

// P is uniform where the law is the truth: of 500 about 50 are below 0.1, with
// a standard deviation of 6.7.
func TestPIsUniform(t *testing.T) {
	q := []float64{0.5, 0.2, 0.15, 0.1, 0.04, 0.01}
	d, low := sample.Seeded(3), 0
	for range 500 {
		counts := make([]int, len(q))
		for range 200 {
			counts[d.Pick(q)]++
		}
		if ChiSquare(counts, q).P < 0.1 {
			low++
		}
	}
	if math.Abs(float64(low)-50) > 4*6.7 {
		t.Errorf("%d of 500 have P < 0.1", low)
	}
}

func TestCountsOfNoLawPanic(t *testing.T) {
	for name, f := range map[string]func(){
		"lengths":  func() { ChiSquare([]int{1}, []float64{0.5, 0.5}) },
		"no law":   func() { ChiSquare([]int{1, 0}, []float64{0, 0}) },
		"negative": func() { ChiSquare([]int{1, 0}, []float64{2, -1}) },
		"NaN":      func() { ChiSquare([]int{1, 0}, []float64{1, math.NaN()}) },
		"owing":    func() { ChiSquare([]int{2, -1}, []float64{0.5, 0.5}) },
	} {
		t.Run(name, func(t *testing.T) {
			defer func() {
				if recover() == nil {
					t.Error("no panic")
				}
			}()
			f()
		})
	}
}
