package explorer_test

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"breadboard/experiments/explore"
	"breadboard/grid/must"
)

// The view of the schedule has a panel for each thing, with the numbers of the answers, and says where B comes from.
// Beside it stand J and B of other schedules.
func TestWhyIsTheAnswer(t *testing.T) {
	one := answered(13)
	parts := shown(t, "why", nil, one)
	schedulesAre(t, one, parts["Other schedules at this T"])
	part := parts["The schedule and the chain along beta"]
	rows := part.Charts[0].CSV.Rows(t)
	rows = slices.DeleteFunc(rows, func(row []string) bool { return strings.HasPrefix(row[0], "the schedule:") })
	const steps = "steps (the chain's relaxation time, and until the end)"
	const off = "error, share of the runs, in 0.1 of beta"
	want := [][]any{{"panel", "series", "beta", "value"}}
	for _, at := range one.Answers["spectrum"].(explore.Spectrum).At {
		want = append(want, []any{steps, "the chain needs", float64(at.Beta), float64(at.Relaxation)})
	}
	for i, beta := range []float64{0, 0.1, 0.3, 0.85} {
		want = append(want, []any{steps, "the schedule leaves", beta, 4 - i})
	}
	for _, area := range []struct {
		panel, name string
		values      [3]float64
	}{{off, "entered here", [3]float64{0.5, 0.125, 0.75 / 7}},
		{off, "left at the end", [3]float64{0.125, 0.03125, 0.5 / 7}}} {
		for i, beta := range []float64{0, 0.1, 0.3, 1} {
			want = append(want, []any{area.panel, area.name, beta, area.values[min(i, 2)]})
		}
	}
	sameRows(t, "the panels", rows, want, 1e-12)
	saysAll(t, part.Words, "75% of B comes from steps 1 to 2 (beta = 0 to 0.3). The last law has forgotten most of "+
		"the error that enters there, and B counts it all the same. B is loose here: 2.50 times J.",
		"The longest is 0.30 "+
			"nats for each unit of beta, after 25% of the steps, where beta is to fall.")
}

// TestWhyInWords: what is said holds where little is forgotten, where J is 0, and where there are no shares.
func TestWhyInWords(t *testing.T) {
	span := func(from, to int, B, entered, left explore.Number) explore.Span {
		return explore.Span{From: from, To: to, B: B, Entered: entered, Left: left}
	}
	why := func(J, B explore.Number, spans ...explore.Span) explore.Why {
		return explore.Why{Scheduled: explore.Scheduled{J: J, B: B, Betas: []explore.Number{0, 0.25, 0.5, 1}},
			Spans: spans}
	}
	all := []explore.Why{
		why(0.9, 1, span(1, 2, 0.25, 0.5, 0.125), span(2, 4, 0.75, 0.5, 0.5)),
		why(0.8, 1, span(1, 2, 0.5, 0.5, 0.125), span(2, 3, 0.25, 0.5, 0.5), span(3, 4, 0.25, 0.5, 0)),
		why(0, 1, span(1, 4, 1, 0.5, 0)),
		why(0.5, explore.Number(math.Inf(1)), span(1, 4, explore.Number(math.Inf(1)), 0.5, 0)),
	}
	wants := []string{
		"75% of B comes from steps 2 to 3 (beta = 0.25 to 1). The last law still has most of the error that " +
			"enters there. B is tight here: 1.11 times J.",
		"75% of B comes from 2 of 3 runs of steps. The last law has forgotten most of the error that enters " +
			"there. B is 1.25 times J.",
		"100% of B comes from steps 1 to 3 (beta = 0 to 1). The last law has forgotten most of the error that " +
			"enters there, and B counts it all the same. J is 0 up to rounding.",
		"B is infinite or 0, or falls in some steps, so the steps have no shares of it."}
	for i, said := range inNode[[]string](t, `const {words} = await load("explorer/views/why.js");
		return input.map(words);`, all) {
		want := wants[i]
		if said != want {
			t.Errorf("of %+v it says %q, want %q", all[i], said, want)
		}
	}
}

