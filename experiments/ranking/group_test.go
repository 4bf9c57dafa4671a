package ranking

import (
	"slices"
	"testing"

	"breadboard/experiments/sweep"
)

func TestGroupsAreNamedByWhatDiffers(t *testing.T) {
	one := sweepRow("easy", 1, "linear", 10, 1, 1)
	two, three := one, one
	two.Job.Kernel = "heat-bath"
	three.Job.SkipLast = true
	var got []string
	for _, g := range Summarize([]sweep.Row{one, two, three}).Groups {
		got = append(got, g.Name)
	}
	if want := []string{"easy, metropolis", "easy, heat-bath",
		"easy, metropolis, without the last kernel"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}
