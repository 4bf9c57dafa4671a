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

// speeds is the table of a chart of speeds against beta.
func speeds(label string, of func(explore.Speed) explore.Number, named map[string]explore.Spectrum) [][]any {
	rows := [][]any{{"series", "beta", label}}
	for _, name := range []string{label, "left", "right"} {
		for _, one := range named[name].At {
			rows = append(rows, []any{name, float64(one.Beta), float64(of(one))})
		}
	}
	return rows
}

func gapOf(s explore.Speed) explore.Number { return s.Gap }

// slow is the speed at the beta where the kernel forgets last.
func slow(s explore.Spectrum) explore.Speed {
	return slices.MaxFunc(s.At, func(a, b explore.Speed) int { return int(1e6 * (a.Relaxation - b.Relaxation)) })
}

// The gap and the relaxation time stand in their own charts, and the mode at the slider is that of the answer, turned
// so that its largest value is above 0.
func TestSpectrumIsTheAnswer(t *testing.T) {
	a, b := answered(11), answered(12)
	of := a.Answers["spectrum"].(explore.Spectrum)
	parts := shown(t, "spectrum", false, map[string]string{"beta": "0.32"}, a)
	place := parts["Gap and relaxation time"]
	place.chartIs(t, 0, speeds("gap", gapOf, map[string]explore.Spectrum{"gap": of}), "gap")
	place.chartIs(t, 1, speeds("relaxation time", func(s explore.Speed) explore.Number { return s.Relaxation },
		map[string]explore.Spectrum{"relaxation time": of}), "relaxation time, moves")
	worst := slow(of)
	saysAll(t, place.Words, fmt.Sprintf("at beta = %v, where the gap is %s", worst.Beta, digits(float64(worst.Gap))),
		fmt.Sprintf("the relaxation time %.2g moves", worst.Relaxation), fmt.Sprintf("to a half in %.2g moves",
			math.Log(0.5)/math.Log1p(-1/float64(worst.Relaxation))))
	mode := slices.Clone(of.At[2].Slowest)
	if mode[slices.IndexFunc(mode, func(v explore.Number) bool { return v < 0 })] < -slices.Max(mode) {
		for x := range mode {
			mode[x] = -mode[x]
		}
	}
	parts["The slowest mode"].chartIs(t, 0, mapped(column{"slowest mode", mode}))

	both := shown(t, "spectrum", true, nil, a, b)["Gap of both"]
	other := b.Answers["spectrum"].(explore.Spectrum)
	picture := both.chartIs(t, 0, speeds("gap", gapOf, map[string]explore.Spectrum{"left": of, "right": other}))
	coloursAre(t, picture, map[string]string{"left": "var(--line-0)", "right": "var(--line-1)"})
	ratio, slower := float64(worst.Relaxation/slow(other).Relaxation), "left"
	if ratio < 1 {
		ratio, slower = 1/ratio, "right"
	}
	saysAll(t, both.Words, fmt.Sprintf("the %s setting has %.4f times the relaxation time", slower, ratio))
}

