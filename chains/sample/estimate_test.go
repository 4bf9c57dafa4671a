package sample

import (
	"math"
	"strings"
	"testing"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/toys"
)

// same allows for the rounding of a dozen operations, relatively.
func same(a, b float64) bool {
	return a == b || math.Abs(a-b) <= 1e-13*max(math.Abs(a), math.Abs(b))
}

func equal(t *testing.T, name string, e Estimate, value, stderr float64) {
	t.Helper()
	if !same(e.Value, value) {
		t.Errorf("%s is %v, want %v", name, e.Value, value)
	}
	if !same(e.StdErr, stderr) && !(math.IsNaN(e.StdErr) && math.IsNaN(stderr)) {
		t.Errorf("the standard error of %s is %v, want %v", name, e.StdErr, stderr)
	}
}

// known is two weights, 1 and 3, forward, and 2, 2, 4 in reverse: everything
// can be done by hand.
func known() Runs {
	return Runs{T: 2, Forward: Batch{LogW: []float64{0, math.Log(3)}},
		Reverse: Batch{LogW: []float64{math.Log(2), math.Log(2), math.Log(4)}}}
}

func TestEstimatesByHand(t *testing.T) {
	r, ln2, ln3 := known(), math.Log(2), math.Log(3)
	// half of ln 3 off the mean either way: variance 2(ln3/2)², over 2
	equal(t, "E_fwd[log w]", r.FwdLogW(), ln3/2, ln3/2)
	// ln 2 (1, 1, 2): variance ln²2/3, over 3
	equal(t, "E_rev[log w]", r.RevLogW(), ln2*4/3, ln2/3)
	equal(t, "B", r.B(), ln2*4/3-ln3/2, math.Sqrt(ln2*ln2/9+ln3*ln3/4))
	// mean 2, variance 2, over 2: standard error 1, half of the mean
	equal(t, "log mean w", r.LowerLogR(), ln2, 0.5)
	// 1/w is 1/2, 1/2, 1/4: mean 5/12, variance 1/48, over 3: standard error 1/12, a fifth of the mean
	equal(t, "-log mean 1/w", r.UpperLogR(), math.Log(12./5), 0.2)
	equal(t, "mean w over 4", r.MeanW(math.Log(4)), 0.5, 0.25)
	equal(t, "mean 1/w times 4", r.MeanInvW(math.Log(4)), 5./3, 1./3)
	// errors 0 and ln 3: mean square ln²3/2, with standard error ln²3/2, over twice the root
	equal(t, "rmse", r.RMSEFwd(0), ln3/math.Sqrt2, ln3/math.Sqrt2/2)
	// errors 0, 0, ln 2: mean square and standard error ln²2/3, over twice the root
	equal(t, "rmse in reverse", r.RMSERev(ln2), ln2/math.Sqrt(3), ln2/math.Sqrt(3)/2)
	equal(t, "rmse of a program without error", Runs{Forward: Batch{LogW: []float64{1, 1}}}.RMSEFwd(1), 0, 0)
	// m = 2, s = 5, m²/s = 4/5. Errors 2(v-2)/2 - (v²-5)/5 are -1/5 and 1/5:
	// standard deviation √2/5, over √2
	equal(t, "ESS", r.ESS(), 0.8, 0.8/5)
}

// Weights may be of any size, and all of them one: only log R notices.
func TestWeightsOfAnySize(t *testing.T) {
	r := known()
	for _, by := range []float64{-5000, 5000} {
		moved := known()
		for i := range moved.Forward.LogW {
			moved.Forward.LogW[i] += by
		}
		for i := range moved.Reverse.LogW {
			moved.Reverse.LogW[i] += by
		}
		for _, c := range []struct {
			name       string
			got, want  Estimate
			moves      float64
			resolution float64 // numbers near 5000 are rounded to 1e-12
		}{
			{"log mean w", moved.LowerLogR(), r.LowerLogR(), by, 3e-12},
			{"-log mean 1/w", moved.UpperLogR(), r.UpperLogR(), by, 3e-12},
			{"mean w", moved.MeanW(by), r.MeanW(0), 0, 3e-12},
			{"mean 1/w", moved.MeanInvW(by), r.MeanInvW(0), 0, 3e-12},
			{"ESS", moved.ESS(), r.ESS(), 0, 3e-12},
		} {
			if math.Abs(c.got.Value-c.want.Value-c.moves) > c.resolution {
				t.Errorf("moved by %v %s is %v, and was %v", by, c.name, c.got.Value, c.want.Value)
			}
			if math.Abs(c.got.StdErr-c.want.StdErr) > c.resolution {
				t.Errorf("moved by %v the standard error of %s is %v, and was %v",
					by, c.name, c.got.StdErr, c.want.StdErr)
			}
		}
	}
}

// part returns the i-th n chains of each batch as runs of their own.
func part(all Runs, i, n int) Runs {
	return Runs{
		Forward: Batch{LogW: all.Forward.LogW[i*n : (i+1)*n]},
		Reverse: Batch{LogW: all.Reverse.LogW[i*n : (i+1)*n]},
	}
}

