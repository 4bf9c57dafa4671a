package backward_test

import (
	"context"
	"fmt"
	"math"
	"testing"

	"breadboard/chains"
	"breadboard/chains/enumerate"
	"breadboard/chains/kernels"
	"breadboard/chains/sample"
	"breadboard/exact"
	"breadboard/exact/backward"
	"breadboard/grid"
	"breadboard/grid/must"
)

// drifting is a kernel that misses every target: it goes up with probability 0.6, down with 0.3, round a ring of cells.
var drifting = kernels.Rows{To: func(g grid.Grid, _ []float64, x int, visit func(y int, p float64)) {
	n := g.Size()
	visit((x+1)%n, 0.6)
	visit((x+n-1)%n, 0.3)
}}

// tiny are annealings whose paths can all be listed.
func tiny(t *testing.T) map[string]chains.Annealing {
	three := []float64{0.3, -1.1, 1.2}
	four := []float64{0.9, -0.4, 0.2, -1.3}
	uneven := must.Have(chains.NewSchedule([]float64{0, 0.2, 0.7, 1}))(t)
	all := map[string]chains.Annealing{}
	for name, k := range map[string]chains.Kernel{"metropolis": kernels.Metropolis{}, "cycle": kernels.GibbsSweep{},
		"langevin": kernels.Langevin{Size: 0.8}, "drifting": drifting} {
		a := chains.To(three, grid.New(3), k, 4)
		a.Bridge = chains.Geometric{From: []float64{0.1, 0.5, -0.2}, To: three}
		a.Schedule = uneven
		all[name+" on 3"] = a
		b := chains.To(four, grid.New(2, 2), k, 4)
		b.SkipLast = true
		all[name+" on 2x2, last left out"] = b
	}
	return all
}

// rowsAt is the matrix of a kernel at a level.
func rowsAt(a chains.Annealing, t int) [][]float64 {
	op, l := a.Kernel.On(a.Grid), a.NewLevel()
	a.LevelAt(l, t)
	op.Aim(l)
	rows := make([][]float64, a.Grid.Size())
	for x := range rows {
		rows[x] = make([]float64, a.Grid.Size())
		rows[x][x] = 1
		op.Row(x, func(y int, p float64) {
			rows[x][y] += p
			rows[x][x] -= p
		})
	}
	return rows
}

// density is p_t.
func density(a chains.Annealing, t int) []float64 {
	l := a.NewLevel()
	a.LevelAt(l, t)
	return chains.Normalized(l.LogF())
}

// A told is what is known of all paths together.
type told struct{ forward, reverse, meanW, meanInvW, ess, variance, reverseVariance, crooks float64 }

// enumerated lists all paths with the probability that the forward chain makes each, and that which the backward
// kernel of the laws b_1, ..., b_{E-1} gives it, straight from the definition.
func enumerated(a chains.Annealing, laws [][]float64) (is told) {
	n, end := a.Grid.Size(), a.PathEnd()
	first, last := density(a, 1), density(a, a.T())
	matrices := make([][][]float64, end+1)
	for t := 2; t <= end; t++ {
		matrices[t] = rowsAt(a, t)
	}
	undone := func(t, y, x int) float64 {
		all := 0.0
		for z := range n {
			all += laws[t-1][z] * matrices[t][z][y]
		}
		return laws[t-1][x] * matrices[t][x][y] / all
	}
	path := make([]int, end+1)
	var squares, fwdSquare, revSquare float64
	var walk func(t int, fwd float64)
	walk = func(t int, fwd float64) {
		if t <= end {
			for y := range n {
				path[t] = y
				step := first[y]
				if t > 1 {
					step = matrices[t][path[t-1]][y]
				}
				walk(t+1, fwd*step)
			}
			return
		}
		rev := last[path[end]]
		for s := end; s >= 2; s-- {
			rev *= undone(s, path[s], path[s-1])
		}
		if fwd > 0 {
			is.meanW += rev
			squares += rev * rev / fwd
		}
		if rev > 0 {
			is.meanInvW += fwd
		}
		if fwd > 0 && rev > 0 {
			logw := math.Log(rev / fwd)
			is.forward -= fwd * logw
			is.reverse += rev * logw
			fwdSquare += fwd * logw * logw
			revSquare += rev * logw * logw
		}
		is.crooks += rev
	}
	walk(1, 1)
	is.ess = is.meanW * is.meanW / squares
	is.variance = fwdSquare - is.forward*is.forward
	is.reverseVariance = revSquare - is.reverse*is.reverse
	return is
}

