package score

import (
	"math"
	"testing"
	"time"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/chains/sample"
	"breadboard/toys"
	"breadboard/toys/zoo"
)

// plan is a plan of two kernels and one that never moves, on two densities.
func plan(equal Equal) *Plan {
	one := func(name string, k chains.Kernel) chains.Entry[chains.Kernel] {
		return chains.Entry[chains.Kernel]{Name: name, Make: k}
	}
	return &Plan{
		Densities: []zoo.Density{{Name: "steep", Make: steep}, {Name: "barrier", Make: toys.Barrier}},
		Kernels: []chains.Entry[chains.Kernel]{one("metropolis", kernels.Metropolis{}),
			one("heat-bath", kernels.HeatBath{}), one("identity", kernels.Identity{})},
		Starts: []string{"exact"}, Budgets: []int{60, 120}, Equal: equal,
	}
}

// run runs a plan.
func run(t *testing.T, p *Plan) Result {
	t.Helper()
	if err := p.Prepare(); err != nil {
		t.Fatal(err)
	}
	result, err := p.Run(t.Context(), 0, nil)
	if err != nil {
		t.Fatal(err)
	}
	return result
}

// At equal evaluations a step of heat-bath on 7x7 costs six of metropolis. A kernel that evaluates
// nothing is left out.
func TestEqualEvaluations(t *testing.T) {
	p := plan(Evaluations)
	result := run(t, p)
	for _, r := range result.Rows {
		if want := r.Budget / 6; r.Density == "barrier" && r.Kernel == "heat-bath" && r.N != want {
			t.Errorf("%d evaluations buy %d steps, want %d", r.Budget, r.N, want)
		}
		if r.Kernel == "metropolis" && r.N != r.Budget {
			t.Errorf("%d evaluations buy %d steps of metropolis", r.Budget, r.N)
		}
		want := r.RESS() / (float64(r.Budget+r.Budget/6) / 2)
		if r.Density == "barrier" && !(math.Abs(r.NESS/want-1) < 1e-12) {
			t.Errorf("NESS %v, want %v", r.NESS, want)
		}
	}
	left := result.LeftOut()
	if len(left) != 1 || left[0] != (LeftOut{"identity", 2}) {
		t.Errorf("left out %v, want identity on both densities", left)
	}
}

// With a clock that ticks once a reading, all kernels have one price.
func TestEqualTime(t *testing.T) {
	p, now := plan(Time), time.Time{}
	p.Now = func() time.Time { now = now.Add(2 * time.Millisecond); return now }
	for _, r := range run(t, p).Rows {
		if r.N != r.Budget { // 2 ms for 2000 steps is a microsecond each
			t.Errorf("%d microseconds buy %s %d steps", r.Budget, r.Kernel, r.N)
		}
	}
}

// A spec suits those densities on which there is such a thing, and is bad if it suits none.
func TestSpecsThatSuitSome(t *testing.T) {
	p := plan(Steps)
	p.Functions = []string{"mode:4"}
	result := run(t, p)
	for _, r := range result.Rows {
		if r.Density != "barrier" {
			t.Errorf("%s has a row of mode:4", r.Density)
		}
	}
	if left := result.LeftOut(); len(left) > 0 {
		t.Errorf("left out %v, because a density has no mode:4", left)
	}
	if n := len(result.Unsuited); n != 1 {
		t.Errorf("%d densities are unsuited, want the one without mode:4", n)
	}
	p.Functions = []string{"mode:5"}
	if err := p.Prepare(); err == nil {
		t.Error("no density has five modes, and that is no error")
	}
}

// Work beyond the limit is left out.
func TestMostWork(t *testing.T) {
	p := plan(Steps)
	p.Kernels, p.MostWork = p.Kernels[:1], 1
	result := run(t, p)
	if n := len(result.Rows); n > 0 {
		t.Errorf("%d rows within one operation", n)
	}
	if left := result.LeftOut(); len(left) != 1 || left[0].Densities != 2 {
		t.Errorf("left out %v, want metropolis on both densities", left)
	}
}

// What is left out unseen would be left out by its chain too.
func TestHopeless(t *testing.T) {
	p := plan(Steps)
	p.Kernels = kernels.Catalogue
	if err := p.Prepare(); err != nil {
		t.Fatal(err)
	}
	unseen := 0
	for _, p.MostWork = range []float64{1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9} {
		for _, j := range p.Jobs() {
			here, s := p.subject(j)
			if !p.hopeless(j) {
				continue
			}
			unseen++
			if work := s.chain.Work(len(here.averages()), p.Budgets); work <= p.MostWork {
				t.Errorf("%v takes %.3g operations, and is left out from %.3g", j, work, p.MostWork)
			}
		}
	}
	if unseen == 0 {
		t.Error("nothing is left out unseen")
	}
}

// The squared errors of 10,000 sampled chains have the exact mean, to within four standard errors.
func TestSampledChains(t *testing.T) {
	const chainsRun, N = 10_000, 20
	target := steep()
	for _, k := range []chains.Kernel{kernels.Metropolis{}, kernels.Lifted{Turn: 1. / 8}} {
		s := NewSubject(target, "k", k)
		functions, _, err := Functions(target, []string{"mean:2"})
		if err != nil {
			t.Fatal(err)
		}
		exact, err := s.Measure(t.Context(), functions, []Start{{"exact", s.P}}, []int{N})
		if err != nil {
			t.Fatal(err)
		}
		op, level, dice := s.Annealing.Kernel.On(s.Annealing.Grid), s.Annealing.NewLevel(), sample.Seeded(7)
		level.Move(2, 1)
		op.Aim(level)
		p, mean := chains.Normalized(level.LogF()), 0.0
		for x, mass := range s.P {
			mean += mass * functions[0].Of[x]
		}
		sum, squares := 0.0, 0.0
		for range chainsRun {
			x, total := dice.Pick(p), 0.0
			for range N {
				x = op.Step(x, dice)
				total += functions[0].Of[x/s.share] - mean
			}
			e := total * total / (N * N)
			sum, squares = sum+e, squares+e*e
		}
		mse := sum / chainsRun
		off := math.Sqrt((squares/chainsRun - mse*mse) / chainsRun)
		if math.Abs(mse-exact[0].MSE()) > 4*off {
			t.Errorf("sampled %v ± %v, exactly %v", mse, off, exact[0].MSE())
		}
	}
}
