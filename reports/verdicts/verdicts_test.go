package verdicts

import (
	"bytes"
	"testing"

	"breadboard/chains/sample"
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
