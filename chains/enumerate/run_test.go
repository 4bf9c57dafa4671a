package enumerate

import "testing"

// TestMemoryInWords: where two runs of the same outcomes part is said, also if an outcome came back that was not told,
// or if no random number is told at all.
func TestMemoryInWords(t *testing.T) {
	even := Choice{Odds: []float64{0.25, 0.25, 0.25, 0.25}}
	coin := Choice{Odds: []float64{0.5, 0.5}}
	run := func(end int, outcomes []int, choices ...Choice) Run[int] {
		return Run[int]{Outcomes: outcomes, Choices: choices, End: end}
	}
	for want, e := range map[string]MemoryError[int]{
		"no random number is told, and the same call led to 1, and then to 2": {run(1, nil), run(2, nil)},
		"the same random numbers met a choice by the odds [0.5 0.5], and then no choice": {
			run(1, []int{0}, coin), run(1, nil)},
		"random numbers that fell as 2 of 4 led to 1, and then to 3": {run(1, []int{1}, even), run(3, []int{1}, even)},
		"outcome 3 of choice 2 was told, and 0 came back": {
			run(1, []int{1, 3}, coin, even), run(1, []int{1, 0}, coin, even)},
	} {
		if got := e.Error(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
