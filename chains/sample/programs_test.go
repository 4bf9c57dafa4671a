package sample

import (
	"context"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"breadboard/chains"
	"breadboard/chains/aide"
	"breadboard/chains/chaintest"
	"breadboard/chains/kernels"
	"breadboard/chains/programs"
	"breadboard/grid"
)

// unskipped and skipped are two cells with T levels, with the last move and without it. There all picks of a few
// particles can be walked.
func unskipped(T int) programs.Problem { return chaintest.Tilted(kernels.Metropolis{}, T) }

func skipped(T int) programs.Problem {
	p := unskipped(T)
	p.SkipLast = true
	return p
}

// still returns a steep bridge between three cells whose particles never move. So nothing hides their resampling.
func still(T int) programs.Problem {
	return aimedAt(chains.Annealing{Grid: grid.New(3), Kernel: kernels.Identity{}, Schedule: chains.Linear(T),
		Bridge: chains.Geometric{From: []float64{0.3, 0, 0.1}, To: []float64{-1.1, 1.9, 0.4}}})
}

// A dip is a bridge on which a cell has nearly no mass on the way, less than any float, and has it again at the end.
type dip struct{}

func (dip) At(dst []float64, beta float64) {
	copy(dst, []float64{0.2, -0.4 * beta})
	if beta > 0 && beta < 1 {
		dst[0] = -1500
	}
}

func (dip) Slope(dst []float64, _ float64) { copy(dst, []float64{0, -0.4}) }

// dipping returns two cells on a dip. Particles stay, so that weights that were small are large again.
func dipping() programs.Problem {
	return aimedAt(chains.Annealing{Grid: grid.New(2), Kernel: kernels.Identity{}, Schedule: chains.Linear(4),
		Bridge: dip{}})
}

// at returns a setting by its name.
func at(name string) programs.Problem {
	all := settings()
	return aimedAt(all[slices.IndexFunc(all, func(s setting) bool { return s.name == name })].a)
}

// coins returns a model of one observation or two, each with a latent of its own.
func coins(steps ...[]float64) programs.Problem {
	data := &chains.Observations{Steps: steps}
	for axis := range len(steps) - 1 {
		data.Axes = append(data.Axes, []int{axis})
	}
	p := aimedAt(chains.Annealing{Grid: grid.New(slices.Repeat([]int{2}, data.N())...), Bridge: data,
		Schedule: chains.Linear(3), Kernel: kernels.Metropolis{}})
	p.Observed = data
	return p
}

// A trial is a program where all its picks can be walked.
type trial struct {
	spec string
	p    programs.Problem
}

// tried returns programs on two cells or three, with the last move and without it, where mass is lost and won and where
// the kernel goes one way. Of two observations those with both a redraw and a kernel step would take a minute.
func tried() []trial {
	lossy := at("mass lost/metropolis/3 last skipped")
	two := coins([]float64{0, 0.5, 0, -0.5}, []float64{-1, 0.5, 1, -0.5}, []float64{-2, 2, 0, -1.5})
	one := coins([]float64{0.3, -0.3}, []float64{-1, 0.8})
	all := []trial{
		{"smc:2", at("mass lost/metropolis/3")},
		{"smc:2:ess=0.9", unskipped(3)},
		{"smc:2:ess=0.75", skipped(4)},
		{"smc:3:ess=0.9", skipped(3)},
		{"smc:2:ess=0.8", lossy},
		{"smc:2:ess=0", lossy},
		{"smc:2:ess=0", dipping()},
		{"smc:3:ess=0.4:resample=systematic", dipping()},
		{"smc:2:resample=systematic", unskipped(3)},
		{"smc:2:resample=systematic", skipped(4)},
		{"smc:2:resample=systematic", lossy},
		{"smc:3:resample=systematic:ess=0.9", skipped(3)},
		{"smc:3:resample=systematic", skipped(3)},
		{"smc:2:resample=systematic:ess=0.9", skipped(4)},
		{"smc:3:resample=systematic:ess=0.95", still(4)},
		{"smc:2:ess=0.1", aimedAt(chains.Annealing{Grid: grid.New(3), Kernel: kernels.Identity{},
			Schedule: chains.Linear(4), Bridge: regained{}})},
		{"smc-data:2:steps=0", two},
		{"smc-data:2:steps=0:proposal=optimal", two},
		{"smc-data:2:steps=1", one},
		{"smc-data:2:steps=2:proposal=optimal", one},
	}
	for _, s := range settings() {
		if s.a.T() == 2 { // the ends are all that SIR sees
			all = append(all, trial{"sir:3", aimedAt(s.a)})
		} else if s.a.Grid.Size() == 3 && s.a.SkipLast { // four cells have a hundred times as many paths
			all = append(all, trial{"smc:2", aimedAt(s.a)})
		}
	}
	return all
}

