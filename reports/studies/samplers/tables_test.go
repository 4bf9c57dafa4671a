package samplers

import (
	"slices"
	"testing"

	"breadboard/experiments/score"
)

// People see the classes in the order of the paper, each with its own scores.
func TestOfClasses(t *testing.T) {
	b := score.Board{Classes: []string{"mean", "var", "logf", "ks"},
		Lines: []score.Line{{Kernel: "cycle", Scores: []score.Score{{NESS: 1}, {NESS: 2}, {NESS: 3}, {NESS: 4}}}}}
	got := ofClasses(b, "ks", "mode", "mean")
	if want := []string{"ks", "mean"}; !slices.Equal(got.Classes, want) {
		t.Errorf("classes %v, want %v", got.Classes, want)
	}
	if want := []score.Score{{NESS: 4}, {NESS: 1}}; !slices.Equal(got.Lines[0].Scores, want) {
		t.Errorf("scores %v, want %v", got.Lines[0].Scores, want)
	}
	if len(b.Lines[0].Scores) != 4 {
		t.Error("the board itself has changed")
	}
}

// An error is written with the decimals that it calls for.
func TestWithError(t *testing.T) {
	for want, v := range map[string][2]float64{"0.000": {0, 0}, "0.045 ± 0.031": {0.0451, 0.0309},
		"-0.0001 ± 0.0001": {-0.00011, 0.0001}} {
		if got := withError(v[0], v[1]); got != want {
			t.Errorf("%v is %q, want %q", v, got, want)
		}
	}
}
