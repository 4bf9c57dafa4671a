package validation

import (
	"slices"
	"testing"

	"breadboard/exact/spectra"
)

// TestDoubtMixing: mixing times that round-off may have moved are noted, and others are not.
func TestDoubtMixing(t *testing.T) {
	var s Speed
	s.noteRoundOff(spectra.Mixing{Worst: 7, Average: 5})
	if s.Doubts != nil {
		t.Errorf("without a doubt it is noted that %v", s.Doubts)
	}
	s.noteRoundOff(spectra.Mixing{Worst: 1e15, Average: 1e14, WorstDoubt: 19, AverageDoubt: spectra.Never})
	want := []string{"round-off may have moved the worst mixing time by 19 steps " +
		"and the average one by any number of steps, either way"}
	if !slices.Equal(s.Doubts, want) {
		t.Errorf("it is noted that %q", s.Doubts)
	}
}