// TestProgramRunsHaveTheLaw: runs by random words have the program's distribution of the cell and log w together.
// Enumerating dice take other lines of code for draws of a row, a distribution or points of resampling.
func TestProgramRunsHaveTheLaw(t *testing.T) {
	for i, c := range tried() {
		e := named(c.spec, c.p)
		n := 10_000
		if strings.HasPrefix(c.spec, "sir") {
			n = 2000
		}
		runs := ran(t, e, c.p, Options{Chains: n, Seed: uint64(i)})
		if p := bothOf(e, c.p).fit(runs); !(p >= unlikely) {
			t.Errorf("%s on %v with T = %d does not fit, p = %v", c.spec, c.p.Grid, c.p.T(), p)
		}
	}
}

// TestProgramsAreDistinguished: runs of one program do not fit the distribution of another, be it one particle or one
// draw fewer. Nor do forward weights fit the distribution of reverse ones.
func TestProgramsAreDistinguished(t *testing.T) {
	p := still(3)
	specs := []string{"smc:2", "smc:3", "smc:3:ess=0.9", "smc:3:resample=systematic", "sir:2", "sir:3"}
	runs := map[string]Runs{}
	for _, spec := range specs {
		runs[spec] = ran(t, named(spec, p), p, Options{Chains: 20_000, Seed: 1})
	}
	for _, spec := range specs {
		want := bothOf(named(spec, p), p)
		for _, other := range specs {
			fits := want.fit(runs[other])
			if (fits >= unlikely) != (spec == other) {
				t.Errorf("runs of %s have the distribution of %s with p = %v", other, spec, fits)
			}
		}
		swapped := runs[spec]
		swapped.Reverse = swapped.Forward
		if fits := want.fit(swapped); !(fits <= unlikely) {
			t.Errorf("forward runs of %s fit the distribution of reverse ones, p = %v", spec, fits)
		}
	}
}

// TestWithoutAReverse: without a reverse, estimates that need one are NaN without a warning.
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

// Reverse is there for those who ask for one.
func (endless) Reverse(int, chains.Dice) float64 { return 0 }

// TestRunsStop: a cancelled run of an annealing, a program or looks ends in its midst, and returns nothing.
func TestRunsStop(t *testing.T) {
	p := barrierAt(100_000)
	for name, run := range map[string]func(ctx context.Context, stop func()) (int, error){
		"annealing": func(ctx context.Context, stop func()) (int, error) {
			r, err := Run(ctx, p.Annealing, Options{Chains: 40_000, Workers: 2, Progress: func(int, int) { stop() }})
			return len(r.Forward.LogW), err
		},
		"a program": func(ctx context.Context, stop func()) (int, error) {
			r, err := RunProgram(ctx, endless{stop}, p, Options{Chains: 4})
			return len(r.Forward.LogW), err
		},
		"AIDE": func(ctx context.Context, stop func()) (int, error) {
			one := aide.Counts{Gold: 2, Target: 2}
			e, err := AIDE[int](ctx, programs.NewPosterior(p), endless{stop}, one, one, Options{})
			return len(e.Target), err
		},
	} {
		ctx, cancel := context.WithCancelCause(t.Context())
		why := errors.New("enough")
		left, err := run(ctx, func() { cancel(why) })
		if !errors.Is(err, why) || left > 0 {
			t.Errorf("%s: after cancelling the error is %v, and %d runs are left", name, err, left)
		}
	}
}
