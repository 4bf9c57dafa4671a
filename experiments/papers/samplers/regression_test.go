package samplers

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"breadboard/experiments/papers"
	"breadboard/grid/must"
)

// made are rows in 20 groups of 10: features a and b of mean 0 and standard deviation 1, and a response of them.
func made(seed uint64, response func(a, b, noise float64) float64) (d data) {
	dice := rand.New(rand.NewPCG(seed, 7))
	for i := range 200 {
		a := dice.NormFloat64()
		b := dice.NormFloat64()
		d.x = append(d.x, []float64{a, b})
		d.y = append(d.y, response(a, b, dice.NormFloat64()))
		d.groups = append(d.groups, fmt.Sprintf("group %d", i%20))
	}
	return d
}

// compared are the losses of every predictor that learns from this many rows, each against those of GP.
func compared(t *testing.T, d data, most int) map[string]Method {
	t.Helper()
	all, learnt, err := design{learnt: most, seed: 1}.compare(t.Context(), papers.Options{}, d, []string{"a", "b"})
	if err != nil || learnt != most || len(all) != 5 {
		t.Fatalf("%d methods learn from %d rows: %v", len(all), learnt, err)
	}
	byName := map[string]Method{}
	for _, m := range all {
		byName[m.Name] = m
	}
	return byName
}

// TestMethods: on a line the linear model does as well as the process, and both do far better than the normal: log 20
// is 3 nats. On a parabola only the process sees anything, and it needs the feature a and not b.
func TestMethods(t *testing.T) {
	line := compared(t, made(2, func(a, _, noise float64) float64 { return 50 + 20*a + noise }), 30)
	if linear, iid := math.Abs(line["linear"].NLL.Delta), line["iid"].NLL; linear > 0.1 || iid.Delta < 2.5 ||
		iid.P > 1e-3 {
		t.Errorf("the linear model differs by %.3f nats, and the normal loses %+v", linear, iid)
	}
	must.Near(t, line["linear"].MSE.Mean, 1, 0.5, "the MSE of the line")
	must.Near(t, line["linear"].NLL.Mean, (1+math.Log(2*math.Pi))/2, 0.25, "its loss in nats")
	parabola := compared(t, made(3, func(a, _, noise float64) float64 { return a*a + 0.1*noise }), 50)
	for name, alike := range map[string]bool{"GP-a": false, "GP-b": true, "linear": false, "iid": false} {
		if delta := parabola[name].NLL.Delta; (math.Abs(delta) < 0.2) != alike {
			t.Errorf("%s loses %.3f nats", name, delta)
		}
	}
}

// TestSplit: each group is held out in one fold, whole, and is not learnt from there. Of rows some are taken once.
func TestSplit(t *testing.T) {
	d := made(4, func(a, b, noise float64) float64 { return a + b + noise })
	var held []string
	for _, s := range d.split(1) {
		held = append(held, s.test.names()...)
		if len(s.test.x) != 40 || len(s.train.x) != 160 || len(s.train.names()) != 16 {
			t.Errorf("%d rows are held out, and %d learnt from", len(s.test.x), len(s.train.x))
		}
		for _, g := range s.test.names() {
			if slices.Contains(s.train.groups, g) {
				t.Errorf("%s is on both sides", g)
			}
		}
	}
	if slices.Equal(held, d.names()) || slices.Equal(held[:4], d.split(2)[0].test.names()) {
		t.Errorf("%v are held out in turn, which no seed draws", held)
	}
	if slices.Sort(held); !slices.Equal(held, d.names()) {
		t.Errorf("held out are %v", held)
	}
	few := d.sampleRows(7, 1).y
	if slices.Sort(few); len(slices.Compact(few)) != 7 || slices.Equal(d.sampleRows(7, 2).y, d.sampleRows(7, 1).y) {
		t.Errorf("some are %v", few)
	}
}