// TestWays: a point of a curve is moved, and the betas between its neighbours follow by moved and resampled. J then
// falls as the arrows say. Here J is a sum with known slopes, and so is the change.
func TestWays(t *testing.T) {
	said := inNode[struct{ Ways, Rising, Falling [][]float64 }](t, `
		const {moved, resampled, slopes, ways} = await load("explorer/setting/betas.js");
		const J = (betas) => input.by.reduce((sum, by, t) => sum + by * betas[t], 0), h = 1e-6;
		const change = (betas, to) => betas.map((beta, i) =>
			(J(resampled(betas, input.by.length)) - J(resampled(moved(betas, i, beta + to), input.by.length))) / h);
		return {ways: input.curves.map((betas) => ways(slopes(input.by, betas.length), betas)),
			rising: input.curves.map((betas) => change(betas, h)),
			falling: input.curves.map((betas) => change(betas, -h))};`,
		map[string]any{"by": []float64{9, 0.5, -1, 2, -0.25, 1.5, -3, 0.75, 4}, "curves": [][]float64{
			{0, 0.2, 0.4, 0.7, 1}, {0, 0.3, 0.3, 0.3, 1}, {0, 0, 0, 0.5, 1}, {0, 0.5, 1, 1, 1}, {0,
				0.1, 0.1, 0.3, 0.3, 1, 1}}})
	for k, curve := range said.Ways {
		for i, got := range curve {
			rising := said.Rising[k][i]
			falling := said.Falling[k][i]
			want := 0.0
			if max(rising, falling) > 1e-9 && i > 0 && i < len(curve)-1 {
				want = rising
				if falling > rising {
					want = -falling
				}
			}
			must.Near(t, got, want, 1e-6, "curve %d, point %d", k, i)
		}
	}
}

// tableIs holds the table of a part to texts.
func tableIs(t *testing.T, p part, want [][]string) {
	t.Helper()
	if len(p.Tables) != 1 || !slices.EqualFunc(p.Tables[0], want, slices.Equal) {
		t.Errorf("%s has the table\n%q, want\n%q", p.Title, p.Tables, want)
	}
}

// offered are the schedules of the page with their colours; sigmoid:4 is the setting's own.
var offered = map[string]string{"sigmoid:4": "var(--line-2)", "linear": "var(--line-1)", "fisher": "var(--line-3)",
	"best-b": "var(--line-4)", "best-j": "var(--line-5)"}

// J and B of each schedule stand at their T, in the colour of the schedule, and the least of each is marked.
func TestAgainstIsTheAnswer(t *testing.T) {
	one := answered(16)
	points := one.Answers["curve"].(map[string]any)["all"].([]explore.Point)
	parts := shown(t, "against", nil, one)
	place := parts["J and B against T"]
	rows := [][]any{{"panel", "series", "T", "value"}}
	for _, key := range panelNames {
		for k := 0; k < len(points); k += 3 {
			for _, p := range []explore.Point{points[k], points[k+2], points[k+1]} { // T = 10, 50 and 100
				rows = append(rows, []any{key, p.Schedule, p.T, valueIn(key, p)})
			}
		}
	}
	coloursAre(t, place.chartIs(t, 0, rows, panelNames[0], panelNames[1], "T, number of levels", "T of the setting"),
		offered)
	table := [][]string{{"T", "schedule", "J", "B", "B/J"}}
	best := []string{}
	for _, T := range []int{10, 50, 100} {
		of := slices.DeleteFunc(slices.Clone(points), func(p explore.Point) bool { return p.T != T })
		leastJ := slices.MinFunc(of, func(a, b explore.Point) int { return int(1e9 * (a.J - b.J)) })
		leastB := slices.MinFunc(of, func(a, b explore.Point) int { return int(1e9 * (a.B - b.B)) })
		for _, p := range of {
			row := []string{strconv.Itoa(T), p.Schedule, digits(float64(p.J)), digits(float64(p.B)),
				digits(float64(p.B / p.J))}
			table = append(table, row)
			if p == leastJ {
				best = append(best, row[2])
			}
			if p == leastB {
				best = append(best, row[3])
			}
		}
	}
	tableIs(t, place, table)
	if !slices.Equal(place.Best, best) {
		t.Errorf("the table marks %q, want %q", place.Best, best)
	}
}

// panelNames are the panels of J and B against T.
var panelNames = []string{"J, the distance, nats", "B, what runs estimate, nats"}

// valueIn is what the panel of a name has of a point.
func valueIn(panel string, p explore.Point) float64 {
	if panel == panelNames[0] {
		return float64(p.J)
	}
	return float64(p.B)
}

