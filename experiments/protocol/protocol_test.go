package protocol

import (
	"context"
	"math"
	"slices"
	"sync/atomic"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"

	"breadboard/chains"
	"breadboard/chains/enumerate"
	"breadboard/chains/kernels"
	"breadboard/chains/laws"
	"breadboard/chains/programs"
	"breadboard/chains/sample"
	"breadboard/exact/accounts"
	"breadboard/experiments"
	"breadboard/grid"
	"breadboard/grid/must"
	"breadboard/toys"
)

// TestOutside: the T at which the real data are beyond all sets, on either side.
func TestOutside(t *testing.T) {
	gap := func(j Run) float64 { return j.Gap }
	set := func(gaps ...float64) (s Set) {
		for _, g := range gaps {
			s.Runs = append(s.Runs, Run{Gap: g})
		}
		return s
	}
	for real, want := range map[float64][]int{0.9: {20}, 1: nil, 2.5: nil, 3.1: {20}} {
		r := Result{Options: Options{Ts: []int{10, 20}}, Real: set(2, real),
			Simulated: []Set{set(2, 2), set(1, 1), set(3, 3)}}
		if got := r.TsOutside(gap); !slices.Equal(got, want) {
			t.Errorf("with a gap of %g the real data are outside at T = %v, want %v", real, got, want)
		}
	}
}

// TestRun: sets agree with their own account; the part of a gap that is seen differs from it by the same at every T;
// and a sweep has a step for each hyperparameter and latent.
func TestRun(t *testing.T) {
	c := Case{Model: tiny(), Data: [][]float64{{-0.7}, {1.1}},
		Setting: experiments.Setting{Kernel: "heat-bath"}}
	r := must.Have(c.Run(t.Context(), Options{Ts: []int{3, 5}, Sweeps: []int{0, 2}, Seed: 1, Sets: 3}, nil))(t)
	p := tinyProblem(kernels.HeatBath{})
	a := must.Have(accounts.Of(t.Context(), programs.AIS{Problem: p}, p, nil))(t)
	if got := r.Real.Runs[0]; got.B != a.B() || r.Real.Starts != nil {
		t.Errorf("on the real data B is %g with starts %v, want %g with none", got.B, r.Real.Starts, a.B())
	}
	variance := 0.0
	for x, p := range a.P {
		variance += p * a.G[x] * a.G[x]
	}
	variance -= a.Paths.Reverse * a.Paths.Reverse
	must.Near(t, r.Real.Runs[0].Spread, math.Sqrt(variance), 1e-12, "one draw is off by")
	for _, s := range r.Simulated {
		if off := s.Runs[0].Gap - s.Runs[0].Seen; s.Runs[1].Seen != 0 || off != s.Runs[1].Gap {
			t.Errorf("%g and %g are seen of gaps of %g and %g", s.Runs[0].Seen, s.Runs[1].Seen,
				s.Runs[0].Gap, s.Runs[1].Gap)
		}
		if got := s.Starts[1].S; got != 2*3 { // a noise and two assignments
			t.Errorf("two sweeps have %d steps, want 6", got)
		}
	}
	if r.Simulated[0].Runs[0].B == r.Simulated[1].Runs[0].B {
		t.Error("two sets are the same")
	}
}

// tiny is two points in two clusters with two noises: 8 cells.
func tiny() toys.Hierarchical {
	hypers := []toys.Hyperparameter{toys.InverseGamma("noise", []float64{0.5, 1})}
	return toys.NewHierarchical(hypers, func(eta []float64) toys.Model {
		return toys.Clustering{N: 2, K: 2, D: 1, Centres: 2, Noise: eta[0]}.Model()
	})
}

// tinyProblem anneals to the posterior of tiny data in three levels.
func tinyProblem(k chains.Kernel) programs.Problem {
	t := tiny().Given([][]float64{{-0.7}, {1.1}})
	return programs.Problem{Annealing: chains.Annealing{Grid: t.Grid, Kernel: k, Schedule: chains.Linear(3),
		Bridge: chains.Geometric{From: t.Model.Steps[0], To: t.LogF}}}
}

// enumerated is E[log w] of reverse runs that start S steps after a cell, along every path of
// the dice. Its steps are of the kernel at a level.
func enumerated(p programs.Problem, cell, S, level int) (sum float64) {
	op, _ := p.Aimed(level, p.Schedule.Beta(level))
	logw := 0.0
	for prob := range enumerate.Every(func(d chains.Dice) {
		x := cell
		for range S {
			x = chains.Step(op, x, d)
		}
		logw = programs.AIS{Problem: p}.Reverse(x, d)
	}) {
		sum += prob * logw
	}
	return sum
}

