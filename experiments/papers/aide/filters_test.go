package aide

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat/distuv"

	"breadboard/chains"
	algorithm "breadboard/chains/aide"
	"breadboard/chains/enumerate"
	"breadboard/chains/hmm"
	"breadboard/chains/programs"
	exactly "breadboard/exact/hmm"
	"breadboard/experiments/papers"
	"breadboard/grid/must"
)

// TestAuthorsModel: the path that the observations were drawn from is possible.
func TestAuthorsModel(t *testing.T) {
	w := filterStudy{model: authorsModel()}
	var states []int
	for _, shares := range w.trueStates() {
		states = append(states, floats.MaxIdx(shares))
	}
	alone := hmm.NewFilter(w.model, programs.Prior, 1)
	if logw := alone.Reverse(states, nil); math.IsInf(logw, 1) {
		t.Error("it is impossible")
	}
	w.Quick = true
	known := exactly.Alone(w.model, programs.Prior).Marginals()
	for at, shares := range w.counted(programs.Prior, 1) {
		must.Near(t, floats.Sum(shares), 1, 1e-12, "the counted shares of step %d", at)
		for x, p := range known[at] {
			must.Near(t, shares[x], p, 0.2, "step %d, state %d", at, x) // 4 standard errors of 100 runs
		}
	}
	if first := states[:5]; !slices.Equal(first, []int{4, 10, 5, 2, 9}) { // the authors count from 1
		t.Errorf("the path begins with %v", first)
	}
}

// smallModel is a model of 2 states and 4 observations.
func smallModel(t *testing.T) *hmm.Model {
	t.Helper()
	m := must.Have(hmm.New(hmm.Parameters{
		Initial:    []float64{0.3, 0.7},
		Transition: [][]float64{{0.85, 0.15}, {0.4, 0.6}},
		Emission:   [][]float64{{0.2, 0.5, 0.3}, {0.65, 0.1, 0.25}},
		Observed:   []int{1, 0, 2, 2},
	}))(t)
	return m
}

// TestSlipAlone: what AIDE expects with the slip is the mean along every path of its dice.
func TestSlipAlone(t *testing.T) {
	m := smallModel(t)
	gold := hmm.NewPosterior(m)
	target := newSlipFilter(m, 1)
	want := 0.0
	for _, pair := range [][2]hmm.Program{{gold, target}, {target, gold}} {
		var ratio float64
		for prob := range enumerate.Every(func(d chains.Dice) {
			same := func(_, _, _ int) chains.Dice { return d }
			ratio = algorithm.Looks(pair[0], pair[1], 1, 1, 1, same)[0].Ratio(1, 1)
		}) {
			want += prob * ratio
		}
	}
	if got := slipAlone(m); !(math.Abs(got-want) <= 1e-12) {
		t.Errorf("%.15g, by enumeration %.15g", got, want)
	}
}

// dense is the mean of log w over a proposal, summed on a lattice of its own that is finer and wider than those of the
// figure: the estimate of log p(y) with one draw.
func dense(q distuv.Normal) (sum float64) {
	const step = 1e-3
	for x := -9.; x < 9; x += step {
		a := modesTerms[0].LogProb(x) + math.Log(modesShares[0])
		b := modesTerms[1].LogProb(x) + math.Log(modesShares[1])
		like := floats.LogSumExp([]float64{a, b})
		sum += step * q.Prob(x) * (modesPrior.LogProb(x) + like - q.LogProb(x))
	}
	return sum
}

// TestModesAreContinuous: on the lattice log p(y), the mass of the mode and the log estimate with one draw are as in
// the continuous problem.
func TestModesAreContinuous(t *testing.T) {
	l := newLine(linePoints)
	if below := left(chains.Normalized(l.logf)); !(math.Abs(below-0.7) < 1e-12) { // the rest is even in x
		t.Errorf("the posterior has %v below 0, want 0.7", below)
	}
	for name, q := range proposals {
		a := must.Have(l.account(t.Context(), name, 1))(t)
		if !(math.Abs(a.LogR-modesLogP()) < 3e-6) { // the proposals have 2e-6 of their mass outside
			t.Errorf("%s: log p(y) is %v, want %v", name, a.LogR, modesLogP())
		}
		if want := dense(q); !(math.Abs(a.FwdLogW()/want-1) < 1e-4) { // log w is -700 out there
			t.Errorf("%s: E log w is %v, want %v", name, a.FwdLogW(), want)
		}
	}
}

// TestFilterSizes: filters of three particles have their runs, and the particles of all of them for a cost; SMC has as
// many looks as its particles allow.
func TestFilterSizes(t *testing.T) {
	var got [][3]int
	for _, w := range []filterStudy{{Options: papers.Options{Quick: true}}, {}} {
		for _, gold := range []string{ByPosterior, ByFilter} {
			for _, M := range []int{1, 100} {
				r := FilterRow{Gold: gold, P: 3, M: M}
				ours, slipped := w.runs(r)
				got = append(got, [3]int{ours, slipped, w.cost(r) / (ours + slipped)})
			}
		}
	}
	want := [][3]int{{10, 10, 6}, {10, 10, 600}, {10, 10, 2006}, {10, 10, 2600},
		{4000, 1000, 6}, {300, 100, 600}, {300, 100, 2006}, {150, 100, 2600}}
	looks := []int{looksAt(false, 2, 1), looksAt(false, 60, 10), looksAt(true, 3, 10), looksAt(true, 10, 1000)}
	if !slices.Equal(got, want) || !slices.Equal(looks, []int{10_000, 2000, 1666, 30}) {
		t.Errorf("runs and their particles are %v, want %v; the looks are %v", got, want, looks)
	}
}

// TestSampled: 2 standard errors are near enough, and 2.6 are not.
func TestSampled(t *testing.T) {
	near := Sampled{7, 0.3}
	far := Sampled{7.3, 0.3}
	with := Sampled{6, 0.4}
	same := Sampled{3, 0}
	if !(math.Abs(near.Z(with)-2) <= 1e-12) || !near.Agrees(with) || far.Agrees(with) || same.Z(same) != 0 {
		t.Errorf("z is %v and %v", near.Z(with), far.Z(with))
	}
}
