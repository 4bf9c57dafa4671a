package sample

import (
	"context"
	"errors"
	"math"
	"slices"
	"testing"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/chains/programs"
	"breadboard/grid"
	"breadboard/grid/must"
)

// particles is sequential Monte Carlo that resamples at every step.
func particles(p programs.Problem, particles int) programs.SMC {
	return programs.SMC{Problem: p, P: particles, Share: math.Inf(1)}
}

// The runs of a program have its law, walked along every path of the dice: by the program's own code, and in swarms, by
// kept rows and without, on spaces that lose and win mass, with one-way kernels.
func TestProgramRunsHaveTheLaw(t *testing.T) {
	for i, s := range settings() {
		p := aimedAt(s.a)
		if s.a.T() == 2 && s.a.Grid.Size() <= 4 { // the ends are all that SIR sees
			e := programs.NewSIR(p, 3)
			if p := lawsOf(e, p).fit(ran(t, e, p, Options{Chains: 2000, Seed: uint64(i)})); !(p >= unlikely) {
				t.Errorf("%s: SIR of 3 does not fit, p = %v", s.name, p)
			}
		}
		if s.a.T() == 2 || s.a.Grid.Size() > 3 || !s.a.SkipLast && s.name != "mass lost/metropolis/3" {
			continue // four cells have a hundred times as many paths
		}
		e := particles(p, 2)
		if p := lawsOf(e, p).fit(ran(t, e, p, Options{Chains: 2000, Seed: uint64(i)})); !(p >= unlikely) {
			t.Errorf("%s: 2 particles do not fit, p = %v", s.name, p)
		}
	}
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
		{two, programs.Sequence{Proposal: programs.Optimal}},
		{one, programs.Sequence{Proposal: programs.Prior, Steps: 1}},
		{one, programs.Sequence{Proposal: programs.Optimal, Steps: 2}},
	} {
		p := aimedAt(chains.Annealing{Grid: grid.New(slices.Repeat([]int{2}, c.data.N())...), Bridge: c.data,
			Schedule: chains.Linear(3), Kernel: kernels.Metropolis{}})
		p.Observed = &c.data
		e := must.Have(programs.NewSMCData(p, 2, c.Sequence))(t)
		if p := lawsOf(e, p).fit(ran(t, e, p, Options{Chains: 2000, Seed: 5})); !(p >= unlikely) {
			t.Errorf("%s proposal, %d steps: swarms of 2 do not fit, p = %v", c.Proposal, c.Steps, p)
		}
	}
}

// The fits see a draw or a particle that is one short, and forward weights in place of reverse ones.
func TestFitsFindOtherPrograms(t *testing.T) {
	p := aimedAt(settings()[slices.IndexFunc(settings(),
		func(s setting) bool { return s.name == "path/metropolis/2" })].a)
	r := ran(t, particles(p, 2), p, Options{Chains: 20_000, Seed: 1})
	if p := lawsOf(particles(p, 3), p).fit(r); !(p <= unlikely) {
		t.Errorf("swarms of 2 fit the law of 3, p = %v", p)
	}
	r.Reverse.LogW = r.Forward.LogW
	if p := lawsOf(particles(p, 2), p).fit(r); !(p <= unlikely) {
		t.Errorf("forward weights fit the law of reverse ones, p = %v", p)
	}
	r = ran(t, programs.NewSIR(p, 2), p, Options{Chains: 2000, Seed: 1})
	if p := lawsOf(programs.NewSIR(p, 3), p).fit(r); !(p <= unlikely) {
		t.Errorf("SIR of 2 fits that of 3, p = %v", p)
	}
}

// Without a reverse what needs one is not known, and has no warning.
func TestWithoutAReverse(t *testing.T) {
	p, last := barrierAt(3), 0
	r := ran(t, oneWay{programs.NewSIR(p, 5)}, p, Options{Chains: 500, Seed: 1, Progress: func(done, total int) {
		last = done
		if total != 500 {
			t.Errorf("%d runs in all, want 500", total)
		}
	}})
	if last != 500 {
		t.Errorf("the last report is of %d runs, want 500", last)
	}
	for i, e := range []Estimate{r.RevLogW(), r.B(), r.UpperLogR(), r.MeanInvW(0), r.RMSERev(0)} {
		if !math.IsNaN(e.Value) || e.Warning != "" {
			t.Errorf("estimate %d is %v without a reverse, with the warning %q", i, e.Value, e.Warning)
		}
	}
	for i, e := range []Estimate{r.FwdLogW(), r.MeanW(0), r.RMSEFwd(0)} {
		if !(e.StdErr > 0) {
			t.Errorf("the standard error of estimate %d is %v", i, e.StdErr)
		}
	}
}

// endless picks for ever.
type endless struct{ cancel func() }

func (endless) Cost() float64 { return 1 }

func (e endless) Forward(d chains.Dice) (int, float64) {
	for {
		d.Pick([]float64{1, 1})
		e.cancel()
	}
}

// A run ends in its midst when it is cancelled.
func TestProgramRunsAreStopped(t *testing.T) {
	p := barrierAt(3)
	ctx, cancel := context.WithCancelCause(t.Context())
	stop := errors.New("stop")
	if _, err := RunProgram(ctx, endless{func() { cancel(stop) }}, p, Options{Chains: 4}); !errors.Is(err, stop) {
		t.Errorf("after cancelling the error is %v", err)
	}
}
