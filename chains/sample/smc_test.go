package sample

import (
	"math"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/chains/programs"
	"breadboard/grid"
	"breadboard/toys"
)

// swarms is the program whose runs swarms make.
func swarms(p programs.Problem, particles int) programs.SMC {
	return programs.SMC{Problem: p, P: particles, Share: math.Inf(1)}
}

// Swarms have the law of programs.SMC, walked along every path: on spaces that lose and win
// mass, with one-way kernels, with and without the last kernel, by kept rows and without.
func TestSwarmsHaveTheLawOfTheProgram(t *testing.T) {
	for i, s := range settings() {
		if s.a.T() != 3 || s.a.Grid.Size() > 3 || !s.a.SkipLast && i%16 > 3 {
			continue // four cells have a hundred times as many paths
		}
		p := aimedAt(s.a)
		e := swarms(p, 2)
		laws := lawsOf(e, p)
		for _, limit := range []int{rowLimit, 0} {
			o := Options{Chains: 2000, Seed: uint64(i), Workers: 1}
			how, _ := swarming(e, limit)
			r, err := how.run(t.Context(), e, p, o)
			if err != nil {
				t.Fatal(err)
			}
			if p := laws.fit(r); !(p >= unlikely) {
				t.Errorf("%s: swarms of 2 with %d outcomes kept do not fit, p = %v", s.name, limit, p)
			}
		}
	}
}

// learning is programs.SMCData on observations of a latent each.
func learning(t *testing.T, data chains.Observations, s programs.Sequence) (programs.SMCData, programs.Problem) {
	t.Helper()
	lens := slices.Repeat([]int{2}, data.N())
	p := aimedAt(chains.Annealing{Grid: grid.New(lens...), Bridge: data, Schedule: chains.Linear(3),
		Kernel: kernels.Metropolis{}})
	p.Observed = &data
	e, err := programs.NewSMCData(p, 2, s)
	if err != nil {
		t.Fatal(err)
	}
	return e, p
}

// Swarms also take observations in, by both proposals, with a kernel step after each and with
// none. With both a redraw and a kernel step the paths of two observations would take a minute.
func TestSwarmsLearn(t *testing.T) {
	two := chains.Observations{Axes: [][]int{{0}, {1}},
		Steps: [][]float64{{0, 0.5, 0, -0.5}, {-1, 0.5, 1, -0.5}, {-2, 2, 0, -1.5}}}
	one := chains.Observations{Axes: [][]int{{0}}, Steps: [][]float64{{0.3, -0.3}, {-1, 0.8}}}
	for _, c := range []struct {
		data chains.Observations
		programs.Sequence
	}{
		{two, programs.Sequence{Proposal: programs.Prior}},
		{two, programs.Sequence{Proposal: programs.Prior, Steps: 1}},
		{two, programs.Sequence{Proposal: programs.Optimal}},
		{one, programs.Sequence{Proposal: programs.Optimal, Steps: 2}},
	} {
		e, p := learning(t, c.data, c.Sequence)
		r, err := RunProgram(t.Context(), e, p, Options{Chains: 2000, Seed: 5})
		if err != nil {
			t.Fatal(err)
		}
		if p := lawsOf(e, p).fit(r); !(p >= unlikely) {
			t.Errorf("%s proposal, %d steps: swarms of 2 do not fit, p = %v", c.Proposal, c.Steps, p)
		}
	}
}

// The same fits see swarms that are one particle short, and a kept particle that is lost.
func TestFitsFindOtherSwarms(t *testing.T) {
	p := aimedAt(settings()[0].a)
	o := Options{Chains: 20_000, Seed: 1}
	r, err := RunProgram(t.Context(), swarms(p, 2), p, o)
	if err != nil {
		t.Fatal(err)
	}
	if p := lawsOf(swarms(p, 3), p).fit(r); !(p <= unlikely) {
		t.Errorf("swarms of 2 fit the law of 3, p = %v", p)
	}
	r.Reverse.LogW = r.Forward.LogW
	if p := lawsOf(swarms(p, 2), p).fit(r); !(p <= unlikely) {
		t.Errorf("forward weights fit the law of reverse ones, p = %v", p)
	}
}

func TestSwarmsHaveTheSameBitsForAnyNumberOfWorkers(t *testing.T) {
	p := aimedAt(annealing(toys.Barrier(), kernels.Metropolis{}, chains.Linear(20)))
	o := Options{Chains: 150, Seed: 11, Workers: 1}
	one, err := RunProgram(t.Context(), swarms(p, 30), p, o)
	if err != nil {
		t.Fatal(err)
	}
	for _, o.Workers = range []int{2, 7} {
		more, err := RunProgram(t.Context(), swarms(p, 30), p, o)
		if err != nil {
			t.Fatal(err)
		}
		if !cmp.Equal(one, more) {
			t.Errorf("%d workers give other runs than one", o.Workers)
		}
	}
}

// On BARRIER the means of w and 1/w are right, and those of log w are what the program's own
// code gives, within 4 standard errors.
func TestSwarmsOnBarrier(t *testing.T) {
	p := aimedAt(annealing(toys.Barrier(), kernels.Metropolis{}, chains.Linear(12)))
	_, to := p.Ends()
	logR := chains.LogSum(to) - math.Log(49)
	e := swarms(p, 20)
	fast, err := RunProgram(t.Context(), e, p, Options{Chains: 20_000, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	slow, err := plainly(e).run(t.Context(), e, p, Options{Chains: 2000, Seed: 2, Workers: 2})
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string][2]Estimate{
		"E_fwd[log w]": {fast.FwdLogW(), slow.FwdLogW()}, "E_rev[log w]": {fast.RevLogW(), slow.RevLogW()},
		"mean w": {fast.MeanW(logR), {Value: 1}}, "mean 1/w": {fast.MeanInvW(logR), {Value: 1}},
	} {
		if z := (c[0].Value - c[1].Value) / math.Hypot(c[0].StdErr, c[1].StdErr); !(math.Abs(z) < 4) {
			t.Errorf("%s is %v, and %v is right: z = %v", name, c[0], c[1], z)
		}
	}
}

// BenchmarkSwarms is 16 runs of SMC with 1000 particles on BARRIER at T = 1000, on one core,
// forward and in reverse.
func BenchmarkSwarms(b *testing.B) {
	const T, particles, n = 1000, 1000, 16
	p := aimedAt(annealing(toys.Barrier(), kernels.Metropolis{}, chains.Linear(T)))
	for _, direction := range []string{"forward", "reverse"} {
		b.Run(direction, func(b *testing.B) {
			_, to := p.Ends()
			how, _ := swarming(swarms(p, particles), rowLimit)
			target := chains.NewLaw(chains.Normalized(to))
			for b.Loop() {
				for _, t := range replicates(&Runs{}, swarms(p, particles), 49, Options{Chains: n}, how.group) {
					if t.reverse != (direction == "reverse") {
						continue
					}
					if err := how.worker().run(b.Context(), t, target, 1, &progress{}); err != nil {
						b.Fatal(err)
					}
				}
			}
			b.ReportMetric(n*particles*(T-1)*float64(b.N)/b.Elapsed().Seconds()/1e6, "Mmoves/s")
		})
	}
}
