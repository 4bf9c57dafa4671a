package explorer_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"breadboard/experiments/explore"
	"breadboard/grid/must"
)

// What is seldom set is said where it is: steps a level in the number of steps there are, cells of one row without a
// row, and notes in words, each once.
func TestRareScenes(t *testing.T) {
	one := answered(95)
	exact, spectrum := one.Answers["exact"].(explore.Exact), one.Answers["spectrum"].(explore.Spectrum)
	exact.Shape = explore.Shape{Axes: []int{6}, Rows: 1, Columns: 6, Walls: shape.Walls}
	spectrum.Shape = exact.Shape
	for i := range spectrum.At {
		spectrum.At[i].Note = "the gap is rounding"
		spectrum.At[i].Relaxation = 200
	}
	one.Answers["exact"], one.Answers["spectrum"] = exact, spectrum
	parts := shown(t, "cells", map[string]string{"beta": "0.32"}, one)
	for _, title := range []string{"What each cell adds to J and B", "Between which cells the chain is slow"} {
		if words := parts[title].Words; strings.Contains(words, "row ") || strings.Contains(words, "rows ") ||
			words == "" {
			t.Errorf("%s says of a grid of one row: %q", title, words)
		}
	}
	for i, p := range one.Answers["curve"].(map[string]any)["all"].([]explore.Point) {
		if p.Schedule == "fisher" {
			p.J = explore.Number(math.NaN())
			p.B = p.J
			p.Note = "it takes too long"
			one.Answers["curve"].(map[string]any)["all"].([]explore.Point)[i] = p
		}
	}
	against := shown(t, "against", map[string]string{"curves": "linear,fisher"}, one)["J and B against T"].Words
	if n := strings.Count(against, "fisher: It takes too long."); n != 1 {
		t.Errorf("a note stands %d times in %q", n, against)
	}
	slow := parts["Between which cells the chain is slow"].Words
	if n := strings.Count(slow, "The gap is rounding."); n != 1 {
		t.Errorf("a note stands %d times in %q", n, slow)
	}
	for _, c := range []struct {
		steps, T int
		end      string
	}{{1, 51, "200 steps at worst; there are 50, too few"}, {0, 51, "200 steps at worst; there are 50, too few"},
		{1, 201, "200 steps at worst; there are 200"}, {1, 251, "200 steps at worst; there are 250"},
		{3, 51, fmt.Sprintf("%.0f steps at worst; there are 150, too few", 1/(1-math.Pow(1-1/200.0, 1/3.0)))},
		{3, 401, "599 steps at worst; there are 1,200"}} {
		one.Question.Repeat, one.Question.T = c.steps, c.T
		if got := stripsOf(t, one); got.Ends[0] != c.end {
			t.Errorf("with %d steps at each of %d levels it says %q, want %q", c.steps, c.T, got.Ends[0], c.end)
		}
	}
}

// strips are what stands along the annealing: heads, units and ends in their order, curves and scales by strip, and
// labels.
type strips struct {
	Heads, Units, Ends []string
	Curves             [][][2]string // class and points
	Scales             [][][2]string // a number, and its height from 0 to 1
	Lines              [][]float64   // heights of the lines of a scale, in units of a strip
	Labels             []string      // of the controls
}

// stripsOf mounts the strips of settings, twice as Compare does.
func stripsOf(t *testing.T, all ...setting) strips {
	t.Helper()
	return inNode[strips](t, `
		const {along} = await load("explorer/along.js"), {Shared} = await load("explorer/state/shared.js");
		const sides = input.map(({question, answers}, i) => Object.assign(new EventTarget(), {name: "ab"[i],
			question, answers,
			problems: {}, stale: () => false, need() {}, drop() {}}));
		const room = document.body.appendChild(document.createElement("div")), made = along(room, () => sides,
			new Shared({}));
		for (const side of sides) made.follow(side);
		for (let i = 0; i < 3; i++) made.mount();
		await rest();
		await rest();
		const names = room.querySelectorAll(".name"), texts = (all) => all.map((one) => one.textContent);
		return {heads: texts(names.map((one) => one.querySelector("b"))), units: texts(names.map((one) =>
			one.querySelector("small"))),
			ends: texts(room.querySelectorAll(".end")).slice(0, names.length),
				labels: texts(room.querySelectorAll("label")),
			scales: room.querySelectorAll(".scale-of").map((scale) => scale.children
				.map((one) => [one.textContent, String(one.style["--up"])])),
			lines: room.querySelectorAll(".strip svg").map((svg) => svg.querySelectorAll("line")
				.map((line) => Number(line.getAttribute("y1")))),
			curves: room.querySelectorAll(".strip svg").map((svg) => svg.querySelectorAll("polyline")
				.map((line) => [line.getAttribute("class"), line.getAttribute("points")]))};`, all)
}

