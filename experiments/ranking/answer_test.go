package ranking

import (
	"cmp"
	"maps"
	"math"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"breadboard/experiments"
	"breadboard/experiments/sweep"
)

// medians returns the medians of a number of the rows, by schedule.
func medians(rows []sweep.Row, name string) map[string]float64 {
	all := map[string][]float64{}
	of := map[string]float64{}
	for _, r := range rows {
		all[r.Job.Schedule] = append(all[r.Job.Schedule], r.At(name))
	}
	for schedule, xs := range all {
		slices.Sort(xs)
		low, high := xs[(len(xs)-1)/2], xs[len(xs)/2]
		of[schedule] = (low + high) / 2
	}
	return of
}

// leastOf returns the first of the schedules with the least number, and of these with the least of the other.
func leastOf(schedules []string, of, then map[string]float64) string {
	return slices.MinFunc(schedules, func(a, b string) int {
		return cmp.Or(cmp.Compare(of[a], of[b]), cmp.Compare(then[a], then[b]))
	})
}

// TestAnswers: the answer of a made-up sweep follows from medians that are taken again, schedule by schedule, at the
// largest T where one is finite. The sweep has the numbers with last bits that say nothing.
func TestAnswers(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		schedules := rapid.Permutation([]string{"power:2", "linear", "fisher", "power:3"}).Draw(t, "schedules")
		schedules = schedules[:rapid.IntRange(2, 4).Draw(t, "rivals")]
		value := rapid.SampledFrom([]float64{0, 1, 2, 3, 4, math.Inf(1)})
		bit := rapid.SampledFrom([]float64{0, 1e-12, 2e-12})
		rounded := func(x float64) float64 { return x*(1-bit.Draw(t, "bit")) + 1e-10*bit.Draw(t, "rest") }
		draws := rapid.IntRange(1, 4).Draw(t, "draws")
		at := map[int][]sweep.Row{}
		var rows []sweep.Row
		for _, T := range []int{30, 10, 40, 20} {
			for seed := range uint64(draws) {
				for _, schedule := range schedules {
					j, b := value.Draw(t, "J"), value.Draw(t, "B")
					at[T] = append(at[T], sweepRow("easy", seed, schedule, T, j, b))
					rows = append(rows, sweepRow("easy", seed, schedule, T, rounded(j), rounded(b)))
				}
			}
		}
		all := Summarize(rows).Answers()
		T := 40
		for T > 0 && math.IsInf(slices.Min(slices.Collect(maps.Values(medians(at[T], "J")))), 1) {
			T -= 10
		}
		if T == 0 || len(all) != 1 {
			if T > 0 || len(all) > 0 {
				t.Fatalf("%d answers, want one at T = %d", len(all), T)
			}
			return
		}
		js, bs := medians(at[T], "J"), medians(at[T], "B")
		a := all[0]
		best := leastOf(schedules, js, bs)
		wins := map[string]int{} // of best, on the draws
		for i, r := range at[T] {
			own := at[T][i-i%len(schedules)+slices.Index(schedules, best)]
			if own.At("J") < r.At("J") {
				wins[r.Job.Schedule]++
			}
		}
		rest := slices.DeleteFunc(slices.Clone(schedules), func(s string) bool { return s == best })
		other := schedules[0]
		if other == best {
			other = leastOf(rest, js, nil)
		}
		lost := slices.IndexFunc(rest, func(s string) bool { return js[best] < js[s] && 2*wins[s] < draws })
		if lost >= 0 {
			other = rest[lost]
		}
		if a.Best.Job.T != T || a.Best.Job.Schedule != best || a.Other.Job.Schedule != other || a.Beats != (lost < 0) {
			t.Fatalf("T = %d: %s with %s, want %s with %s", T, a.Best.Job, a.Other.Job, best, other)
		}
		if a.Wins != wins[other] || a.Draws != draws || a.LessB != (bs[best] < bs[other]) {
			t.Fatalf("wins %d of %d, want %d of %d; less B: %v", a.Wins, a.Draws, wins[other], draws, a.LessB)
		}
		if want := js[best] + a.Less*js[other]; (js[best] == js[other]) != (a.Less == 0) ||
			!math.IsInf(js[other], 1) && math.Abs(want-js[other]) > 1e-9 {
			t.Fatalf("%v less than %v, want %v", a.Less, js[other], js[best])
		}
		byB := leastOf(schedules, bs, js)
		if (a.ByB == nil) != math.IsInf(bs[byB], 1) {
			t.Fatalf("the choice by B is %v", a.ByB)
		}
		if a.ByB == nil {
			return
		}
		if a.ByB.Job.Schedule != byB {
			t.Fatalf("the choice by B is %s, want %s", a.ByB.Job, byB)
		}
		if want := (1 + a.More) * js[best]; js[best] > 0 && !math.IsInf(a.More, 1) &&
			!(math.Abs(want-a.ByB.J.Q2) <= 1e-9) {
			t.Fatalf("%v above the least, %v, is %v", a.More, js[best], a.ByB.J.Q2)
		}
	})
}

