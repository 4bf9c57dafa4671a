package verdicts

import (
	"bytes"
	"strings"
	"testing"

	"breadboard/chains/sample"
	"breadboard/experiments"
	"breadboard/experiments/draws"
	"breadboard/experiments/sandwich"
	"breadboard/grid/must"
	"breadboard/reports/figure"
	"breadboard/reports/page"
	"breadboard/reports/reporttest"
)

// written is a page, which needs nothing beside it.
func written(t *testing.T, p page.Page) string {
	t.Helper()
	var b bytes.Buffer
	must.Do(t, p.Write(&b))
	reporttest.Alone(t, b.String())
	return b.String()
}

// A page of draws begins with what is wrong, or that nothing is, and shows the maps of the sample that fits worst: the
// law, the shares on the law's scale, and their difference.
func TestDraws(t *testing.T) {
	chain := must.Have(experiments.Setting{Toy: "barrier"}.Chain())(t)
	lists := func(v float64) []float64 {
		all := make([]float64, 49)
		all[48] = v
		return all
	}
	fits := draws.Result{Name: "sound", P: 0.4, Verdict: "no difference seen", Law: lists(0.25), Q: lists(0.25),
		Z: lists(1)}
	wrong := draws.Result{Name: "wrong", P: 1e-9, Verdict: draws.Differs, Law: lists(0.25), Q: lists(0.5), Z: lists(7)}
	unclear := draws.Result{Name: "few", Verdict: draws.Unclear, Law: lists(0), Q: lists(0), Z: lists(0)}
	for says, all := range map[string][]draws.Result{
		`<p class="fine">Nothing was found`:                   {fits},
		`<p class="warning">These are no draws of the target`: {wrong},
		`<p class="warning">1 of 2 samples are no draws`:      {fits, wrong},
		`<p>The draws are too few to tell.</p>`:               {unclear},
	} {
		got := written(t, Draws(chain, all, page.Made{Command: "breadboard draws"}))
		must.Say(t, got, says, ">p, the target<", ">q, of the draws<", "breadboard draws")
		if news, first := strings.Index(got, says), strings.Index(got, "<section"); news > first {
			t.Errorf("the news %q stands behind a section", says)
		}
	}
	worst := func(all ...draws.Result) string {
		var b bytes.Buffer
		must.Do(t, Draws(chain, all, page.Made{}).Sections[1].Figures[0].Draw(&b, figure.SVG))
		return b.String()
	}
	if worst(fits, wrong) != worst(wrong) || worst(wrong, fits) != worst(wrong) {
		t.Error("the maps are not those of the sample that fits worst")
	}
	maps := mapsOf(chain, wrong)
	if maps[0].Scale.High != 0.5 || maps[1].Scale != maps[0].Scale || maps[2].Scale.Low != -7 || !maps[2].Scale.Signed {
		t.Errorf("the scales are %+v, %+v and %+v", maps[0].Scale, maps[1].Scale, maps[2].Scale)
	}
}

// A page of log weights begins with the verdict, and its figure has a row a set of runs, none of what is not known.
func TestSandwich(t *testing.T) {
	var sets []sandwich.Set
	for i, s := range [][2][]float64{{{1, 2, 1.5}, {3, 5, 4}}, {{1, 2, 3}, nil}} {
		sets = append(sets, sandwich.Set{T: 10 * (i + 1), Sides: [2]sandwich.Side{{LogW: s[0]}, {LogW: s[1]}}})
	}
	judged := sandwich.JudgeAll(sets)
	lines := boundLines(judged)
	if len(lines) != 2 {
		t.Fatalf("the rows are %v", lines)
	}
	first := lines[0]
	if first.name != "T = 10" || first.forward.Value != 1.5 || first.reverse.Value != 4 || lines[1].name != "T = 20" {
		t.Errorf("the rows are %v", lines)
	}
	bar := boundsPlot(figure.SVG, []boundLine{{"", sample.Estimate{Value: 1, StdErr: 0.5}, sample.Estimate{Value: 4,
		StdErr: 1}, sample.Exactly(2)}})
	if bar.X.Min != 1-2*0.5 || bar.X.Max != 4+2*1 {
		t.Errorf("bars of two standard errors go from %v to %v", bar.X.Min, bar.X.Max)
	}
	got := written(t, Sandwich(judged, page.Made{}))
	must.Say(t, got, ">T = 10<", ">T = 20<", "log R is", "Ring: Bennett")
	flipped := sandwich.Whole{Verdict: sandwich.Fails, Results: judged.Results, Level: judged.Level}
	must.Say(t, written(t, Sandwich(flipped, page.Made{})), `<p class="warning">`)
}