// The view Why has a panel for each thing, with the numbers of the answers, and says where B comes from.
func TestWhyIsTheAnswer(t *testing.T) {
	one := answered(13)
	part := shown(t, "why", false, nil, one)["The schedule, the chain and B along beta"]
	rows := part.Charts[0].CSV.Rows(t)
	rows = slices.DeleteFunc(rows, func(row []string) bool { return strings.HasPrefix(row[0], "the schedule:") })
	const steps = "steps (the chain's relaxation time, and until the end)"
	const added, off = "what the steps add to B, nats, in 0.1 of beta", "error, share of the runs, in 0.1 of beta"
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
	}{{added, "B", [3]float64{0.25, 0.25, 0.25 / 7}}, {off, "entered here", [3]float64{0.5, 0.125, 0.75 / 7}},
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

// TestWhyInWords: what is said holds where little is forgotten, where J is rounding, and where there are no shares.
func TestWhyInWords(t *testing.T) {
	span := func(from, to int, B, entered, left explore.Number) explore.Span {
		return explore.Span{From: from, To: to, B: B, Entered: entered, Left: left}
	}
	why := func(J, B, off explore.Number, spans ...explore.Span) explore.Why {
		return explore.Why{Scheduled: explore.Scheduled{J: J, B: B, Off: off, Betas: []explore.Number{0, 0.25, 0.5, 1}},
			Spans: spans}
	}
	all := []explore.Why{
		why(0.9, 1, 0, span(1, 2, 0.25, 0.5, 0.125), span(2, 4, 0.75, 0.5, 0.5)),
		why(0.3, 1, 0, span(1, 2, 0.25, 0.5, 0.125), span(2, 4, 0.75, 0.5, 0.5)),
		why(0.8, 1, 0, span(1, 2, 0.5, 0.5, 0.125), span(2, 3, 0.25, 0.5, 0.5), span(3, 4, 0.25, 0.5, 0)),
		why(1e-17, 1, 1e-16, span(1, 4, 1, 0.5, 0)),
		why(0.5, explore.Number(math.Inf(1)), 0, span(1, 4, explore.Number(math.Inf(1)), 0.5, 0)),
		why(0.5, 1, 0, span(1, 2, 1.5, 0.5, 0), span(2, 4, -0.5, 0.5, 0)),
	}
	wants := []string{
		"75% of B comes from steps 2 to 3 (beta = 0.25 to 1). The last law still has most of the error that " +
			"enters there. B is tight here: 1.11 times J.",
		"75% of B comes from steps 2 to 3 (beta = 0.25 to 1). The last law still has most of the error that " +
			"enters there. B is 3.33 times J.",
		"75% of B comes from 2 of 3 runs of steps. The last law has forgotten most of the error that enters " +
			"there. B is 1.25 times J.",
		"100% of B comes from steps 1 to 3 (beta = 0 to 1). The last law has forgotten most of the error that " +
			"enters there, and B counts it all the same. J is 0 up to rounding.",
		"B is infinite or 0, or falls in some steps, so the steps have no shares of it.",
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

// ran is the table of a chart of estimates against the number of chains.
func ran(all []explore.Sampled, names ...string) [][]any {
	rows := [][]any{{"series", "chains in each direction", "nats", "low", "high"}}
	for _, name := range names {
		for _, s := range all {
			i := slices.IndexFunc(s.Estimates, func(e explore.Estimate) bool { return e.Name == name })
			e := s.Estimates[i]
			rows = append(rows, []any{name, s.Chains, float64(e.Value), float64(e.Low), float64(e.High)})
		}
	}
	return rows
}

func interval(e explore.Estimate) string {
	return digits(float64(e.Low)) + " to " + digits(float64(e.High))
}

// The estimates, their intervals and what is exact stand in their own columns, of all runs in the charts and of the
// last one in the table and in the maps.
func TestSampledIsTheAnswer(t *testing.T) {
	one := answered(13)
	last := one.Samples[2]
	parts := shown(t, "sampled", false, map[string]string{"run": "true", "chains": "200", "beta": "0.3"}, one)
	place := parts["Estimates"]
	exactly(t, place.chartIs(t, 0, ran(one.Samples, "E_LOG_W_FWD", "E_LOG_W_REV", "LOG_R_LOWER",
		"LOG_R_UPPER"), "nats"),
		last.Estimates[0], last.Estimates[1], last.Estimates[3])
	place.chartIs(t, 1, ran(one.Samples, "B"))
	rows, held := [][]string{{"number", "estimate", "95% interval", "exact", "off by"}}, 0
	for _, e := range last.Estimates {
		z := float64(e.Value-e.Exact) / (float64(e.High-e.Low) / 2 / 1.96)
		sign := "−"
		if z >= 0 {
			sign = "+"
		}
		off := sign + fmt.Sprintf("%.1f SE", math.Abs(z))
		rows = append(rows, []string{e.Name, digits(float64(e.Value)), interval(e), digits(float64(e.Exact)), off})
		if e.Low <= e.Exact && e.Exact <= e.High {
			held++
		}
	}
	tableIs(t, place, rows)
	saysAll(t, place.Words, fmt.Sprintf("After 200 chains in each direction %d of 5 intervals hold", held))

	q := one.Answers["measure"].(explore.Measured).Q
	shares, errors := make([]explore.Number, len(q)), make([]explore.Number, len(q))
	for x, n := range last.Counts {
		shares[x] = explore.Number(n) / 200
		expected := 200 * float64(q[x])
		errors[x] = explore.Number((float64(n) - expected) / math.Sqrt(expected*(1-float64(q[x]))))
		if min(expected, 200-expected) < 5 {
			errors[x] = explore.Number(math.NaN())
		}
	}
	parts["Final states against the exact q"].chartIs(t, 0, mapped(column{"counted (probability)", shares},
		column{"exact q (probability)", q}, column{"difference (standard errors)", errors}), "standard errors")
	levels, walk := one.Answers["levels"].(explore.Levels), one.Answers["walk"].(explore.Walkers)
	picture := parts["Walkers"].chartIs(t, 0, mapped(column{"p at this beta, and walkers (probability)",
		levels.Frames[2].P}))
	if dots := picture.All("class", "dots")[0].Children; len(dots) != len(walk.Cells) {
		t.Errorf("%d dots for %d walkers", len(dots), len(walk.Cells))
	}
	for _, cells := range walk.Cells {
		saysAll(t, parts["Walkers"].Words, strconv.Itoa(cells[2]))
	}
}

// exactly holds the rules of a picture to the exact numbers of estimates, each in the colour of its curve.
func exactly(t *testing.T, picture tree, all ...explore.Estimate) {
	t.Helper()
	rules, y := picture.All("class", "rules")[0].Named("line"), axisOf(t, picture, "y", false)
	for i, e := range all {
		at, want := rules[i].At("y1"), fmt.Sprintf("var(--line-%d)", i)
		if math.Abs(at-y.Pixel(float64(e.Exact))) > 1 || rules[i].Attributes["stroke"] != want {
			t.Errorf("%s is ruled at %v in %s, want %v in %s", e.Name, at, rules[i].Attributes["stroke"],
				y.Pixel(float64(e.Exact)), want)
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
	parts := shown(t, "against", false, nil, one)
	place := parts["J and B against T"]
	for i, key := range []string{"J", "B"} {
		rows := [][]any{{"series", "T", key}}
		for k := 0; k < len(points); k += 3 {
			for _, p := range []explore.Point{points[k], points[k+2], points[k+1]} { // T = 10, 50 and 100
				of := map[string]explore.Number{"J": p.J, "B": p.B}
				rows = append(rows, []any{p.Schedule, p.T, float64(of[key])})
			}
		}
		coloursAre(t, place.chartIs(t, i, rows, key+", nats", "T, number of levels", "T of the setting"), offered)
	}
	table, best := [][]string{{"T", "schedule", "J", "B", "B/J"}}, []string{}
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
	schedulesAre(t, one, parts["Schedules at this T"])
}

// schedulesAre holds what is said of the schedules at the T of the setting to the answer.
func schedulesAre(t *testing.T, one setting, place part) {
	t.Helper()
	named := one.Answers["schedules"].(map[string]any)["all"].([]explore.Scheduled)
	rows, table := [][]any{{"series", "J", "B"}}, [][]string{{"schedule", "J", "B", "B/J"}}
	leastJ, leastB := named[0], named[0]
	for _, s := range named {
		rows = append(rows, []any{s.Name, float64(s.J), float64(s.B)})
		table = append(table, []string{s.Name, digits(float64(s.J)), digits(float64(s.B)), digits(float64(s.B / s.J))})
		if s.J < leastJ.J {
			leastJ = s
		}
		if s.B < leastB.B {
			leastB = s
		}
	}
	coloursAre(t, place.chartIs(t, 0, rows, "J, nats", "B, nats"), offered)
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

// J and B of two settings are those of their own schedules.
func TestAgainstOfBoth(t *testing.T) {
	a, b := answered(17), answered(18)
	b.Question.Schedule = "fisher"
	place := shown(t, "against", true, nil, a, b)["J and B of both against T"]
	rows := [][]any{{"series", "T", "J and B"}}
	var last []explore.Number
	for _, key := range []string{"J", "B"} {
		for i, s := range []setting{a, b} {
			for _, p := range s.Answers["curve"].(map[string]any)["all"].([]explore.Point) {
				if p.Schedule != s.Question.Schedule {
					continue
				}
				of := map[string]explore.Number{"J": p.J, "B": p.B}
				rows = append(rows, []any{key + ", " + sideNames[i], p.T, float64(of[key])})
				if p.T == 50 && key == "J" {
					last = append(last, p.J)
				}
			}
		}
	}
	picture := place.chartIs(t, 0, rows, "J and B, nats")
	coloursAre(t, picture, map[string]string{"J, left": "var(--line-0)", "J, right": "var(--line-1)",
		"B, left": "var(--line-0)", "B, right": "var(--line-1)"})
	// a line and its marks, of J and of J, and then of B and of B
	for i, group := range picture.All("class", "series") {
		if dashed := group.Attributes["stroke-dasharray"] != ""; dashed != (i >= 4 && i%2 == 0) {
			t.Errorf("curve %d is dashed: %v", i/2, dashed)
		}
	}
	far := "right"
	if last[0] > last[1] {
		far = "left"
	}
	saysAll(t, place.Words, fmt.Sprintf("At T = 50 the %s setting has %s times the J", far,
		digits(float64(max(last[0], last[1])/min(last[0], last[1])))))
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
// 1 - d. Schedules whose J differ by rounding alone are equally good, and whoever chooses by B loses nothing.
func TestWordsOfTheWorstAndTheBest(t *testing.T) {
	ds := []float64{0.5, 0.1, 1e-6, 1e-12}
	pairs := [][2]explore.Point{{{J: 3e-16, B: 2, Off: 9e-17}, {J: 4e-16, B: 1, Off: 2e-17}},
		{{J: 0, B: 2, Off: 1e-30}, {J: 3e-16, B: 1, Off: 1e-30}},
		{{J: explore.Number(math.Inf(1)), B: explore.Number(math.Inf(1))}, {J: explore.Number(math.Inf(1)), B: 3}},
		{{J: 0.001, B: 2}, {J: 0.002, B: 1}}}
	got := inNode[struct {
		Worst, Moves []float64
		Best         [][2]string
	}](t, `
		const {forgotten, worst} = await load("explorer/views/spectrum.js");
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