// marginals are q_t, by dense matrices.
func marginals(a chains.Annealing) [][]float64 {
	all := [][]float64{nil, density(a, 1)}
	for t := 2; t <= a.PathEnd(); t++ {
		next := make([]float64, a.Grid.Size())
		for x, row := range rowsAt(a, t) {
			for y, p := range row {
				next[y] += all[t-1][x] * p
			}
		}
		all = append(all, next)
	}
	return all
}

// B, its parts, and the laws of w are those of all paths, listed one by one: under the density, under the marginal and
// under laws that have nothing to do with the chain.
func TestAllPaths(t *testing.T) {
	for name, a := range tiny(t) {
		n := a.Grid.Size()
		targets := [][]float64{nil}
		strangers := [][]float64{nil}
		for s := 1; s < a.PathEnd(); s++ {
			targets = append(targets, density(a, s+1))
			odd := make([]float64, n)
			for x := range odd {
				odd[x] = float64(1+(7*x+3*s)%5) / 4
			}
			strangers = append(strangers, chains.Normalized(odd))
		}
		for what, c := range map[string]struct {
			law  backward.Law
			laws [][]float64
		}{
			"density":   {backward.AtTarget, targets},
			"marginal":  {backward.Marginal, marginals(a)},
			"strangers": {func(b []float64, t int, _, _ []float64) { copy(b, strangers[t-1]) }, strangers},
		} {
			want := enumerated(a, c.laws)
			got := must.Have(backward.Run(t.Context(), a, c.law))(t)
			what = name + ", " + what
			must.Close(t, want.crooks, 1, 1e-13, "%s: P_rev of all paths", what)
			must.Close(t, got.Paths.Forward, want.forward, 1e-13, "%s: KL(fwd||rev)", what)
			must.Close(t, got.Paths.Reverse, want.reverse, 1e-13, "%s: KL(rev||fwd)", what)
			must.Close(t, got.MeanW, want.meanW, 1e-13, "%s: E[w]/R", what)
			must.Close(t, got.MeanInvW, want.meanInvW, 1e-13, "%s: E[1/w] R", what)
			must.Close(t, got.ESS, want.ess, 1e-12, "%s: ESS", what)
			must.Close(t, got.Fwd.Variance, want.variance, 1e-12, "%s: variance", what)
			must.Close(t, got.Rev.Variance, want.reverseVariance, 1e-12, "%s: reverse variance", what)
			must.Close(t, got.Fwd.Mean, -want.forward, 1e-13, "%s: E_fwd[log w]", what)
			must.Close(t, got.Rev.Mean, want.reverse, 1e-13, "%s: E_rev[log w]", what)
			must.Close(t, got.MeanW, 1, 1e-13, "%s: E[w] = R", what)
			must.Close(t, got.MeanInvW, 1, 1e-13, "%s: E[1/w] = 1/R", what)
		}
	}
}

// scenes are annealings by every kernel of the catalogue on a place without a symmetry.
func scenes(yield func(name string, a chains.Annealing) bool) {
	logf := []float64{0.3, -1.1, 2.2, 0.7, 1.9, -0.6, 0.1, -2.4, 1.3, 0.8, -0.2, 0.4}
	for _, k := range kernels.All {
		a := chains.To(logf, grid.New(3, 4), k.Make, 9)
		if chains.Fits(k.Make, a.Grid) != nil {
			a = chains.To(logf[:8], grid.New(2, 2, 2), k.Make, 9)
		}
		if !yield(k.Name, a.Extended()) {
			return
		}
	}
}

// A kernel that leaves p_t invariant is undone by its reversal under p_t, reversible or not: B and the laws of log w
// are AIS's.
func TestAtTargetIsTheReversal(t *testing.T) {
	for name, a := range scenes {
		for _, skip := range []bool{false, true} {
			a.SkipLast = skip
			want := must.Have(exact.Run(t.Context(), a))(t)
			got := must.Have(backward.Run(t.Context(), a, backward.AtTarget))(t)
			must.Close(t, got.Paths.Forward, want.Paths.Forward, 1e-12, "%s: KL(fwd||rev)", name)
			must.Close(t, got.Paths.Reverse, want.Paths.Reverse, 1e-12, "%s: KL(rev||fwd)", name)
			must.Close(t, got.J(), want.J(), 1e-12, "%s: J", name)
			must.Close(t, got.ESS, want.ESS, 1e-11, "%s: ESS", name)
			must.Close(t, got.Fwd.Variance, want.FwdLaw.Variance, 1e-11, "%s: var", name)
			must.Close(t, got.Rev.Variance, want.RevLaw.Variance, 1e-11, "%s: var in reverse", name)
			if want.FwdLaw.Variance > 1e-9 {
				must.Close(t, got.Fwd.Skewness, want.FwdLaw.Skewness, 1e-9, "%s: skewness", name)
				must.Close(t, got.Rev.Skewness, want.RevLaw.Skewness, 1e-9, "%s: skewness in reverse", name)
			}
		}
	}
}

