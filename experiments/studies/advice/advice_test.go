package advice

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats/scalar"

	"breadboard/chains"
	"breadboard/chains/evidence"
	"breadboard/exact"
	"breadboard/experiments"
	"breadboard/experiments/studies/run"
	"breadboard/grid/must"
	"breadboard/reports/reporttest"
)

const folder = "../../../reports/advice"

var long = os.Getenv("BREADBOARD_LONG") != ""

// TestEqualESS: from exact draws of each level the next weight has the same effective sample size, by its definition.
func TestEqualESS(t *testing.T) {
	initial := []float64{0, 0, 0, 0}
	target := []float64{3, -1, 0.5, 2}
	levels := equalESS(initial, target, 6)
	wall := math.Inf(-1)
	walled := equalESS(append(initial, wall), append(target, wall), 6)
	if !slices.Equal(walled.Betas(), levels.Betas()) {
		t.Errorf("with a wall the betas are %v, and without %v", walled.Betas(), levels.Betas())
	}
	at := func(beta float64) []float64 {
		f := make([]float64, len(target))
		for x := range f {
			f[x] = beta * target[x]
		}
		return f
	}
	var shares []float64
	for k := 1; k < levels.Len(); k++ {
		from := at(levels.Beta(k))
		to := at(levels.Beta(k + 1))
		mean := 0.0
		square := 0.0
		for x, p := range chains.Normalized(from) {
			w := math.Exp(to[x] - from[x])
			mean += p * w
			square += p * w * w
		}
		shares = append(shares, mean*mean/square)
	}
	for _, share := range shares {
		must.Near(t, share, shares[0], 1e-9, "share of the effective sample size")
	}
	if levels.Len() != 6 || shares[0] > 0.99 {
		t.Errorf("%d levels with shares of %v", levels.Len(), shares)
	}
}

// TestRows: what is committed is measured today, in the short form one draw of each toy at the first price; and no
// advice has less J than what was found to be the least.
func TestRows(t *testing.T) {
	type key struct {
		target, kernel, advice string
		price                  int
	}
	of := map[key]Row{}
	for _, r := range reporttest.Committed[Row](t, folder, "advice") {
		of[key{r.Target, r.Kernel, r.Advice, r.Price}] = r
		if r.Over < 1-1e-3 {
			t.Errorf("%+v has less than the least J", r)
		}
	}
	if !long {
		return // the short form of the study takes half a minute
	}
	rows := must.Have(Measure(t.Context(), run.Setting{Quick: true}))(t)
	for _, r := range rows {
		want, ok := of[key{r.Target, r.Kernel, r.Advice, r.Price}]
		if !ok || !scalar.EqualWithinAbsOrRel(r.J, want.J, 1e-9, 1e-3) {
			t.Errorf("computed is %+v, and committed %+v", r, want)
		}
	}
}

// TestPage: the page has the tables.
func TestPage(t *testing.T) {
	s := Page(reporttest.Committed[Row](t, folder, "advice"))
	page := string(must.Have(os.ReadFile(filepath.Join(folder, "README.md")))(t))
	reporttest.OnPage(t, page, s.People...)
}

// TestFreeWeights: where weights cost nothing an annealing in equal steps has 999 steps for 1000 evaluations, as many
// as one that stands at the target. The finding says by how much more J it has on the draws of EASY, of both sets.
func TestFreeWeights(t *testing.T) {
	const levels = 1000
	less := 0
	var medians []float64
	for _, first := range []uint64{run.FirstFresh, run.FirstFresh + 1000} {
		var overs []float64
		for seed := first; seed < first+run.FreshDraws; seed++ {
			c := must.Have(experiments.Setting{Toy: "easy", Seed: &seed}.Chain())(t)
			linear := must.Have(exact.Measure(t.Context(), c.Base(chains.Linear(levels))))(t)
			betas := append([]float64{0}, slices.Repeat([]float64{1}, levels-1)...)
			standing := c.Base(must.Have(chains.NewSchedule(betas))(t))
			stands := must.Have(exact.Measure(t.Context(), standing))(t)
			over := max(linear.J(), run.Negligible) / max(stands.J(), run.Negligible)
			overs = append(overs, over)
			if over < 1 {
				less++
			}
		}
		medians = append(medians, evidence.Median(overs))
	}
	want := fmt.Sprintf("have %.0f and %.0f times the J of no annealing in the medians of both sets. On %d of %d "+
		"draws "+
		"they have less", medians[0], medians[1], less, 2*run.FreshDraws)
	page := strings.Join(strings.Fields(string(must.Have(os.ReadFile("../../../reports/README.md"))(t))), " ")
	if !strings.Contains(page, want) {
		t.Errorf("the finding does not say %q", want)
	}
}
