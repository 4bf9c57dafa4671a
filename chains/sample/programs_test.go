package sample

import (
	"context"
	"errors"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"

	"breadboard/chains"
	"breadboard/chains/enumerate"
	"breadboard/chains/kernels"
	"breadboard/chains/programs"
	"breadboard/toys"
)

// aimedAt returns a problem on an annealing.
func aimedAt(a chains.Annealing) programs.Problem { return programs.Problem{Annealing: a, Sample: -1} }

// outcomes are both laws of a program: of the cell and log w, forward and in reverse.
type outcomes struct {
	fwd, rev map[outcome]float64
	cells    int
}

// lawsOf walks every path of a program, in reverse from a draw of the target.
func lawsOf(e programs.Program, p programs.Problem) outcomes {
	_, to := p.Ends()
	target := chains.Normalized(to)
	fwd := enumerate.Law(func(d chains.Dice) outcome { return outcomeOf(e.Forward(d)) })
	rev := enumerate.Law(func(d chains.Dice) outcome {
		x := d.Pick(target)
		return outcomeOf(x, e.Reverse(x, d))
	})
	return outcomes{fwd, rev, p.Grid.Size()}
}

// fit returns the smallest p-value of a program's runs.
func (o outcomes) fit(r Runs) float64 {
	fw, fx := fit(r.Forward, r.Rise, o.fwd, o.cells)
	r.Reverse.Ends = r.Reverse.Starts
	rw, rx := fit(r.Reverse, r.Rise, o.rev, o.cells)
	return min(fw.P, fx.P, rw.P, rx.P)
}

func TestProgramRunsHaveTheLaw(t *testing.T) {
	for i, s := range settings() {
		if s.a.T() != 2 || s.a.SkipLast || s.a.Grid.Size() > 4 {
			continue // the ends are all that SIR sees
		}
		p := aimedAt(s.a)
		e := programs.NewSIR(p, 3)
		r, err := RunProgram(t.Context(), e, p, Options{Chains: 2000, Seed: uint64(i)})
		if err != nil {
			t.Fatal(err)
		}
		if p := lawsOf(e, p).fit(r); !(p >= unlikely) {
			t.Errorf("%s: SIR of 3 does not fit, p = %v", s.name, p)
		}
	}
}

// The fits see SIR of 2 where 3 are asked for.
func TestFitsFindAnotherProgram(t *testing.T) {
	p := aimedAt(settings()[0].a)
	r, err := RunProgram(t.Context(), programs.NewSIR(p, 2), p, Options{Chains: 2000, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	if p := lawsOf(programs.NewSIR(p, 3), p).fit(r); !(p <= unlikely) {
		t.Errorf("SIR of 2 fits that of 3, p = %v", p)
	}
}

func TestAnnealingAsAProgramIsRun(t *testing.T) {
	a := annealing(toys.Barrier(), kernels.Metropolis{}, chains.Linear(10))
	o := Options{Chains: 5000, Seed: 3}
	want, err := Run(t.Context(), a, o)
	if err != nil {
		t.Fatal(err)
	}
	got, err := RunProgram(t.Context(), programs.AIS{Problem: aimedAt(a)}, aimedAt(a), o)
	if err != nil {
		t.Fatal(err)
	}
	if !cmp.Equal(got, want) {
		t.Error("annealing has other chains as a program")
	}
}

func TestProgramsHaveTheSameBitsForAnyNumberOfWorkers(t *testing.T) {
	p := aimedAt(annealing(toys.Barrier(), kernels.Metropolis{}, chains.Linear(3)))
	o := Options{Chains: 83, Seed: 11, Workers: 1}
	one, err := RunProgram(t.Context(), programs.NewSIR(p, 5), p, o)
	if err != nil {
		t.Fatal(err)
	}
	for _, o.Workers = range []int{2, 7} {
		more, err := RunProgram(t.Context(), programs.NewSIR(p, 5), p, o)
		if err != nil {
			t.Fatal(err)
		}
		if !cmp.Equal(one, more) {
			t.Errorf("%d workers give other runs than one", o.Workers)
		}
	}
}

// oneWay hides the reverse of a program.
type oneWay struct{ programs.Estimator }

func TestWithoutAReverse(t *testing.T) {
	p := aimedAt(annealing(toys.Barrier(), kernels.Metropolis{}, chains.Linear(3)))
	r, err := RunProgram(t.Context(), oneWay{programs.NewSIR(p, 5)}, p, Options{Chains: 500, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	for name, e := range map[string]Estimate{"E_rev[log w]": r.RevLogW(), "B": r.B(), "the upper bound": r.UpperLogR(),
		"mean 1/w": r.MeanInvW(0), "rmse in reverse": r.RMSERev(0)} {
		if !math.IsNaN(e.Value) {
			t.Errorf("%s is %v without a reverse", name, e.Value)
		}
		if e.Warning != "" {
			t.Errorf("%s has the warning %q", name, e.Warning)
		}
	}
	for name, e := range map[string]Estimate{"E_fwd[log w]": r.FwdLogW(), "mean w": r.MeanW(0), "rmse": r.RMSEFwd(0)} {
		if !(e.StdErr > 0) {
			t.Errorf("the standard error of %s is %v", name, e.StdErr)
		}
	}
}

func TestProgramRunsEnd(t *testing.T) {
	p := aimedAt(annealing(toys.Barrier(), kernels.Metropolis{}, chains.Linear(3)))
	if _, err := RunProgram(t.Context(), programs.NewSIR(p, 5), p, Options{Chains: 1}); err == nil {
		t.Error("one run was run")
	}
	last := 0
	o := Options{Chains: 100, Progress: func(done, total int) {
		if total != 200 {
			t.Errorf("%d runs in all, want 200", total)
		}
		last = done
	}}
	if _, err := RunProgram(t.Context(), programs.NewSIR(p, 5), p, o); err != nil {
		t.Fatal(err)
	}
	if last != 200 {
		t.Errorf("the last report is of %d runs, want 200", last)
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
	p := aimedAt(annealing(toys.Barrier(), kernels.Metropolis{}, chains.Linear(3)))
	ctx, cancel := context.WithCancelCause(t.Context())
	stop := errors.New("stop")
	if _, err := RunProgram(ctx, endless{func() { cancel(stop) }}, p, Options{Chains: 4}); !errors.Is(err, stop) {
		t.Errorf("after cancelling the error is %v", err)
	}
}
