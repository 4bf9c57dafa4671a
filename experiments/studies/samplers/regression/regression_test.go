package regression

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"breadboard/grid/must"
)

// made are rows in 40 groups of 10: features a and b, and a response of them.
func made(seed uint64, response func(a, b, noise float64) float64) Data {
	dice := rand.New(rand.NewPCG(seed, 7))
	d := Data{Names: []string{"a", "b"}}
	for i := range 400 {
		a := 3 + dice.NormFloat64()
		b := 100 * dice.NormFloat64()
		d.X = append(d.X, []float64{a, b})
		d.Y = append(d.Y, response(a, b/100, dice.NormFloat64()))
		d.Groups = append(d.Groups, fmt.Sprintf("group %d", i%40))
	}
	return d
}

// compare learns from at most so many rows, in the long form from 200.
func compare(t *testing.T, d Data, most int) map[string]Method {
	t.Helper()
	if os.Getenv("BREADBOARD_LONG") != "" {
		most = 200
	}
	table := must.Have(Design{Held: 0.2, Most: most, Seed: 1}.Compare(t.Context(), d, nil))(t)
	byName := map[string]Method{}
	for _, m := range table.Methods {
		byName[m.Name] = m
	}
	return byName
}

// Noise is predicted by nothing: no method beats the normal by more than chance. On a line the linear model does as
// well as the process, and both do far better than the normal.
func TestLine(t *testing.T) {
	if os.Getenv("BREADBOARD_LONG") != "" {
		all := compare(t, made(1, func(_, _, noise float64) float64 { return noise }), 200)
		for name, m := range all {
			if gain := all["iid"].NLL.Mean - m.NLL.Mean; gain > 0.02 {
				t.Errorf("%s gains %.3f nats on noise", name, gain)
			}
		}
	}
	all := compare(t, made(2, func(a, _, noise float64) float64 { return 2*a + 0.1*noise }), 60)
	// log(2/0.1) = 3 nats.
	if line, iid := math.Abs(all["linear"].NLL.Delta), all["iid"].NLL; line > 0.05 || iid.Delta < 2.5 || iid.P > 1e-5 {
		t.Errorf("the linear model differs by %.3f nats, and the normal loses %+v", line, iid)
	}
}

// On a parabola only the process sees anything, and it needs the feature a and not b.
func TestParabola(t *testing.T) {
	all := compare(t, made(3, func(a, _, noise float64) float64 { return (a-3)*(a-3) + 0.1*noise }), 120)
	for name, alike := range map[string]bool{"GP-a": false, "GP-b": true, "linear": false, "iid": false} {
		if delta := all[name].NLL.Delta; (math.Abs(delta) < 0.2) != alike {
			t.Errorf("%s loses %.3f nats", name, delta)
		}
	}
	// The noise is left, and what clipping costs rows beyond those that were learnt from.
	if mse := all["GP"].MSE.Mean; mse < 0.005 || mse > 0.03 {
		t.Errorf("the MSE of the process is %.4f, want about 0.01", mse)
	}
}

// Rows of a group are never on both sides, and infinite features are no obstacle.
func TestSplit(t *testing.T) {
	d := made(4, func(a, b, noise float64) float64 { return a + b + noise })
	d.X[0][0] = math.Inf(1)
	d.X[1][1] = math.Inf(-1)
	d.X[2][0] = math.NaN()
	d.Y[3] = math.Inf(1)
	train, test := d.split(0.2, 1)
	for _, g := range test.groups() {
		if slices.Contains(train.groups(), g) {
			t.Errorf("%s is on both sides", g)
		}
	}
	if n := len(test.groups()); n != 8 {
		t.Errorf("%d of 40 groups are held out, want 8", n)
	}
	table := must.Have(Design{Held: 0.2, Most: 50, Seed: 1}.Compare(t.Context(), d, nil))(t)
	if table.LeftOut != 2 {
		t.Errorf("%d rows are left out, want those with NaN or an infinite response", table.LeftOut)
	}
	for _, m := range table.Methods {
		if math.IsNaN(m.NLL.Mean) || math.IsInf(m.NLL.Mean, 0) {
			t.Errorf("%s: a loss of %v", m.Name, m.NLL.Mean)
		}
	}
}

// A scale clips what goes beyond the rows that it was made of.
func TestScale(t *testing.T) {
	s := newScale(Data{Names: []string{"a", "b"}, Y: []float64{1, 2, 3},
		X: [][]float64{{1, 5}, {3, 5}, {math.Inf(1), 5}}})
	// 1, 3 and 3: mean 7/3 and standard deviation 2/√3.
	for _, v := range []float64{3, 99, math.Inf(1)} {
		got := s.features([]float64{v, 5})
		if want := (3 - 7.0/3) / (2 / math.Sqrt(3)); math.Abs(got[0]-want) > 1e-15 || got[1] != 0 {
			t.Errorf("%v becomes %v, want %v and 0", v, got, want)
		}
	}
}

// Student's own example (1908): two drugs, ten patients, t = 4.0621 and p = 0.002833.
func TestAgainst(t *testing.T) {
	first := []float64{0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0, 2}
	second := []float64{1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4}
	l := against(second, first)
	if math.Abs(l.Delta-1.58) > 1e-12 || math.Abs(l.Delta/l.StdErr-4.0621) > 5e-5 || math.Abs(l.P-0.002833) > 5e-7 {
		t.Errorf("%+v", l)
	}
	if same := against(first, first); !math.IsNaN(same.P) || same.Delta != 0 {
		t.Errorf("against itself: %+v", same)
	}
}
