package ranking

import (
	"fmt"
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

// To name the groups reads each part of each job a few times, however many groups there are: 4 times the groups
// are 4 times the work. With a thousand targets that share all else, no group differs from the others early.
func TestNamesTakeLinearWork(t *testing.T) {
	read, whole := 0, parts
	defer func() { parts = whole }()
	parts = nil
	for _, part := range whole {
		parts = append(parts, func(j sweep.Job) string { read++; return part(j) })
	}
	work := map[int]int{}
	for _, n := range []int{250, 1000} {
		read = 0
		var rows []sweep.Row
		for i := range n {
			rows = append(rows, sweepRow(fmt.Sprint("t", i), 1, "linear", 10, 1, 1))
		}
		Summarize(rows)
		work[n] = read
	}
	if work[1000] > 4*work[250] || work[250] == 0 {
		t.Errorf("%d reads for 250 groups and %d for 1000, want at most 4 times as many", work[250], work[1000])
	}
}
