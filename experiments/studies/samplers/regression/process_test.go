package regression

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"

	"breadboard/grid/must"
)

// known are parameters with two features, of which the second matters less.
var known = Hyper{Signal: 1.3, Noise: 0.4, Lengths: []float64{0.7, 2}}

// drawn are n rows of normal features with responses from the process with these parameters.
func drawn(h Hyper, n int, seed uint64) (x [][]float64, y []float64) {
	dice := rand.New(rand.NewPCG(seed, 0))
	x, z := make([][]float64, n), make([]float64, n)
	for i := range x {
		x[i] = make([]float64, len(h.Lengths))
		z[i] = dice.NormFloat64()
		for f := range x[i] {
			x[i][f] = dice.NormFloat64()
		}
	}
	k := textbook(h, x, x)
	for i := range x {
		k.Set(i, i, k.At(i, i)+h.Noise*h.Noise)
	}
	var chol mat.Cholesky
	chol.Factorize(mat.NewSymDense(n, k.RawMatrix().Data))
	var lower mat.TriDense
	chol.LTo(&lower)
	var out mat.VecDense
	out.MulVec(&lower, mat.NewVecDense(n, z))
	return x, out.RawVector().Data
}

// textbook is the matrix of the smooth covariances, written again.
func textbook(h Hyper, x, y [][]float64) *mat.Dense {
	k := mat.NewDense(len(x), len(y), nil)
	for i := range x {
		for j := range y {
			v := h.Signal * h.Signal
			for f, l := range h.Lengths {
				v *= math.Exp(-math.Pow(x[i][f]-y[j][f], 2) / (2 * l * l))
			}
			k.Set(i, j, v)
		}
	}
	return k
}

// slowly predicts by explicit inverses: the mean k'K^-1 y and the variance k(x,x) - k'K^-1 k + Noise².
func slowly(h Hyper, x [][]float64, y, at []float64) (mean, variance float64) {
	k := textbook(h, x, x)
	for i := range x {
		k.Set(i, i, k.At(i, i)+h.Noise*h.Noise)
	}
	var inverse mat.Dense
	if err := inverse.Inverse(k); err != nil {
		panic(err)
	}
	here := textbook(h, x, [][]float64{at}).ColView(0)
	n := len(x)
	return mat.Inner(here, &inverse, mat.NewVecDense(n, y)),
		h.Signal*h.Signal - mat.Inner(here, &inverse, here) + h.Noise*h.Noise
}

func TestPredict(t *testing.T) {
	x, y := drawn(known, 12, 1)
	p, ok := NewProcess(known, x, y)
	if !ok {
		t.Fatal("singular")
	}
	for _, at := range [][]float64{{0, 0}, {1, -1}, x[3], {30, 0}} {
		mean, variance := p.Predict(at)
		m, v := slowly(known, x, y, at)
		// Twelve rows with noise have a matrix of condition 100: 14 digits are left.
		if math.Abs(mean-m) > 1e-13 || math.Abs(variance-v) > 1e-13 {
			t.Errorf("at %v: %v, %v; by an inverse %v, %v", at, mean, variance, m, v)
		}
		// A prediction without its own noise is another one: the check would see it.
		if quiet := variance - known.Noise*known.Noise; math.Abs(quiet-v) < 0.1 {
			t.Errorf("at %v a variance without noise, %v, is taken for %v", at, quiet, v)
		}
	}
}

// The evidence is the log density of a normal, whose factors are predictions of each response by
// those before it.
func TestEvidence(t *testing.T) {
	x, y := drawn(known, 12, 2)
	p, _ := NewProcess(known, x, y)
	first := known.Signal*known.Signal + known.Noise*known.Noise
	want := -(y[0]*y[0]/first + math.Log(2*math.Pi*first)) / 2
	for i := 1; i < len(x); i++ {
		m, v := slowly(known, x[:i], y[:i], x[i])
		want -= ((y[i]-m)*(y[i]-m)/v + math.Log(2*math.Pi*v)) / 2
	}
	must.Near(t, p.Evidence(y), want, 1e-12, "it")
}

// The gradient of the search is that of its loss, the least noise included.
func TestSearchGradient(t *testing.T) {
	x, y := drawn(known, 40, 4)
	s := search{x: x, y: y}
	theta := []float64{0.1, math.Log(2 * least), 0.3, -0.2}
	got := make([]float64, len(theta))
	s.gradient(got, theta)
	for i := range theta {
		const h = 1e-4
		up := append([]float64{}, theta...)
		down := append([]float64{}, theta...)
		up[i] += h
		down[i] -= h
		want := (s.loss(up) - s.loss(down)) / (2 * h)
		// With so little noise the loss is about 1000 and its matrix ill-conditioned.
		if math.Abs(got[i]-want) > 1e-4*max(1, math.Abs(want)) {
			t.Errorf("parameter %d: %v, by differences %v", i, got[i], want)
		}
	}
}

// A rough function in four axes, of which 120 rows show little, has a peak of the evidence where all is
// noise. Fit finds one that is at least as high as the truth.
func TestFitLeavesNoise(t *testing.T) {
	rough := Hyper{Signal: 1, Noise: 0.05, Lengths: []float64{0.5, 0.5, 0.2, 8}}
	x, y := drawn(rough, 120, 4)
	p := Fit(x, y)
	q, _ := NewProcess(rough, x, y)
	if got, truth := p.Evidence(y), q.Evidence(y); got < truth {
		t.Errorf("evidence %.1f, at the truth %.1f; noise %.2f", got, truth, p.Noise)
	}
}
