package studies

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"breadboard/experiments"
	"breadboard/experiments/studies/protocol"
	"breadboard/grid/must"
	"breadboard/reports/reporttest"
	"breadboard/reports/table"
)

// A carriedOut is the protocol on the shipped cases.
type carriedOut struct {
	results  []protocol.Result
	compared []protocol.Comparison
}

// carryOut carries the protocol out as the command does, in the long form. Else it takes few levels and steps, and
// leaves the comparison out.
func carryOut(t *testing.T) (c carriedOut) {
	t.Helper()
	cases, err := protocol.Shipped(experiments.Setting{Kernel: "heat-bath"})
	must.Do(t, err)
	o := protocol.Defaults()
	if !long {
		o.Ts, o.Sweeps, o.Sets = o.Ts[:1], o.Sweeps[:2], 2
	}
	if c.results, c.compared, err = protocol.Study(t.Context(), cases, o, long, nil); err != nil {
		t.Fatal(err)
	}
	return c
}

// TestCommittedProtocolIsUpToDate: the study makes the committed files today, up to rounding.
func TestCommittedProtocolIsUpToDate(t *testing.T) {
	const again = "go run ./cmd/breadboard protocol --out reports/protocol --force would bring it up to date"
	c := carryOut(t)
	files := Protocol(c.results, c.compared).unrendered()
	if long {
		reporttest.Complete(t, "../protocol", files, again, "README.md")
		proseOfProtocol(t, c)
	}
	named := map[string]int{"fit.csv": 3, "forward.csv": 7, "reverse.csv": 4}
	for _, f := range files {
		if !made(f.Name) {
			continue
		}
		want, err := os.ReadFile(filepath.Join("..", "protocol", f.Name))
		if err != nil {
			t.Fatalf("%v; %s", err, again)
		}
		got := reporttest.Content(t, f)
		if n := named[f.Name]; n > 0 { // the errors of reverse.csv are differences, and go down to rounding
			except := []string{"seen", "p_sets"} // these take all T, and all sets
			if long {
				except = nil
			}
			sameRows(t, got, want, n, except...)
		} else if fault := reporttest.Differs(f.Name, got, want); long && fault != "" && f.Name != "reverse.json" {
			t.Errorf("%s: %s; %s", f.Name, fault, again)
		}
	}
}

// proseOfProtocol holds the numbers of the README to the study.
func proseOfProtocol(t *testing.T, c carriedOut) {
	t.Helper()
	data := must.Have(os.ReadFile("../protocol/README.md"))(t)
	prose := strings.Join(strings.Fields(string(data)), " ")
	var phrases []string
	say := func(format string, args ...any) { phrases = append(phrases, fmt.Sprintf(format, args...)) }
	among := func(r protocol.Result, i int, of func(protocol.Judged) float64) (real, low, high float64) {
		all := r.Over(i, of)
		return of(r.Real.Runs[i]), slices.Min(all), slices.Max(all)
	}
	ofJ := func(j protocol.Judged) float64 { return j.J }
	galaxies, not := c.results[0], c.results[2]
	for _, r := range c.results[:2] {
		real, low, high := among(r, 0, ofSeen)
		say("%.3g are seen, among sets from %.3g to %.3g", real, low, high)
		real, low, high = among(r, 0, ofGap)
		say("the gap is %.3g, among sets from %.3g to %.3g", real, low, high)
	}
	real, low, high := among(galaxies, 3, ofB)
	say("it is %.2g to %.2g times as large", low/real, high/real)
	say("is %.3g, and on the sets %.3g to %.3g, with %.3g in the middle", real, low, high, middle(galaxies.Over(3, ofB)))
	real, low, high = among(galaxies, 3, ofJ)
	say("%.2g on the real galaxies, and %.1g to %.2g on the sets", real, low, high)
	real, _, high = among(not, 0, ofSeen)
	say("%.3g nats are seen on the real eruptions, and at most %.3g on a set", real, high)
	real, _, high = among(not, 0, ofGap)
	say("the gap is %.3g, and at most %.3g", real, high)
	real, _, high = among(not, 0, ofB)
	say("%.3g nats at T = 10, and at most %.3g on a set", real, high)
	real, low, _ = among(not, 3, ofJ)
	say("it is %.1g on the real data, less than on every set, whose least is %.2g", real, low)
	for k, S := range []int{1, 10, 100} {
		line := fmt.Sprintf("| %d |", S)
		for _, r := range c.results {
			line += " " + spread(r.Over(3, errorOf(k+1))) + " |"
		}
		say("%s", line)
	}
	small, large, most := 0, 0, 0.
	for _, s := range galaxies.Simulated {
		at := s.Runs[3]
		off := math.Abs(at.Errors[2] / at.B)
		if off < 0.01 {
			small++
		}
		if off > 0.05 {
			large++
		}
		if at.Errors[1] > 0 || at.Errors[2] > 0 {
			t.Errorf("on the galaxies B is too high by %v, and the prose says too low", at.Errors[1:3])
		}
		most = max(most, math.Abs(100*at.Errors[3]/at.B))
	}
	say("less than 1%% on %d of 19 sets of the galaxies, and by more than 5%% on %d", small, large)
	say("it is off by %.2g%% at most", most)
	stuck := 0
	for _, s := range not.Simulated {
		if s.Starts[3].TV > 0.48 {
			stuck++
		}
	}
	say("two mirror images on %d of 19 sets", stuck)
	whole, collapsed := c.compared[0].Forms[0].Runs[3], c.compared[0].Forms[1].Runs[2]
	say("J(z) = %.2g for %s terms, and the collapsed one %.1g for %s", whole.Assignments,
		table.Thousands(int(whole.Cost)), collapsed.Assignments, table.Thousands(int(collapsed.Cost)))
	for _, want := range phrases {
		if !strings.Contains(prose, want) {
			t.Errorf("the prose does not say: %s", want)
		}
	}
	for i, r := range c.results {
		seen, gap := len(r.Outside(ofSeen)), len(r.Outside(ofGap))
		if seen != []int{0, 0, 3}[i] || gap != []int{0, 0, 4}[i] {
			t.Errorf("%s is beyond all sets at %d T as seen, and at %d in truth; the prose says otherwise", r.Name, seen, gap)
		}
	}
}

// TestVerdictIsSaid: real data beyond all sets are called misspecified, and the T are named, as seen and in truth.
func TestVerdictIsSaid(t *testing.T) {
	set := func(gap, seen, b float64) protocol.Set {
		return protocol.Set{Runs: []protocol.Judged{{Gap: 2}, {Gap: gap, Seen: seen, B: b}}}
	}
	r := protocol.Result{Options: protocol.Options{Ts: []int{10, 20}, Sets: 3}, Real: set(4, 1, 2),
		Simulated: []protocol.Set{set(2, 0, 1), set(3, 1, 3), set(1, 2, 8)}}
	for _, want := range []string{"as seen at no T, and in truth at T = 20.", "misspecified", "probability 0.5",
		"At T = 20, B on a set is 0.5 to 4 times"} {
		if v := verdict(r); !strings.Contains(v, want) {
			t.Errorf("beyond all sets: %s", v)
		}
	}
	r.Real = set(2.5, 1, 2)
	if v := verdict(r); !strings.Contains(v, "nothing speaks against the sets") {
		t.Errorf("within the sets: %s", v)
	}
}
