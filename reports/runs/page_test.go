package runs

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"breadboard/experiments"
	"breadboard/grid/must"
	"breadboard/reports/figure"
	"breadboard/reports/page"
	"breadboard/reports/reporttest"
)

func init() { figure.Coarse = 8 } // no test here looks at a pixel

// sampled returns measurements with chains.
func sampled(t *testing.T, s experiments.Setting, ts ...int) []experiments.Measurement {
	t.Helper()
	an := must.Have(s.Annealer())(t)
	ask := experiments.Ask{Drawn: true, Chains: &experiments.Chains{N: 1000, Seed: 5}}
	return must.Have(an.Measure(t.Context(), ts, ask, nil))(t)
}

// TestPage: the page stands alone, shows every figure, and says what exact and sample print.
func TestPage(t *testing.T) {
	all := sampled(t, experiments.Setting{Toy: "barrier"}, 3, 4)
	made := page.Made{Command: "breadboard sample --toy barrier", Version: "breadboard, commit abc"}
	files := must.Have(Files(all, made))(t)
	page := string(reporttest.Content(t, files[len(files)-1]))
	if count := reporttest.SelfContained(t, page); count["svg"] != 7 || len(files) != 1+3*7 {
		t.Errorf("%d drawings and %d files, want one of both T and three for each", count["svg"], len(files))
	}
	must.Golden(t, "testdata/page.golden", reporttest.Prose(page))
	for want, f := range map[string]figure.Figure{
		"step to level t | share of B, each step | 10ac940b": stepsOf(all[0]),
		"p, the target | q, of the samples | nats | log q/p | share of J | J by cell | share of B | B by cell | " +
			"a2755ff4": mapsOf(all[0]),
	} {
		if is := reporttest.Words(t, f); is != "barrier, metropolis, T = 3 | "+want {
			t.Errorf("the words of a picture are %s, want %s", is, want)
		}
	}
	for copies, dots := range map[int]int{1: 3, 50: 0} { // each of few steps has one
		p, svg := all[1], new(strings.Builder)
		p.Steps = slices.Repeat(p.Steps, copies)
		must.Do(t, stepsOf(p).Write(svg, figure.SVG, 0))
		if n := strings.Count(svg.String(), " 0 1 1 "); n != 2*dots { // a dot is two arcs
			t.Errorf("%d steps have %d dots, want %d", len(p.Steps), n/2, dots)
		}
	}
}

// TestMaps: the maps are the numbers of the run, cell by cell, on a target without symmetry and with a wall.
func TestMaps(t *testing.T) {
	file := must.File(t, "target.csv", "0,1.5,-inf,0.3\n2,-1,0.25,3\n-0.5,0.75,1,-2\n")
	p := sampled(t, experiments.Setting{Target: file}, 7)[0]
	drawn := mapsOf(p).(figure.Maps)
	drawn.Title = "a target"
	p.BParts = nil
	without := mapsOf(p).(figure.Maps)
	without.Title = "without a B"
	infinite, unit := shares([]float64{1}, math.Inf(1), "B")
	none, none2 := shares([]float64{2}, 0, "J")
	must.Golden(t, "testdata/maps.golden", fmt.Sprintln(reporttest.Words(t, drawn))+
		fmt.Sprintln(reporttest.Words(t, without))+fmt.Sprintln(infinite, unit, none, none2, aboutMaps(3)))
}