// TestStartsAreEnumerated: runs along every path have the error of E_rev[log w]. Runs from another cell, and steps of
// the kernel at a lower beta, are off.
func TestStartsAreEnumerated(t *testing.T) {
	for _, k := range []chains.Kernel{kernels.Metropolis{}, kernels.HeatBath{}} {
		p := tinyProblem(k)
		a := must.Have(accounts.Of(t.Context(), programs.AIS{Problem: p}, p, nil))(t)
		const cell = 5
		for _, s := range Starts(p.Annealing, cell, []int{0, 1}) {
			got := a.RevLogW() + s.Error(a)
			if want := enumerated(p, cell, s.S, p.T()); !(math.Abs(got-want) < 1e-12) { // sums of thousands of paths
				t.Errorf("%T, S = %d: E_rev[log w] is %.15g, want %.15g", k, s.S, got, want)
			}
			if off := enumerated(p, cell-4, s.S, p.T()); math.Abs(got-off) < 1e-6 {
				t.Errorf("%T, S = %d: from the wrong eta it is as good as the same, %g", k, s.S, off)
			}
			if off := enumerated(p, cell, s.S, 2); s.S > 0 && math.Abs(got-off) < 1e-6 {
				t.Errorf("%T, S = %d: with steps at a lower beta it is as good as the same, %g", k, s.S, off)
			}
		}
	}
}

// TestTreatments: columns get mean 0 and variance 1, or variance 1 alone; one without variance keeps its scale.
func TestTreatments(t *testing.T) {
	data := [][]float64{{1, 5}, {2, 5}, {6, 5}}
	for how, want := range map[string][2]float64{standardized: {0, 0}, scaled: {3 / math.Sqrt(14./3), 5}} {
		y := treat(data, 2, how)
		mean, variance := stat.PopMeanVariance([]float64{y[0][0], y[1][0], y[2][0]}, nil)
		must.Near(t, mean, want[0], 1e-15, "%s: the mean", how)
		must.Near(t, variance, 1, 1e-15, "%s: the variance", how)
		must.Near(t, y[2][1], want[1], 0, "%s: a number of the constant column", how)
	}
	if data[0][0] != 1 {
		t.Error("the data were changed")
	}
}

// TestFit: p(eta | y) is in proportion to the members' evidences.
func TestFit(t *testing.T) {
	f := toys.NewClustering(3, 2).Hierarchical()
	target := f.Simulated(4)
	fit := newFit(f.Etas(), target)
	var logs []float64
	for eta := range f.Etas() {
		logp := f.Hypers[0].LogP[eta/3] + f.Hypers[1].LogP[eta%3]
		logs = append(logs, logp+chains.LogSum(f.Member(eta).Given(target.Model.Data).LogF))
	}
	want := chains.Normalized(logs)
	if !floats.EqualApprox(fit.Eta, want, 1e-13) { // sums of 8 terms
		t.Errorf("p(eta | y) is %v, want %v", fit.Eta, want)
	}
	if fit.Mode != floats.MaxIdx(want) {
		t.Errorf("the mode is cell %d, want %d", fit.Mode, floats.MaxIdx(want))
	}
	if got := floats.LogSumExp(logs); !(math.Abs(got-fit.LogP) <= 1e-12) {
		t.Errorf("log p(y) is %.15g, want %.15g", fit.LogP, got)
	}
}

// TestQuartiles: of eight numbers, by hand.
func TestQuartiles(t *testing.T) {
	if got := quartiles([]float64{5, 1, 4, 2, 3, 9, 8, 7}, 1, -2); got != (Quartiles{1, 3, 6, -2}) {
		t.Errorf("the quartiles of 1 to 5 and 7 to 9, less 1, are %v", got)
	}
}

// TestDisjointSets: a band beside that of the real data, both shifted by the largest median, is apart; one that touches
// is not.
func TestDisjointSets(t *testing.T) {
	set := func(q1, q3, most float64) Set { // the median is largest at another T
		return Set{Curves: Curves{Forward: []Quartiles{{Q1: q1, Median: q1, Q3: q3}, {Median: most}}}}
	}
	r := Result{Real: set(-5, -3, -1),
		Simulated: []Set{set(-7, -5, -1), set(-7, -5, -0.5), set(-5, -3, 3), set(-1, 0, 1)}}
	if got := r.DisjointSets(0); got != 2 { // the bands less their shift: -4..-2; -6..-4, -6.5..-4.5, -8..-6, -2..-1
		t.Errorf("%d sets are apart, want 2", got)
	}
}

// aimed is a kernel's operator at a log density.
func aimed(k chains.Kernel, g grid.Grid, logf []float64) (chains.Operator, *chains.Level) {
	return chains.Annealing{Grid: g, Kernel: k, Bridge: chains.Geometric{From: logf, To: logf}}.Aimed(1, 1)
}

// A rolled kernel makes the moves of the catalogue's, as a program would.
type rolled struct {
	g    grid.Grid
	k    chains.Kernel
	op   chains.Operator
	dice chains.Dice
}

func (r *rolled) Aim(_ context.Context, _ float64, logf []float64) error {
	r.op, _ = aimed(r.k, r.g, logf)
	return nil
}

func (r *rolled) Move(_ context.Context, next, states []int) error {
	for i, x := range states {
		next[i] = chains.Step(r.op, x, r.dice)
	}
	return nil
}

// sliding moves each state to the next.
type sliding struct{ rolled }

