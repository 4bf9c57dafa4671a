package growth

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"breadboard/chains"
	"breadboard/exact"
	"breadboard/experiments"
	"breadboard/grid/must"
)

// TestFreshCouplings: on couplings that were not used to find it, B/J with the fewest levels whose J is at most 0.1 is
// what the finding's table has.
func TestFreshCouplings(t *testing.T) {
	page := string(must.Have(os.ReadFile(filepath.Join(folder, "../README.md")))(t))
	const enough = 0.1
	sizes := []int{15, 30, 60}
	for _, row := range []struct {
		name   string
		toy    string
		levels []int // the fewest, by size
	}{
		{"1.75", "curie-weiss:%d:1.75", []int{20, 30, 34}},
		{"2.5", "curie-weiss:%d:2.5", []int{14, 16, 18}},
		{"0.8, below it", "curie-weiss:%d:0.8", []int{2, 2, 2}},
	} {
		line := "| " + row.name + " | |"
		for i, sites := range sizes {
			c := must.Have(experiments.Setting{Toy: fmt.Sprintf(row.toy, sites), Repeat: sites}.Chain())(t)
			r := must.Have(exact.Measure(t.Context(), c.Base(chains.Linear(row.levels[i]))))(t)
			if row.levels[i] > 2 {
				fewer := must.Have(exact.Measure(t.Context(), c.Base(chains.Linear(row.levels[i]-1))))(t)
				if fewer.J() <= enough {
					t.Errorf("%s, %d sites: fewer levels than %d are enough", row.name, sites, row.levels[i])
				}
			}
			if r.J() > enough {
				t.Errorf("%s, %d sites: J is %v", row.name, sites, r.J())
			}
			line += fmt.Sprintf(" %.0f |", r.B()/r.J())
		}
		if !strings.Contains(page, line) {
			t.Errorf("the finding has not %q", line)
		}
	}
}