// schedulesAre holds what is said of the schedules at the T of the setting to the answer.
func schedulesAre(t *testing.T, one setting, place part) {
	t.Helper()
	named := one.Answers["schedules"].(map[string]any)["all"].([]explore.Scheduled)
	table := [][]string{{"schedule", "J", "B", "B/J"}}
	leastJ, leastB := named[0], named[0]
	for _, s := range named {
		table = append(table, []string{s.Name, digits(float64(s.J)), digits(float64(s.B)), digits(float64(s.B / s.J))})
		if s.J < leastJ.J {
			leastJ = s
		}
		if s.B < leastB.B {
			leastB = s
		}
	}
	tableIs(t, place, table)
	want := []string{digits(float64(leastJ.J)), digits(float64(leastB.B))}
	if !slices.Equal(slices.Sorted(slices.Values(place.Best)), slices.Sorted(slices.Values(want))) {
		t.Errorf("the table marks %q, want %q", place.Best, want)
	}
	if leastJ.Name != leastB.Name {
		saysAll(t, place.Words, fmt.Sprintf("At T = 50 %s is best by J (%s nats) and %s by B (%s nats). Whoever "+
			"chooses by B takes %s there, and gets %.2f times the J.",
			leastJ.Name, digits(float64(leastJ.J)), leastB.Name,
			digits(float64(leastB.B)), leastB.Name, leastB.J/leastJ.J))
	}
}

// J and B of two settings are those of their own schedules, on one axis of T and one range of nats, told apart by
// colour and dashes, with one legend. The lesser of each pair is marked.
func TestAgainstOfTwo(t *testing.T) {
	a, b := answered(17), answered(18)
	b.Question.Schedule = "fisher"
	place := shown(t, "against", nil, a, b)["J and B against T"]
	rows := [][]any{{"panel", "series", "T", "value"}}
	best := []string{}
	own := func(s setting, T int) explore.Point {
		points := s.Answers["curve"].(map[string]any)["all"].([]explore.Point)
		return points[slices.IndexFunc(points, func(p explore.Point) bool {
			return p.Schedule == s.Question.Schedule && p.T == T
		})]
	}
	for _, key := range panelNames {
		for i, s := range []setting{a, b} {
			for _, T := range []int{10, 50, 100} {
				rows = append(rows, []any{key, sideNames[i], T, valueIn(key, own(s, T))})
			}
		}
	}
	for _, T := range []int{10, 50, 100} {
		for _, key := range panelNames {
			best = append(best, digits(min(valueIn(key, own(a, T)), valueIn(key, own(b, T)))))
		}
	}
	picture := place.chartIs(t, 0, rows, panelNames...)
	coloursAre(t, picture, map[string]string{"left": "var(--line-0)", "right": "var(--line-1)"})
	dashedAre(t, picture)
	if !slices.Equal(place.Best, best) {
		t.Errorf("the table marks %q, want %q", place.Best, best)
	}
	if ticks := upright(place); len(ticks) == 0 || !slices.Equal(ticks[:len(ticks)/2], ticks[len(ticks)/2:]) {
		t.Errorf("the panels of J and B have the ticks %q", ticks)
	}
	far, last := "right", [2]explore.Number{own(a, 100).J, own(b, 100).J}
	if last[0] > last[1] {
		far = "left"
	}
	saysAll(t, place.Words, fmt.Sprintf("At T = 100 the %s setting has %s times the J", far,
		digits(float64(max(last[0], last[1])/min(last[0], last[1])))))
}

// upright are the ticks of the upright axes of the first chart.
func upright(p part) (ticks []string) {
	for _, axis := range p.Charts[0].Picture.All("aria-label", "y-axis tick label") {
		for _, tick := range axis.Children {
			ticks = append(ticks, tick.Text)
		}
	}
	return ticks
}

// dashedAre fails the test unless the lines of the right setting are dashed, and those of the left one are not.
func dashedAre(t *testing.T, picture tree) {
	t.Helper()
	for _, group := range picture.All("class", "series") {
		isLine, colour := group.Attributes["aria-label"] == "line", group.Attributes["stroke"]
		if dashed := group.Attributes["stroke-dasharray"] != ""; isLine && dashed != (colour == "var(--line-1)") {
			t.Errorf("a line in %s is dashed: %v", colour, dashed)
		}
	}
}

// The schedules of two settings, how fast their chains are and what is left of their errors have a panel each, of both.
func TestWhyOfTwo(t *testing.T) {
	a, b := answered(21), answered(22)
	b.Question.Schedule, b.Question.T = "fisher", 70
	parts := shown(t, "why", nil, a, b)
	place := parts["The schedule and the chain along beta"]
	curves := map[string][]string{}
	for _, row := range place.Charts[0].CSV.Rows(t)[1:] {
		if !slices.Contains(curves[row[0]], row[1]) {
			curves[row[0]] = append(curves[row[0]], row[1])
		}
	}
	for _, panel := range []string{"the schedule: share of the steps", "steps that the chain needs",
		"steps that the schedule leaves", "error that entered here, share of the runs, in 0.1 of beta",
		"of it left at the end, in 0.1 of beta"} {
		if !slices.Equal(curves[panel], sideNames) {
			t.Errorf("the panel %s has the curves %q", panel, curves[panel])
		}
	}
	coloursAre(t, place.Charts[0].Picture, map[string]string{"left": "var(--line-0)", "right": "var(--line-1)"})
	dashedAre(t, place.Charts[0].Picture)
	table := parts["Other schedules"].Tables[0]
	named := a.Answers["schedules"].(map[string]any)["all"].([]explore.Scheduled)
	for _, s := range named {
		i := slices.IndexFunc(table, func(row []string) bool { return row[0] == s.Name })
		if i < 0 || table[i][1] != digits(float64(s.J)) || table[i][3] != digits(float64(s.B)) {
			t.Errorf("the row of %s is %q of %q", s.Name, table[max(i, 0)], table)
		}
	}
}

