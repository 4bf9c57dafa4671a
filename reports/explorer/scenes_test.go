package explorer_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"breadboard/experiments/explore"
	"breadboard/grid/must"
)

// What is seldom set is said where it is: cells of one row without a row, and notes in words, each once.
func TestRareScenes(t *testing.T) {
	one := answered(95)
	exact := one.Answers["exact"].(explore.Exact)
	exact.Shape = explore.Shape{Axes: []int{6}, Rows: 1, Columns: 6, Walls: shape.Walls}
	one.Answers["exact"] = exact
	words := shown(t, "cells", map[string]string{"beta": "0.32"}, one)["What each cell adds to J and B"].Words
	if strings.Contains(words, "row ") || strings.Contains(words, "rows ") || words == "" {
		t.Errorf("of a grid of one row it says: %q", words)
	}
	named := one.Answers["schedules"].(map[string]any)["all"].([]explore.Scheduled)
	for i := range named {
		if name := named[i].Name; name == "fisher" || name == "best-b" {
			named[i].J = explore.Number(math.NaN())
			named[i].B = named[i].J
			named[i].Note = "it takes too long"
		}
	}
	words = shown(t, "schedule", nil, one)["Other schedules at this T"].Words
	if n := strings.Count(words, "fisher, best-b: It takes too long."); n != 1 {
		t.Errorf("a note stands %d times in %q", n, words)
	}
}

// strips are what stands along the annealing: heads, units and ends in their order, and curves and scales by strip.
type strips struct {
	Heads, Units, Ends []string
	Curves             []string      // points
	Scales             [][][2]string // a number, and its height from 0 to 1
	Lines              [][]float64   // heights of the lines of a scale, in units of a strip
}

// stripsOf mounts the strips of a setting.
func stripsOf(t *testing.T, one setting) strips {
	t.Helper()
	return inNode[strips](t, `
		const {along} = await load("explorer/along.js"), {Shared} = await load("explorer/state/shared.js");
		const room = document.body.appendChild(document.createElement("div"));
		along(room, Object.assign(new EventTarget(), {...input, problems: {}, stale: () => false}), new Shared({}));
		await rest();
		await rest();
		const names = room.querySelectorAll(".name"), texts = (all) => all.map((one) => one.textContent);
		return {heads: texts(names.map((one) => one.querySelector("b"))),
			units: texts(names.map((one) => one.querySelector("small"))),
			ends: texts(room.querySelectorAll(".end")).slice(0, names.length),
			scales: room.querySelectorAll(".scale-of").map((scale) => scale.children
				.map((one) => [one.textContent, String(one.style["--up"])])),
			lines: room.querySelectorAll(".strip svg").map((svg) => svg.querySelectorAll("line")
				.map((line) => Number(line.getAttribute("y1")))),
			curves: room.querySelectorAll(".strip polyline").map((line) => line.getAttribute("points"))};`, one)
}

// Each strip has its head beside its unit, its curve and what is said at its end.
func TestStripsAreOneTable(t *testing.T) {
	one := answered(97)
	got := stripsOf(t, one)
	exact, levels := one.Answers["exact"].(explore.Exact), one.Answers["levels"].(explore.Levels)
	var highest, farthest float64
	for k := range 50 {
		highest = max(highest, pieceOf(exact, float64(k)/50, float64(k+1)/50))
	}
	var far []float64
	for _, f := range levels.Frames {
		far = append(far, moved(f.Forward, f.P))
		farthest = max(farthest, moved(f.Forward, f.P))
	}
	for i, w := range []struct {
		head, unit, end string
		top             float64
	}{
		{"Each step adds to B", "nats per 0.02 of β", "B = " + digits(float64(exact.B.Sum)) + " in all", highest},
		{"In the wrong place", "share of the runs", fmt.Sprintf("%.0f%% at the end", 100*far[len(far)-1]),
			100 * farthest},
	} {
		if got.Heads[i] != w.head || got.Units[i] != w.unit || got.Ends[i] != w.end {
			t.Errorf("strip %d is headed %q, %q and ends with %q; want %+v", i, got.Heads[i], got.Units[i],
				got.Ends[i], w)
		}
		scale := got.Scales[i]
		if len(scale) != 2 || len(got.Lines[i]) != 2 {
			t.Fatalf("%s has the scale %v, and %d lines; want two numbers", w.head, scale, len(got.Lines[i]))
		}
		for k, mark := range scale {
			up := numberOf(strings.TrimSuffix(mark[0], "%")) / w.top
			if at := numberOf(mark[1]); math.Abs(at-0.94*up) > 1e-9 || math.Abs(47-48*at-got.Lines[i][k]) > 1e-9 {
				t.Errorf("%s: %s stands at %v, its line at %v of 48, and its height is %v", w.head, mark[0], at,
					got.Lines[i][k], up)
			}
			if k == 1 && (up < 0.3 || up > 1) {
				t.Errorf("%s has the scale %v, and its upper number is at %v of the height", w.head, scale, up)
			}
		}
	}
	for i, point := range strings.Fields(got.Curves[1]) { // heights are of 48, and 0.94 of them is the largest share
		x, y, _ := strings.Cut(point, ",")
		must.Near(t, numberOf(x), 1000*float64(levels.Frames[i].Beta), 0.051, "across, point %d", i)
		must.Near(t, numberOf(y), 48*(1-0.94*far[i]/farthest)-1, 0.051, "down, point %d", i)
	}
}
