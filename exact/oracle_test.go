package exact_test

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	"breadboard/chains"
	"breadboard/exact"
	"breadboard/grid"
	"breadboard/toys"
)

// apart is |got - want| / |want|, and |got| where want is 0.
func apart(got float64, want *big.Float) float64 {
	diff := sub(flt(got), want)
	if want.Sign() != 0 {
		diff = quo(diff, want)
	}
	v, _ := diff.Float64()
	return math.Abs(v)
}

// scene is an annealing and a name for it; those whose kernel is not in the
// catalogue are not for the oracle.
type scene struct {
	name   string
	kernel string
	a      chains.Annealing
}

func tame(logf []float64, by float64) []float64 {
	out := make([]float64, len(logf))
	for x, v := range logf {
		out[x] = v * by
	}
	return out
}

func scenes(T int) []scene {
	stands, _ := chains.NewSchedule([]float64{0, 0, 0.1, 0.1, 0.4, 1, 1})
	targets := []toys.Target{toys.Easy(7), toys.Hard(11), toys.Barrier()}
	rng := rand.New(rand.NewPCG(3, 3))
	initial := make([]float64, 49)
	for x := range initial {
		initial[x] = 2 * rng.NormFloat64()
	}
	var out []scene
	for _, k := range chains.Kernels {
		if bigKernels[k.Name] == nil {
			continue
		}
		for _, target := range targets {
			a := annealing(target, k.Make, chains.Linear(T))
			name := fmt.Sprintf("%s/%s/T=%d", target.Name, k.Name, T)
			out = append(out, scene{name, k.Name, a})
			a.SkipLast = true
			out = append(out, scene{name + "/skip-last", k.Name, a})
		}
		from := func(f, to []float64, s chains.Schedule) chains.Annealing {
			return chains.Annealing{Grid: grid.New(7, 7), Kernel: k.Make, Schedule: s, Bridge: chains.Geometric{From: f, To: to}}
		}
		easy := targets[0].LogF
		out = append(out,
			scene{"sigmoid/" + k.Name, k.Name, from(make([]float64, 49), easy, chains.Sigmoid(4, T))},
			scene{"stands still/" + k.Name, k.Name, from(make([]float64, 49), easy, stands)},
			scene{"other initial/" + k.Name, k.Name, from(initial, easy, chains.Linear(T))},
			scene{"offset/" + k.Name, k.Name, from(make([]float64, 49), shift(easy, 1e6), chains.Linear(T))},
			scene{"nearly flat/" + k.Name, k.Name, from(make([]float64, 49), tame(easy, 1e-4), chains.Linear(T))},
			scene{"sigma 30/" + k.Name, k.Name, from(make([]float64, 49), tame(easy, 15), chains.Linear(T))},
			scene{"deep/" + k.Name, k.Name, from(make([]float64, 49), tame(easy, 150), chains.Linear(T))},
		)
	}
	return out
}

func shift(logf []float64, by float64) []float64 {
	out := make([]float64, len(logf))
	for x, v := range logf {
		out[x] = v + by
	}
	return out
}

// TestOracle holds every number of a run against 256-bit dense matrices. What is
// promised is nine digits; what is asked here is eleven, and nine of the offset
// scene, whose log densities lie near 1e6 and end at the tenth decimal.
func TestOracle(t *testing.T) {
	for _, T := range []int{2, 3, 30} {
		for _, s := range scenes(T) {
			if T > 3 && (s.kernel == "king" || s.kernel == "independence") {
				continue // full rows of big floats take seconds
			}
			t.Run(s.name, func(t *testing.T) {
				t.Parallel()
				tolerance := 1e-11
				if strings.HasPrefix(s.name, "offset") {
					tolerance = 1e-9
				}
				compare(t, s, tolerance)
			})
		}
	}
	for _, s := range scenes(200)[:6] { // metropolis on the three toys
		t.Run(s.name, func(t *testing.T) { t.Parallel(); compare(t, s, 1e-11) })
	}
}

func compare(t *testing.T, s scene, tolerance float64) {
	want := bigDensities(s.a).run(bigKernels[s.kernel])
	got, err := exact.Run(t.Context(), s.a)
	if err != nil {
		t.Fatal(err)
	}
	quick, err := exact.Measure(t.Context(), s.a)
	if err != nil {
		t.Fatal(err)
	}
	logR, _ := want.lR.Float64()
	for _, c := range []struct {
		name string
		got  float64
		want *big.Float
	}{
		{"J", got.J(), want.J()}, {"B", got.B(), want.B()},
		{"J, measured", quick.J(), want.J()}, {"B, measured", quick.B(), want.B()},
		{"KL(q||p)", got.Final.Forward, want.klQP}, {"KL(p||q)", got.Final.Reverse, want.klPQ},
		{"KL(fwd||rev)", got.Paths.Forward, want.fwd}, {"KL(rev||fwd)", got.Paths.Reverse, want.rev},
	} {
		if s.kernel == "perfect" && c.want.Cmp(flt(1e-20)) < 0 { // J is 0
			if !(c.got >= 0 && c.got < 1e-20) {
				t.Errorf("%s = %g of a perfect kernel", c.name, c.got)
			}
			continue
		}
		if e := apart(c.got, c.want); !(e <= tolerance) {
			t.Errorf("%s = %.17g, want %.17g: off by %.2g", c.name, c.got, c.want, e)
		}
	}
	if math.Abs(got.LogR-logR) > 1e-13*math.Max(1, math.Abs(logR)) {
		t.Errorf("log R = %v, want %v", got.LogR, logR)
	}
	if !(got.Defect < 1e-8) {
		t.Errorf("defect %g: %+v", got.Defect, got.Checks)
	}
}
