package explorer_test

import (
	"fmt"
	"slices"
	"testing"

	"breadboard/experiments/explore"
)

// J and B of each schedule at the T of the setting stand in its row, the least of each marked, and in words which is
// best.
func TestSchedulesAreTheAnswer(t *testing.T) {
	one := answered(13)
	place := shown(t, "schedule", nil, one)["Other schedules at this T"]
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
	if len(place.Tables) != 1 || !slices.EqualFunc(place.Tables[0], table, slices.Equal) {
		t.Errorf("the table is\n%q, want\n%q", place.Tables, table)
	}
	want := []string{digits(float64(leastJ.J)), digits(float64(leastB.B))}
	if !slices.Equal(slices.Sorted(slices.Values(place.Best)), slices.Sorted(slices.Values(want))) {
		t.Errorf("the table marks %q, want %q", place.Best, want)
	}
	if leastJ.Name != leastB.Name {
		saysAll(t, place.Words, fmt.Sprintf("At T = 50 %s is best by J (%s nats) and %s by B (%s nats). Whoever "+
			"chooses by B takes %s, and gets %.2f times the J.",
			leastJ.Name, digits(float64(leastJ.J)), leastB.Name,
			digits(float64(leastB.B)), leastB.Name, leastB.J/leastJ.J))
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