func (s *sliding) Aim(context.Context, float64, []float64) error { return nil }

func (s *sliding) Move(_ context.Context, next, states []int) error {
	for i, x := range states {
		next[i] = (x + 1) % s.g.Size()
	}
	return nil
}

// TestStartsOfMoves: reverse runs by moves begin where the sweeps from the fitted cell end, those on the first
// simulated set alone. In two levels each has the weight of the cell after one more move.
func TestStartsOfMoves(t *testing.T) {
	c := Case{Model: tiny(), Data: [][]float64{{-0.7}, {1.1}}, Setting: experiments.Setting{Kernel: "heat-bath"}}
	o := Options{Ts: []int{2}, Sweeps: []int{0, 1, 2}, Seed: 1, Sets: 2}
	r := must.Have(c.RunExternal(t.Context(), &sliding{rolled{g: c.Model.Grid}}, o, nil))(t)
	target := c.targets(o)[1]
	for k, S := range o.Sweeps {
		x := (target.Model.Latents + 3*S + 1) % c.Model.Grid.Size() // three axes
		want := target.LogF[x] - target.Model.Steps[0][x]
		must.Near(t, r.Simulated[0].Reverse[0][k].Median, want, 1e-12, "log w after %d sweeps", S)
	}
	if len(r.Real.Reverse[0])+len(r.Simulated[1].Reverse[0]) > 0 {
		t.Error("there are reverse runs on other sets")
	}
}

// TestRows: by the rows of a kernel of the catalogue, asked for a cell at a time, the protocol has its numbers, from
// no more rows than it says.
func TestRows(t *testing.T) {
	c := Case{Model: tiny(), Data: [][]float64{{-0.7}, {1.1}}, Setting: experiments.Setting{Kernel: "heat-bath"}}
	o := Options{Ts: []int{3, 4}, Sweeps: []int{0, 1}, Seed: 1, Sets: 2}
	var asked atomic.Int64
	ask := func(_ context.Context, g grid.Grid, _ float64, logf []float64, cells []int) (rows []float64, err error) {
		op, _ := aimed(kernels.HeatBath{}, g, logf)
		asked.Add(int64(len(cells)))
		for _, x := range cells {
			rows = append(rows, laws.RowOf(op, x, g.Size())...)
		}
		return rows, nil
	}
	got := must.Have(c.WithRows("mine", experiments.AskRows(ask)).Run(t.Context(), o, nil))(t)
	want := must.Have(c.Run(t.Context(), o, nil))(t)
	if n := c.Rows(o); asked.Load() != int64(n)*4/5 { // both have a level at beta = 1, which is asked for once
		t.Errorf("%d rows are asked for, and it says at most %d", asked.Load(), n)
	}
	for k, set := range append(got.Simulated, got.Real) {
		other := append(want.Simulated, want.Real)[k]
		for i, run := range set.Runs {
			must.Near(t, run.J, other.Runs[i].J, 1e-12, "J of set %d, T = %d", k, run.T)
			must.Near(t, run.B, other.Runs[i].B, 1e-12, "B of set %d, T = %d", k, run.T)
			must.Near(t, run.Spread, other.Runs[i].Spread, 1e-12, "the spread of set %d, T = %d", k, run.T)
		}
		for i, start := range set.Starts {
			must.Near(t, start.TV, other.Starts[i].TV, 1e-12, "TV of set %d, start %d", k, i)
		}
	}
}

// TestRunExternal: by the moves of a kernel of the catalogue the runs have the means that are exact for it: forward on
// the real data and on simulated ones, and in reverse. Each T has draws of its own.
func TestRunExternal(t *testing.T) {
	c := must.Have(Shipped(experiments.Setting{Kernel: "metropolis"}))(t)[0]
	o := Options{Sweeps: []int{0}, Seed: 3, Sets: 1}
	for T := 10; T < 30; T++ {
		o.Ts = append(o.Ts, T)
	}
	m := &rolled{g: c.Model.Grid, k: kernels.Metropolis{}, dice: sample.Seeded(7)}
	d := must.Have(c.RunExternal(t.Context(), m, o, nil))(t)
	truth := must.Have(c.Run(t.Context(), o, nil))(t)
	off := map[string][]float64{}
	for i := range o.Ts {
		real, simulated := truth.Real, truth.Simulated[0]
		add := func(name string, mean, want float64) { off[name] = append(off[name], mean-want) }
		add("forward", d.Real.Forward[i].Mean, real.LogP-real.Runs[i].Gap)
		add("simulated", d.Simulated[0].Forward[i].Mean, simulated.LogP-simulated.Runs[i].Gap)
		add("reverse", d.Simulated[0].Reverse[i][0].Mean, simulated.LogP+simulated.Reverse[i][0].Mean)
	}
	for name, off := range off {
		mean, sd := stat.MeanStdDev(off, nil)
		if se := sd / math.Sqrt(float64(len(off))); !(math.Abs(mean) <= 4*se) || se > 0.1 {
			t.Errorf("%s: off by %v, with a standard error of %v", name, mean, se)
		}
	}
}