// The level that is shown is the nearest to the slider: by beta first, and by t among those that stand at one beta. It
// is the last one if nobody has moved the slider, and the end if its place is none.
func TestNearestLevel(t *testing.T) {
	asked := [][2]string{{"", ""}, {"0", ""}, {"0.1", ""}, {"0.2", "3"}, {"0.25", "4"}, {"0.25", "9"},
		{"0.7", "2"}, {"0.8", "7"},
		{"1", "6"}, {"x", "1"}, {"2", "7"}}
	want := []int{7, 1, 1, 3, 4, 4, 5, 7, 6, 6, 7}
	got := inNode[[]int](t, `
		const {Shared} = await load("explorer/state/shared.js"), {nearest} = await load("explorer/views/position.js");
		const levels = [0, 0.25, 0.25, 0.25, 0.5, 1, 1].map((beta, i) => ({t: i + 1, beta}));
		const shared = (beta, t) => new Shared({...beta && {beta}, ...t && {t}});
		return input.map(([beta, t]) => levels[nearest(levels, shared(beta, t))].t);`, asked)
	if !slices.Equal(got, want) {
		t.Errorf("at %q the levels are %v, want %v", asked, got, want)
	}
}

// The chain forgets most slowly where the relaxation time is longest. The gap may be least elsewhere, because a
// negative eigenvalue may be slower than all positive ones. Of a difference with the relaxation time 1/d a move leaves
// 1 - d. Schedules whose J differ by rounding alone, or are infinite, are equally good, and whoever chooses by B loses
// nothing.
func TestWordsOfTheWorstAndTheBest(t *testing.T) {
	ds := []float64{0.5, 0.1, 1e-6, 1e-12}
	pairs := [][2]explore.Point{{{J: 3, B: 2}, {J: 3 * (1 + 1e-10), B: 1}},
		{{J: 0, B: 2}, {J: 3e-16, B: 1}},
		{{J: explore.Number(math.Inf(1)), B: explore.Number(math.Inf(1))}, {J: explore.Number(math.Inf(1)), B: 3}},
		{{J: 0.001, B: 2}, {J: 0.002, B: 1}}}
	got := inNode[struct {
		Worst, Moves []float64
		Best         [][2]string
	}](t, `
		const {forgotten, worst} = await load("explorer/views/cells/slowest.js");
		const {atEach, sentences} = await load("explorer/views/against/best.js");
		return {moves: input.ds.map((d) => forgotten(1 / d, 0.01)), worst: [
				worst([{beta: 0, gap: 0.1, relaxation: 10}, {beta: 0.5, gap: 0.5, relaxation: 100},
					{beta: 1, gap: null, relaxation: null}]).beta,
				worst([{beta: 0, gap: 0.1, relaxation: 10}, {beta: 1, gap: 0.5, relaxation: "inf"}]).beta],
			best: input.pairs.map((pair) => {
				const all = pair.map((one, i) => ({...one, T: 10, schedule: "AB"[i]}));
				return [atEach(all)[0].J.schedule, sentences(all)];
			})};`, map[string]any{"ds": ds, "pairs": pairs})
	if !slices.Equal(got.Worst, []float64{0.5, 1}) {
		t.Errorf("the chain forgets most slowly at beta = %v, want 0.5 and 1", got.Worst)
	}
	for i, d := range ds {
		if left := math.Exp(got.Moves[i] * math.Log1p(-d)); math.Abs(left/0.01-1) > 1e-9 { // rounding of 1e12 moves
			t.Errorf("with the relaxation time 1/%v %v is left after %v moves, want a hundredth", d, left, got.Moves[i])
		}
	}
	for i, want := range [][2]string{{"B", "the same schedule"}, {"A", "gets a J of 3.000e-16 nats instead of 0"},
		{"B", "the same schedule"}, {"A", "2.00 times"}} {
		if said := got.Best[i]; said[0] != want[0] || !strings.Contains(said[1], want[1]) {
			t.Errorf("%v: %q is best by J, and %s", pairs[i], said[0], said[1])
		}
	}
}