// TestAgainst is Student's own example (1908): two drugs, ten patients, t = 4.0621 and p = 0.002833.
func TestAgainst(t *testing.T) {
	patients := func(values ...float64) (all []DensityLoss) {
		for _, v := range values {
			all = append(all, DensityLoss{Square: v})
		}
		return all
	}
	square := func(l DensityLoss) float64 { return l.Square }
	first := patients(0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0, 2)
	l := against(patients(1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4), first, square)
	must.Near(t, l.Delta, 1.58, 1e-12, "the difference")
	must.Near(t, l.Delta/l.StdErr, 4.0621, 5e-5, "t")
	must.Near(t, l.P, 0.002833, 5e-7, "p")
	if same := against(first, first, square); !math.IsNaN(same.P) || same.Delta != 0 {
		t.Errorf("against itself: %+v", same)
	}
}

// drawn are n rows of normal features with responses from the process with a covariance.
func drawn(c covariance, n int, seed uint64) (x [][]float64, y []float64) {
	dice := rand.New(rand.NewPCG(seed, 0))
	z := mat.NewVecDense(n, nil)
	for i := range n {
		row := make([]float64, len(c.lengths))
		z.SetVec(i, dice.NormFloat64())
		for f := range row {
			row[f] = dice.NormFloat64()
		}
		x = append(x, row)
	}
	var chol mat.Cholesky
	chol.Factorize(textbook(c, x))
	var lower mat.TriDense
	chol.LTo(&lower)
	var out mat.VecDense
	out.MulVec(&lower, z)
	return x, out.RawVector().Data
}

// textbook is the covariance matrix of rows, written again.
func textbook(c covariance, x [][]float64) *mat.SymDense {
	k := mat.NewSymDense(len(x), nil)
	for i := range x {
		for j := range i + 1 {
			v := c.signal * c.signal
			for f, l := range c.lengths {
				v *= math.Exp(-math.Pow(x[i][f]-x[j][f], 2) / (2 * l * l))
			}
			if i == j {
				v += c.noise*c.noise + leastNoise
			}
			k.SetSym(i, j, v)
		}
	}
	return k
}

// TestProcess: a prediction is the conditional of a normal by explicit inverses, and the evidence the log density of
// the responses by predictions of each from those before it.
func TestProcess(t *testing.T) {
	known := covariance{signal: 1.3, noise: 0.4, lengths: []float64{0.7, 2}}
	x, y := drawn(known, 12, 1)
	first := known.signal*known.signal + known.noise*known.noise + leastNoise
	want := -(y[0]*y[0]/first + math.Log(2*math.Pi*first)) / 2
	for n := 1; n < len(x); n++ {
		all := textbook(known, x[:n+1])
		var inverse mat.Dense
		must.Do(t, inverse.Inverse(all.SliceSym(0, n)))
		last := mat.NewVecDense(n, mat.Col(nil, n, all)[:n])
		m := mat.Inner(last, &inverse, mat.NewVecDense(n, y[:n]))
		v := all.At(n, n) - mat.Inner(last, &inverse, last)
		want -= ((y[n]-m)*(y[n]-m)/v + math.Log(2*math.Pi*v)) / 2
		mean, variance := newProcess(known, x[:n], y[:n]).predict(x[n])
		// A matrix of condition 100 leaves 13 digits; the prediction has no least noise.
		must.Near(t, mean, m, 1e-12, "the mean after %d rows", n)
		must.Near(t, variance, v-leastNoise, 1e-12, "the variance after %d rows", n)
	}
	must.Near(t, newProcess(known, x, y).evidence(y), want, 1e-11, "the evidence")
}

// TestSlope: the gradient of the evidence is that by differences.
func TestSlope(t *testing.T) {
	place := []float64{0.1, -1, 0.3, -0.2}
	x, y := drawn(covarianceAt(place), 40, 4)
	for i, got := range newProcess(covarianceAt(place), x, y).slope() {
		const h = 1e-4
		at := func(by float64) float64 {
			there := slices.Clone(place)
			there[i] += by
			return newProcess(covarianceAt(there), x, y).evidence(y)
		}
		must.Near(t, got, (at(h)-at(-h))/(2*h), 1e-4, "the slope in parameter %d", i)
	}
}