// Each strip has its head beside its unit, its curves and what is said at its end, of both settings; and however often
// the
// settings change, each control stands once.
func TestStripsAreOneTable(t *testing.T) {
	a, b := answered(97), answered(98)
	got := stripsOf(t, a, b)
	counts := map[string]int{}
	for _, label := range got.Labels {
		counts[label]++
	}
	for _, label := range []string{"Level", "Speed"} {
		if counts[label] != 1 {
			t.Errorf("the control %s stands %d times", label, counts[label])
		}
	}
	const leastTop = 10.0 // steps, to which the first strip reaches at least
	slowest := leastTop
	var highest, farthest float64
	far := map[int][]float64{}
	ends := [3][2]string{}
	for i, s := range []setting{a, b} {
		exact := s.Answers["exact"].(explore.Exact)
		worst := 0.0
		for _, at := range s.Answers["spectrum"].(explore.Spectrum).At {
			worst = max(worst, float64(at.Relaxation))
		}
		slowest = max(slowest, worst)
		for k := range 50 {
			highest = max(highest, pieceOf(exact, float64(k)/50, float64(k+1)/50))
		}
		for _, f := range s.Answers["levels"].(explore.Levels).Frames {
			far[i] = append(far[i], moved(f.Forward, f.P))
			farthest = max(farthest, moved(f.Forward, f.P))
		}
		ends[0][i] = "there are 49"
		ends[1][i] = "B = " + digits(float64(exact.B.Sum)) + " in all"
		ends[2][i] = fmt.Sprintf("%.0f%% at the end", 100*far[i][len(far[i])-1])
	}
	want := [3][2]string{{"The chain forgets in", "steps, log"}, {"Each step adds to B", "nats per 0.02 of β"},
		{"In the wrong place", "share of the runs"}}
	heights := [3]func(v float64) float64{func(v float64) float64 { return math.Log(v) / math.Log(slowest) },
		func(v float64) float64 { return v / highest }, func(v float64) float64 { return v / 100 / farthest }}
	begins := []string{"Left: ", "Right: "}
	for i, w := range want {
		if got.Heads[i] != w[0] || got.Units[i] != w[1] {
			t.Errorf("strip %d is headed %q, %q; want %q", i, got.Heads[i], got.Units[i], w)
		}
		scale := got.Scales[i]
		if len(scale) != 2 || len(got.Lines[i]) != 2 {
			t.Fatalf("%s has the scale %v, and %d lines; want two numbers", w[0], scale, len(got.Lines[i]))
		}
		for k, mark := range scale {
			up := heights[i](numberOf(strings.TrimSuffix(mark[0], "%")))
			if at := numberOf(mark[1]); math.Abs(at-0.94*up) > 1e-9 || math.Abs(47-48*at-got.Lines[i][k]) > 1e-9 {
				t.Errorf("%s: %s stands at %v, its line at %v of 48, and its height is %v", w[0], mark[0], at,
					got.Lines[i][k], up)
			}
		}
		if low := heights[i](numberOf(strings.TrimSuffix(scale[1][0], "%"))); low < 0.3 || low > 1 {
			t.Errorf("%s has the scale %v, and its upper number is at %v of the height", w[0], scale, low)
		}
		left, right, _ := strings.Cut(got.Ends[i], "\n")
		for k, line := range []string{left, right} {
			name := begins[k]
			if !strings.HasPrefix(line, name) || !strings.Contains(line, ends[i][k]) {
				t.Errorf("%s ends with %q, want %s%s", w[0], line, name, ends[i][k])
			}
		}
		for k, class := range []string{"curve-a", "curve-b"} {
			if len(got.Curves[i]) != 2 || got.Curves[i][k][0] != class {
				t.Fatalf("%s has the curves %v", w[0], got.Curves[i])
			}
		}
	}
	betas := []float64{0, 0.1, 0.3, 0.85, 1}
	for k := range 2 { // heights are of 48, and 0.94 of them is the largest share
		for i, point := range strings.Fields(got.Curves[2][k][1]) {
			x, y, _ := strings.Cut(point, ",")
			must.Near(t, numberOf(x), 1000*betas[i], 0.051, "across, point %d of strip 2 of setting %d", i, k)
			must.Near(t, numberOf(y), 48*(1-0.94*far[k][i]/farthest)-1, 0.051,
				"down, point %d of strip 2 of setting %d", i, k)
		}
	}
}
