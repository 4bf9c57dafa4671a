package experiments_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"breadboard/experiments"
)

// levelsAre checks the levels of a chain that was asked for some.
func levelsAre(t *testing.T, c experiments.Chain, asked, want []int) {
	t.Helper()
	got, err := c.Levels(asked)
	if err != nil {
		t.Errorf("schedule %s asked for %v: %v", c.Schedule, asked, err)
	}
	if !cmp.Equal(got, want) {
		t.Errorf("schedule %s asked for %v has %v, want %v", c.Schedule, asked, got, want)
	}
}

func TestLevels(t *testing.T) {
	c, err := experiments.Setting{Toy: "barrier"}.Chain()
	if err != nil {
		t.Fatal(err)
	}
	levelsAre(t, c, []int{2, 1000, 10}, []int{2, 1000, 10})
	for _, asked := range [][]int{nil, {1}, {10, 0}, {-5}, {experiments.MostLevels + 1}} {
		if _, err := c.Levels(asked); err == nil || !strings.HasPrefix(flagged(err), "-T ") {
			t.Errorf("%v: the error is %v, want one of -T", asked, err)
		}
	}
}
