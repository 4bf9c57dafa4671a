package toys_test

import (
	"math"
	"slices"
	"testing"

	"breadboard/chains"
	"breadboard/toys"
)

// smallFamilies has one family of each kind, with a model of it.
func smallFamilies() []toys.Family {
	return []toys.Family{toys.NewClustering(3, 2).Family(), toys.NewAttributes(2, 2).Family(),
		toys.NewLowRank(2, 1, 1).Family()}
}

// offMember is the largest difference between log p(eta, x, y_1..t) and log p(eta) + log p(x, y_1..t | eta),
// with the model of eta taken to be the member at the place that of returns.
func offMember(f toys.Family, y [][]float64, of func(eta int) int) (worst float64) {
	joint := f.Given(y).Model
	for eta := range f.Etas() {
		given := f.Member(of(eta)).Given(y).Model
		for t, step := range given.Steps {
			for x, v := range step {
				worst = max(worst, math.Abs(joint.Steps[t][f.Cell(eta, x)]-(v-math.Log(float64(f.Etas())))))
			}
		}
	}
	return worst
}

// TestFamily: a family is its members side by side, after any number of observations; members
// in another order are not.
func TestFamily(t *testing.T) {
	for _, f := range smallFamilies() {
		y := f.Simulated(1).Model.Data
		if off := offMember(f, y, func(eta int) int { return eta }); !(off < 1e-12) { // roundings of sums of ten terms
			t.Errorf("%s: the joint density is off by %g from that of the member", f.Name, off)
		}
		if off := offMember(f, y, func(eta int) int { return f.Etas() - 1 - eta }); off < 0.1 {
			t.Errorf("%s: members in another order are off by %g only", f.Name, off)
		}
	}
}

// TestFamilyEvidence: p(y) is the mean of the members' evidences.
func TestFamilyEvidence(t *testing.T) {
	for _, f := range smallFamilies() {
		y := f.Simulated(2).Model.Data
		sum := bigOf(0)
		for eta := range f.Etas() {
			sum.Add(sum, bigExp(bigOf(chains.LogSum(f.Member(eta).Given(y).LogF))))
		}
		want := bigLog(sum) - math.Log(float64(f.Etas()))
		if got := chains.LogSum(f.Given(y).LogF); !(math.Abs(got-want) < 1e-12*math.Abs(want)) {
			t.Errorf("%s: log p(y) is %.15g, want %.15g", f.Name, got, want)
		}
	}
}

// TestFamilyAxes: the hyperparameters come first, and an observation owns the same latents.
func TestFamilyAxes(t *testing.T) {
	f := toys.NewClustering(3, 2).Family()
	if got := f.Grid.Lens(); !slices.Equal(got, []int{3, 3, 2, 2, 2}) {
		t.Errorf("axes %v, want 3x3 hyperparameters and 3 assignments", got)
	}
	if got := f.Axes; !slices.EqualFunc(got, [][]int{{2}, {3}, {4}}, slices.Equal[[]int]) {
		t.Errorf("the observations own %v, want an assignment each", got)
	}
	if got := f.Eta(5); !slices.Equal(got, []float64{0.5, 2}) {
		t.Errorf("eta 5 is %v, want a noise of 0.5 and centres of 2", got)
	}
	if x := f.Cell(5, 3); f.Grid.Coord(x, 0) != 1 || f.Grid.Coord(x, 1) != 2 || f.Grid.Coord(x, 3) != 1 {
		t.Errorf("cell of eta 5 and x 3 is %v", f.Grid.Coords(x))
	}
}

// TestFamilyDraws: hyperparameters and latents are an exact draw from their posterior.
func TestFamilyDraws(t *testing.T) {
	for _, f := range smallFamilies()[:1] {
		if off := fair(joint(f.Model), f.Model); math.Abs(off) > 4 {
			t.Errorf("%s: draws are off by %v standard errors", f.Name, off)
		}
	}
}

// TestFamilyPanics: latents whose prior depends on eta make no family.
func TestFamilyPanics(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("a share of attributes made a family")
		}
	}()
	toys.NewFamily([]toys.Hyper{{Name: "share", Values: []float64{0.2, 0.4}}}, func(eta []float64) toys.Model {
		m := toys.NewAttributes(2, 1)
		m.Share = eta[0]
		return m.Model()
	})
}