// Under the marginal B is J of the last states, and its parts are J's, for every kernel: also for one that misses.
func TestMarginalIsJ(t *testing.T) {
	check := func(name string, a chains.Annealing) bool {
		got := must.Have(backward.Run(t.Context(), a, backward.Marginal))(t)
		must.Close(t, got.Paths.Forward, got.Final.Forward, 1e-13, "%s: KL(fwd||rev)", name)
		must.Close(t, got.Paths.Reverse, got.Final.Reverse, 1e-13, "%s: KL(rev||fwd)", name)
		return true
	}
	scenes(check)
	for name, a := range tiny(t) {
		check(name, a)
	}
}

// Where the target has mass that the chain never reaches, J is infinite, and so is B under the marginal: no backward
// kernel can do better. Where the chain begins with mass that the levels lack, AIS has weights of 0, and the marginal
// has none.
func TestMassThatOneEndLacks(t *testing.T) {
	inf := math.Inf(1)
	for _, c := range []struct {
		name         string
		from, to     []float64
		kernel       chains.Kernel
		ais, ownB    float64 // infinite or 0, which is any finite number
		meanW, other float64 // of the marginal: E[w]/R and E[1/w] R
	}{
		{"never reached", []float64{0, 0, -inf}, []float64{0, 1, 0.5}, kernels.Identity{}, inf, inf, 0, 0},
		{"reached", []float64{0, 0, -inf}, []float64{0, 1, 0.5}, kernels.Perfect{}, inf, 0, 1, 1},
		{"left", []float64{0, 0, 0}, []float64{0, 1, -inf}, kernels.Perfect{}, inf, 0, 1, 1},
	} {
		a := chains.Annealing{Grid: grid.New(3), Bridge: chains.Geometric{From: c.from, To: c.to},
			Schedule: chains.Linear(4), Kernel: c.kernel}
		at := must.Have(backward.Run(t.Context(), a, backward.AtTarget))(t)
		own := must.Have(backward.Run(t.Context(), a, backward.Marginal))(t)
		if math.IsInf(at.B(), 1) != math.IsInf(c.ais, 1) || math.IsInf(own.B(), 1) != math.IsInf(c.ownB, 1) {
			t.Errorf("%s: B is %v under the density and %v under the marginal", c.name, at.B(), own.B())
		}
		if !math.IsInf(own.B(), 1) {
			must.Close(t, own.B(), own.J(), 1e-13, "%s: B = J", c.name)
		}
		if c.meanW > 0 {
			must.Close(t, own.MeanW, c.meanW, 1e-13, "%s: E[w]/R", c.name)
			must.Close(t, own.MeanInvW, c.other, 1e-13, "%s: E[1/w] R", c.name)
		}
	}
}

// pilotLaws are the laws that pilots leave, from their cells, as they are defined.
func pilotLaws(a chains.Annealing, paths [][]int, weight float64) [][]float64 {
	laws := [][]float64{nil}
	for s := 1; s < a.PathEnd(); s++ {
		p := density(a, s+1)
		law := make([]float64, len(p))
		for x := range law {
			law[x] = weight * p[x] / (float64(len(paths)) + weight)
		}
		for _, path := range paths {
			law[path[s]] += 1 / (float64(len(paths)) + weight)
		}
		laws = append(laws, law)
	}
	return laws
}

// The expectation of B over pilots is that over all pairs of pilots' paths. So it is by dice that walk every split of
// their numbers, and by seeded dice up to chance.
func TestPilots(t *testing.T) {
	const weight, runs = 0.7, 2
	a := tiny(t)["drifting on 3"]
	b := tiny(t)["metropolis on 2x2, last left out"]
	for name, a := range map[string]chains.Annealing{"drifting": a, "metropolis": b} {
		want := 0.0
		var paths [][]int
		for prob := range enumerate.Every(func(d chains.Dice) {
			paths = nil
			for range runs {
				path := []int{0, d.Pick(density(a, 1))}
				for s := 2; s < a.PathEnd(); s++ {
					path = append(path, d.Pick(rowsAt(a, s)[path[s-1]]))
				}
				paths = append(paths, path)
			}
		}) {
			is := enumerated(a, pilotLaws(a, paths, weight))
			want += prob * (is.forward + is.reverse)
		}
		under := func(d chains.Dice) float64 {
			p := must.Have(backward.DrawPilots(t.Context(), a, runs, d))(t)
			return must.Have(backward.Run(t.Context(), a, p.Law(weight)))(t).B()
		}
		walked, b := 0.0, 0.0
		for prob := range enumerate.Every(func(d chains.Dice) { b = under(d) }) {
			walked += prob * b
		}
		must.Close(t, walked, want, 1e-12, "%s: E[B] by splits of numbers", name)
		mean, square := 0.0, 0.0
		const sets = 2000
		for i := range sets {
			b := under(sample.Seeded(1, uint64(i)))
			mean += b / sets
			square += b * b / sets
		}
		if off := math.Abs(mean - want); off > 5*math.Sqrt((square-mean*mean)/sets) {
			t.Errorf("%s: E[B] is %.6g, and over %d sets of pilots %.6g", name, want, sets, mean)
		}
	}
}

