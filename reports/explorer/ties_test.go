package explorer_test

import (
	"math"
	"regexp"
	"slices"
	"testing"

	"breadboard/experiments/explore"
)

// ranked are words that set one schedule above another.
var ranked = regexp.MustCompile(`times the|best by|instead of|infinitely many`)

// schedulesOf are the words on two schedules, linear and fisher, with these J and B, and the cells that the table marks
// as least.
func schedulesOf(t *testing.T, linear, fisher [2]float64) (said string, marked []string) {
	t.Helper()
	one := answered(41)
	one.Question.Schedule = "linear"
	named := []explore.Scheduled{}
	for name, v := range map[string][2]float64{"linear": linear, "fisher": fisher} {
		named = append(named, explore.Scheduled{Name: name, Betas: []explore.Number{0, 1}, J: explore.Number(v[0]),
			B: explore.Number(v[1])})
	}
	one.Answers["schedules"] = map[string]any{"all": named}
	part := shown(t, "schedule", nil, one)["Other schedules at this T"]
	return part.Words, part.Best
}

// Rounding never wins. Numbers that are written with the same four digits, and numbers that differ by rounding alone,
// are the same in the sentence and the table that compare them; what is written otherwise is told apart. Whoever
// chooses by B among equals loses nothing.
func TestRoundingNeverWins(t *testing.T) {
	v := [2]float64{0.3127, 4.216}
	for _, share := range []float64{0, 2e-16, 1e-7, -3e-6} {
		other := [2]float64{v[0] * (1 + share), v[1] * (1 - share)}
		said, marked := schedulesOf(t, v, other)
		if found := ranked.FindString(said); found != "" {
			t.Errorf("%v and %v are told apart by %q: %s", v, other, found, said)
		}
		if len(marked) != 4 { // J and B of two rows
			t.Errorf("%v and %v: %q are marked as the least, want all of both", v, other, marked)
		}
	}
	inf := math.Inf(1)
	for says, pair := range map[string][2][2]float64{
		"At T = 50 linear is best by J (0.3127 nats) and fisher by B (2.108 nats). Whoever chooses by B takes " +
			"fisher, and gets 1.50 times the J.": {v, {1.5 * v[0], 0.5 * v[1]}},
		"J and B choose the same schedule: fisher.":  {{3, 2}, {3 * (1 + 1e-10), 1}},
		"gets a J of 3.000e-16 nats instead of 0.":   {{0, 2}, {3e-16, 1}},
		"J and B choose the same schedule: fisher. ": {{inf, inf}, {inf, 3}},
	} {
		said, _ := schedulesOf(t, pair[0], pair[1])
		saysAll(t, said+" ", says)
	}
	if _, marked := schedulesOf(t, v, [2]float64{1.5 * v[0], 0.5 * v[1]}); !slices.Equal(marked, []string{"0.3127",
		"2.108"}) {
		t.Errorf("%q are marked as the least, want the less of each pair", marked)
	}
}
