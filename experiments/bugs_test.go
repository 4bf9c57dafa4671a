package experiments_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"breadboard/experiments"
)

var places = regexp.MustCompile(`\[(\d) (\d)\]`)

// Every bug is caught by the law that is to catch it, with a witness that is the
// bug's place; and the annealing that it was put into is not accused.
func TestEveryBugIsCaught(t *testing.T) {
	if v, err := experiments.Validate(t.Context(), experiments.Sound(), nil); err != nil || !v.OK() {
		t.Fatalf("%s, %v", v.Verdict(), err)
	}
	if n := len(experiments.Bugs); n < 20 {
		t.Errorf("%d bugs", n)
	}
	catches := map[string]int{}
	for _, b := range experiments.Bugs {
		t.Run(b.Name, func(t *testing.T) {
			v, err := experiments.Validate(t.Context(), b.Candidate(), nil)
			if err != nil {
				t.Fatal(err)
			}
			caught := false
			for _, l := range v.Broken() {
				catches[l.Name]++
				t.Logf("%s: %.3g > %.3g: %s", l.Name, l.Value, l.Limit, l.Witness)
				if l.Name != b.Caught {
					continue
				}
				caught = true
				if !regexp.MustCompile(b.Witness).MatchString(l.Witness) {
					t.Errorf("the witness %q is not the bug's", l.Witness)
				}
				for _, at := range places.FindAllStringSubmatch(l.Witness, -1) {
					var row, col int
					fmt.Sscan(at[1]+" "+at[2], &row, &col)
					if !b.Guilty(experiments.Scene().Grid.Index(row, col)) {
						t.Errorf("%s of %q has nothing to do with it", at[0], l.Witness)
					}
				}
			}
			if !caught || v.OK() || !strings.Contains(v.Verdict(), "breaks") {
				t.Errorf("%q does not catch it: %s", b.Caught, v.Verdict())
			}
		})
	}
	for _, law := range experiments.ExactLaws {
		if catches[law] == 0 {
			t.Errorf("no bug breaks the law %q", law)
		}
	}
}