// No pilot is the density, and with very many B is nearly J.
func TestPilotsFromNoneToMany(t *testing.T) {
	a := chains.To([]float64{0.3, -1.1, 2.2, 0.7, 1.9, -0.6}, grid.New(2, 3), kernels.Metropolis{}, 12)
	at := must.Have(backward.Run(t.Context(), a, backward.AtTarget))(t)
	last := math.Inf(1)
	for _, runs := range []int{0, 100, 10_000, 1_000_000} {
		p := must.Have(backward.DrawPilots(t.Context(), a, runs, sample.Seeded(7)))(t)
		got := must.Have(backward.Run(t.Context(), a, p.Law(1)))(t)
		above := got.B() - got.J()
		if runs == 0 {
			must.Close(t, got.B(), at.B(), 1e-13, "B of no pilot")
		} else if runs >= 10_000 && !(above < last && above < 100/float64(runs)) {
			t.Errorf("with %d pilots B is %.3g above J", runs, above)
		}
		last = above
	}
}

// With many pilots B is above J by Excess over their number.
func TestExcess(t *testing.T) {
	logf := []float64{0.3, -1.1, 2.2, 0.7, 1.9, -0.6}
	for name, k := range map[string]chains.Kernel{"metropolis": kernels.Metropolis{}, "cycle": kernels.GibbsSweep{}} {
		a := chains.To(logf, grid.New(2, 3), k, 5)
		const runs, sets = 100_000, 400
		mean := 0.0
		for i := range sets {
			p := must.Have(backward.DrawPilots(t.Context(), a, runs, sample.Seeded(3, uint64(i))))(t)
			got := must.Have(backward.Run(t.Context(), a, p.Law(1)))(t)
			mean += (got.B() - got.J()) / sets
		}
		want := must.Have(backward.Excess(t.Context(), a))(t)
		must.Within(t, mean*runs, want, 0.08, "%s: what pilots cost", name)
	}
	still := chains.To(logf, grid.New(2, 3), kernels.Identity{}, 5)
	must.Near(t, must.Have(backward.Excess(t.Context(), still))(t), 0, 1e-15, "what they cost where nothing moves")
	perfect := chains.To(logf, grid.New(2, 3), kernels.Perfect{}, 5)
	must.Within(t, must.Have(backward.Excess(t.Context(), perfect))(t), 4*5, 1e-12, "where all is forgotten")
}

func TestRefusals(t *testing.T) {
	deep := chains.To([]float64{0, -700, 1}, grid.New(3), kernels.Metropolis{}, 3)
	if _, err := backward.Run(t.Context(), deep, backward.Marginal); err == nil {
		t.Error("masses below every float were taken")
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := backward.Run(ended, tiny(t)["cycle on 3"], backward.Marginal); err == nil {
		t.Error("it went on after its context had ended")
	}
	if _, err := backward.DrawPilots(ended, tiny(t)["cycle on 3"], 3, sample.Seeded(1)); err == nil {
		t.Error("pilots went on after their context had ended")
	}
}

func Example() {
	logf := []float64{0, 1, -2, 3, 0, 1}
	a := chains.To(logf, grid.New(2, 3), kernels.Metropolis{}, 20)
	reversal, err := backward.Run(context.Background(), a, backward.AtTarget)
	if err != nil {
		panic(err)
	}
	marginal, err := backward.Run(context.Background(), a, backward.Marginal)
	if err != nil {
		panic(err)
	}
	fmt.Printf("J = %.4f, B = %.4f by the reversal and %.4f by the marginal\n", marginal.J(), reversal.B(),
		marginal.B())
	// Output: J = 0.2077, B = 0.6091 by the reversal and 0.2077 by the marginal
}
