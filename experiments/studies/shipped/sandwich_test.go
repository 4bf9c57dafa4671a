package shipped

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"breadboard/chains/programs"
	"breadboard/chains/sample"
	"breadboard/experiments/sandwich"
	"breadboard/grid/must"
)

// What log weights alone tell of the shipped bugs: of 10 samples of 1000 runs each way, how many break Crooks' law. No
// right program fails.
func TestSandwichOfShippedBugs(t *testing.T) {
	fails := func(s subject, seed uint64) (n int) {
		_, last := s.problem.Ends()
		p := weights(last)
		for k := range uint64(10) {
			var set sandwich.Set
			for i := range uint64(1000) {
				d := sample.Seeded(seed, k, i)
				_, w := s.Forward(d)
				set.Sides[0].LogW = append(set.Sides[0].LogW, w)
				set.Sides[1].LogW = append(set.Sides[1].LogW, s.Estimator.(programs.Program).Reverse(d.Pick(p), d))
			}
			if sandwich.Judge(set).Verdict == sandwich.Fails {
				n++
			}
		}
		return n
	}
	var found, missed []string
	for i, b := range shipped {
		if _, ok := b.wrongly.Estimator.(programs.Program); !ok {
			continue
		}
		if n := fails(b.right, uint64(i)); n > 0 {
			t.Errorf("%s: the right program fails %d times", b.name, n)
		}
		if n := fails(b.wrongly, uint64(i)); n >= 5 {
			found = append(found, b.name)
		} else {
			missed = append(missed, b.name)
		}
	}
	slices.Sort(found)
	slices.Sort(missed)
	says := fmt.Sprintf("of the shipped bugs in programs with a reverse it fails %d of %d (%s), and not: %s.",
		len(found),
		len(found)+len(missed), strings.Join(found, ", "), strings.Join(missed, ", "))
	page := string(must.Have(os.ReadFile("../../../reports/sandwich/README.md"))(t))
	if !strings.Contains(strings.Join(strings.Fields(page), " "), says) {
		t.Errorf("reports/sandwich/README.md does not say %q", says)
	}
}
