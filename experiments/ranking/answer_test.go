package ranking

import (
	"maps"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

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

// leastOf returns the first of the schedules with the least number, without one of them.
func leastOf(schedules []string, of map[string]float64, without string) (name string) {
	for _, s := range schedules {
		if s != without && (name == "" || of[s] < of[name]) {
			name = s
		}
	}
	return name
}

// TestAnswers: the answer of a made-up sweep follows from medians that are taken again, schedule by schedule, at the
// largest T where one is finite.
func TestAnswers(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		schedules := rapid.Permutation([]string{"power:2", "linear", "fisher", "power:3"}).Draw(t, "schedules")
		schedules = schedules[:rapid.IntRange(2, 4).Draw(t, "rivals")]
		value := rapid.SampledFrom([]float64{0, 1, 2, 3, 4, math.Inf(1)})
		draws := rapid.IntRange(1, 4).Draw(t, "draws")
		at := map[int][]sweep.Row{}
		var rows []sweep.Row
		for _, T := range []int{30, 10, 40, 20} {
			for seed := range draws {
				for _, schedule := range schedules {
					at[T] = append(at[T], sweepRow("easy", uint64(seed), schedule, T, value.Draw(t, "J"),
						value.Draw(t, "B")))
				}
			}
			rows = append(rows, at[T]...)
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
		best := leastOf(schedules, js, "")
		other := schedules[0]
		if other == best {
			other = leastOf(schedules, js, best)
		}
		if a.Best.Job.T != T || a.Best.Job.Schedule != best || a.Other.Job.Schedule != other {
			t.Fatalf("T = %d: %s with %s, want %s with %s", T, a.Best.Job, a.Other.Job, best, other)
		}
		wins := 0
		for _, r := range at[T] {
			for _, o := range at[T] {
				if r.Job.Schedule == best && o.Job.Schedule == other && *r.Job.Seed == *o.Job.Seed &&
					r.At("J") < o.At("J") {
					wins++
				}
			}
		}
		if a.Wins != wins || a.Draws != draws {
			t.Fatalf("wins %d of %d, want %d of %d", a.Wins, a.Draws, wins, draws)
		}
		if want := js[best] + a.Less*js[other]; js[other] > 0 && !math.IsInf(js[other], 1) &&
			math.Abs(want-js[other]) > 1e-12 {
			t.Fatalf("%v less than %v, want %v", a.Less, js[other], js[best])
		}
		byB := bs[leastOf(schedules, bs, "")]
		if (a.ByB == nil) != math.IsInf(byB, 1) {
			t.Fatalf("the choice by B is %v", a.ByB)
		}
		if a.ByB == nil {
			return
		}
		for _, s := range schedules {
			if bs[s] == byB && js[s] < a.ByB.J.Q2 || bs[a.ByB.Job.Schedule] != byB {
				t.Fatalf("the choice by B is %s, and %s has less", a.ByB.Job, s)
			}
		}
		if want := (1 + a.More) * js[best]; js[best] > 0 && !math.IsInf(a.More, 1) &&
			math.Abs(want-a.ByB.J.Q2) > 1e-12 {
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