// The delta method's standard errors agree with the scatter of many repetitions. From
// 400 the standard deviation of 500 chains' estimates is known to 1/√800 = 3.5%, so to
// 15% beyond doubt and beyond the second order of 1/500.
func TestStandardErrorsAreThoseOfRepetitions(t *testing.T) {
	const repeats, n = 400, 500
	a := annealing(toys.Easy(3), kernels.Metropolis{}, chains.Linear(200))
	all, err := Run(t.Context(), a, Options{Chains: repeats * n, Seed: 9})
	if err != nil {
		t.Fatal(err)
	}
	for name, of := range map[string]func(Runs) Estimate{
		"E_fwd[log w]": Runs.FwdLogW, "E_rev[log w]": Runs.RevLogW, "B": Runs.B,
		"log mean w": Runs.LowerLogR, "-log mean 1/w": Runs.UpperLogR, "ESS": Runs.ESS,
		"mean w":   func(r Runs) Estimate { return r.MeanW(0) },
		"mean 1/w": func(r Runs) Estimate { return r.MeanInvW(0) },
		"rmse":     func(r Runs) Estimate { return r.RMSEFwd(all.Rise) },
	} {
		var values []float64
		meanErr := 0.0
		for i := range repeats {
			e := of(part(all, i, n))
			values = append(values, e.Value)
			meanErr += e.StdErr / repeats
		}
		sd := mean(values).StdErr * math.Sqrt(repeats)
		if ratio := meanErr / sd; !(ratio > 0.85 && ratio < 1.15) {
			t.Errorf("%s: the mean standard error is %v, the standard deviation %v", name, meanErr, sd)
		}
	}
}

func TestInfiniteLogWeights(t *testing.T) {
	inf := math.Inf(1)
	r := Runs{Forward: Batch{LogW: []float64{-inf, 0, -inf, math.Log(3)}}, Reverse: Batch{LogW: []float64{inf, 0}}}
	equal(t, "E_fwd[log w]", r.FwdLogW(), -inf, math.NaN())
	equal(t, "E_rev[log w]", r.RevLogW(), inf, math.NaN())
	equal(t, "B", r.B(), inf, math.NaN())
	equal(t, "log mean w", r.LowerLogR(), 0, math.Sqrt(2./4)) // 0, 1, 0, 3: mean 1, variance 2
	equal(t, "mean 1/w", r.MeanInvW(0), 0.5, 0.5)
	everything := Interval{inf, inf}
	if got := r.B().Interval(0.9); got != everything {
		t.Errorf("the interval of an infinite B is %v", got)
	}
	if got := r.BootstrapB(0.9, 1); got != everything {
		t.Errorf("the bootstrap interval of an infinite B is %v", got)
	}
	for _, want := range []string{"2 of 4 forward", "1 of 2 reverse"} {
		if w := r.B().Warning; !strings.Contains(w, want) {
			t.Errorf("the warning %q does not say %q", w, want)
		}
		if w := strings.Join(r.Warnings(), "\n"); !strings.Contains(w, want) {
			t.Errorf("the warnings %q do not say %q", w, want)
		}
	}
	r.Forward.LogW = []float64{-inf, -inf}
	equal(t, "log mean of no weight", r.LowerLogR(), -inf, math.NaN())
	equal(t, "mean of no weight", r.MeanW(0), 0, math.NaN())
	equal(t, "ESS of no weight", r.ESS(), 0, math.NaN())
	if w := r.LowerLogR().Warning; !strings.Contains(w, "are 0") {
		t.Errorf("the warning of no weight is %q", w)
	}
}

// 1.959964 is the 97.5% point of the normal distribution, from tables.
func TestNormalInterval(t *testing.T) {
	i := Estimate{Value: 3, StdErr: 2}.Interval(0.95)
	if want := 3 - 2*1.959964; math.Abs(i.Low-want) > 1e-6 {
		t.Errorf("the interval begins at %v, want %v", i.Low, want)
	}
	if want := 3 + 2*1.959964; math.Abs(i.High-want) > 1e-6 {
		t.Errorf("the interval ends at %v, want %v", i.High, want)
	}
}

func TestLevelsThatAreNonePanic(t *testing.T) {
	for name, f := range map[string]func(){
		"level 95":  func() { Estimate{}.Interval(95) },
		"level NaN": func() { known().BootstrapB(math.NaN(), 1) },
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

// Numbers that are computed when needed have the mean and the error of a vector of them.
func TestMeanOf(t *testing.T) {
	inf := math.Inf(1)
	for _, xs := range [][]float64{{1, 2, 4}, {1e9, 1e9 + 1, 1e9 + 3}, {2, inf}, {-inf, inf}, nil} {
		want := mean(xs)
		if got := meanOf(len(xs), func(i int) float64 { return xs[i] }); !math.IsNaN(want.Value) || !math.IsNaN(got.Value) {
			equal(t, "the mean", got, want.Value, want.StdErr)
		}
	}
}