// TestAnswersOfTargets: each of several targets has an answer, at its largest T.
func TestAnswersOfTargets(t *testing.T) {
	rows := sweepRows()
	rows = append(rows, sweepRow("barrier", 0, "power:3", 5, 6, 8))
	var got []string
	for _, a := range Summarize(rows).Answers() {
		got = append(got, a.Best.Job.String())
	}
	want := []string{"easy, metropolis, geometric, uniform, power:2, T = 10",
		"barrier, metropolis, geometric, uniform, power:2, T = 10"}
	if !slices.Equal(got, want) {
		t.Errorf("the answers take %q, want %q", got, want)
	}
}

// TestLimits: what needs the target itself is no method, and its right twin, which needs f alone, is one.
func TestLimits(t *testing.T) {
	for _, c := range []struct {
		kernel, bridge, initial, program, limit string
	}{
		{},
		{kernel: "perfect", limit: "kernel perfect"},
		{bridge: "mixture", limit: "log R"},
		{bridge: "power:0.5", limit: "log R"},
		{bridge: "power:1"},
		{bridge: "moments:mean", limit: "moments"},
		{initial: "tempered:0.95", limit: "draws from f^0.95"},
		{initial: "tempered:1", limit: "draws from f^1"},
		{initial: "tempered:0.0"},
		{initial: experiments.Prior},
		{initial: "file:own.csv"},
		{initial: "own.csv"},
		{initial: "same.csv", limit: "start same.csv is the target"},
		{program: "posterior", limit: "program posterior draws"},
		{program: "rejection", limit: "program rejection needs a maximum"},
		{program: "chib:3", limit: "program chib draws"},
		{program: "cms:3", limit: "program cms needs a maximum"},
		{program: "shme:2", limit: "program shme draws"},
		{program: "shme:1"},
		{program: "ns:4", limit: "program ns draws"},
		{program: "ns:4:2"},
		{program: "sir:4"},
		{program: "smc:4"},
	} {
		setting := experiments.Setting{Toy: "easy", Schedule: "linear", T: 9, Kernel: c.kernel, Bridge: c.bridge,
			Initial: c.initial, Program: c.program}
		o := Outcome{Job: sweep.Job{Setting: setting.WithDefaults()}}
		o.B.Q2 = 1e-18
		if c.initial == "same.csv" || c.initial == experiments.Prior || c.initial == "" { // a flat target, say
			o.B.Q2 = 1e-30
		}
		limit := o.Limit()
		if !strings.Contains(limit, c.limit) || (limit == "") != (c.limit == "") {
			t.Errorf("%+v: the limit is %q", c, limit)
		}
		is(t, "it anneals by f", o.anneals(), c.limit == "" && (c.program == "" || c.program == "smc:4"))
	}
}

// TestMethods: beside a start as hard as the target the answer names what anneals by f alone, though it has more J.
func TestMethods(t *testing.T) {
	var rows []sweep.Row
	for i, initial := range []string{"tempered:0.95", "same.csv", "uniform", "prior"} {
		row := sweepRow("barrier", 0, "linear", 9, float64(i), float64(i))
		row.Job.Initial = initial
		rows = append(rows, row)
	}
	direct := sweepRow("barrier", 0, "linear", 9, 0.5, 0.5)
	direct.Job.Program = "sir:4"
	a := Summarize(append(rows, direct)).Answers()[0]
	is(t, "the best start", a.Best.Job.Initial, "tempered:0.95")
	is(t, "the best method", a.Method.Job.Initial, "same.csv")
	rows[1].Values["B"] = 0
	a = Summarize(append(rows, direct)).Answers()[0]
	is(t, "the best method where the file is the target", a.Method.Job.Initial, "uniform")
}
