package bread

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"breadboard/experiments"
	"breadboard/experiments/protocol"
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
		o.Ts = o.Ts[:1]
		o.Sweeps = o.Sweeps[:2]
		o.Sets = 2
	}
	if c.results, c.compared, err = protocol.Study(t.Context(), cases, o, long, nil); err != nil {
		t.Fatal(err)
	}
	return c
}

// TestCommittedProtocolIsUpToDate: the study makes the committed files today, up to rounding.
func TestCommittedProtocolIsUpToDate(t *testing.T) {
	const again = "go run ./cmd/breadboard protocol --out reports/protocol --force --yes would bring it up to date"
	c := carryOut(t)
	files := Protocol(c.results, c.compared).Unrendered()
	if long {
		reporttest.Complete(t, "../protocol", files, again, "README.md")
		proseOfProtocol(t, c)
	}
	named := map[string]int{"fit.csv": 3, "forward.csv": 7, "reverse.csv": 4, "quartiles.csv": 5}
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
			except := []string{"seen", "p_sets", "shift"} // these take all T, and all sets
			if long {
				except = nil
			}
			reporttest.SameRows(t, got, want, n, except...)
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
	at := map[string]protocol.Result{}
	least := math.Inf(1)
	most := 0.
	median := 0.
	above := make([]int, 4) // by T, sets of data whose median is above the mean
	var off []int           // by case, sets on which B is off by more than 5% after 10 sweeps
	overlap, cases := 0, 0  // of the quartiles of all S, on the first set
	for _, r := range c.results {
		at[r.Name] = r
		real, low, high := among(r, 3, ofB)
		if r.Name != "matrix, not centred" {
			least = min(least, low/real)
			most = max(most, high/real)
		}
		say("| %s | %.3g | %s | %.2g, %.2g |", r.Name, real, spread(r.Over(3, ofB)), low/real, high/real)
		say("| %s | %s | %d, %d, %d |", r.Name, inTs(r.Outside(ofSeen)), r.Apart(0), r.Apart(1), r.Apart(2))
		say("| %s | %s | %s | %s |", r.Name, spread(r.Over(3, errorOf(1))), spread(r.Over(3, errorOf(2))),
			spread(r.Over(3, errorOf(3))))
		wrong := 0
		for _, s := range r.Simulated {
			part := s.Runs[3].Errors[2] / s.Runs[3].B
			if math.Abs(part) > 0.05 {
				wrong++
				if (part > 0) != (r.Name == "clustering") {
					t.Errorf("%s: B is off by %v after 10 sweeps, and the prose says otherwise", r.Name, part)
				}
			}
		}
		off = append(off, wrong)
		for _, s := range append([]protocol.Set{r.Real}, r.Simulated...) {
			for i, q := range s.Forward {
				if d := q.Median - q.Mean; d > 0 {
					above[i]++
					median = max(median, d)
				}
			}
		}
		for _, reverse := range r.Simulated[0].Reverse {
			low, high := math.Inf(-1), math.Inf(1)
			for _, q := range reverse {
				low, high = max(low, q.Q1), min(high, q.Q3)
			}
			cases++
			if low <= high {
				overlap++
			}
		}
		if in := len(r.Outside(ofGap)); in != 0 && in != 4 {
			t.Errorf("%s is beyond all sets at %d T in truth, and the prose says at none or all", r.Name, in)
		}
	}
	say("with 19 sets each, it is %.2g to %.2g times as large", least, most)
	say("the median is above the exact mean on %d of 100 sets, by up to %.2g nats; at T = 300 on %d",
		above[0], median, above[3])
	say("all overlap in %d of %d cases", overlap, cases)
	say("more than 5%% on %d of 19 sets of the clustering, and on %d, %d, %d and %d sets",
		off[0], off[1], off[2], off[3], off[4])
	real, low, high := among(at["clustering"], 0, ofSeen)
	say("%.3g are seen on the eruptions, among sets from %.3g to %.3g", real, low, high)
	say("may lie %.2g times as high", high/real)
	real, low, high = among(at["clustering"], 0, ofGap)
	say("the gap is %.3g, among sets from %.3g to %.3g", real, low, high)
	real, low, _ = among(at["linear regression"], 0, ofSeen)
	say("%.3g nats are seen, and at least %.3g on a set", real, low)
	not := at["matrix, not centred"]
	real, _, high = among(not, 0, ofSeen)
	say("%.3g nats are seen, and at most %.3g on a set", real, high)
	real, _, high = among(not, 0, ofB)
	say("%.3g nats at T = 10, and at most %.3g on a set", real, high)
	real, low, _ = among(not, 3, func(j protocol.Judged) float64 { return j.J })
	if say("it is %.2g on these data, less than on every set", real); real > low {
		t.Errorf("J is %g on the data that are not centred, and %g on a set", real, low)
	}
	oneDraw := func(name string) string {
		return spread(at[name].Over(3, func(j protocol.Judged) float64 { return math.Round(100 * j.Spread / j.B) }))
	}
	middle, around, _ := strings.Cut(oneDraw("clustering"), " ")
	say("a standard deviation of %s%% on the clustering %s", middle, around)
	stuck, far := 0, 0.
	for _, s := range not.Simulated {
		if s.Starts[3].TV > 0.48 {
			stuck++
		}
	}
	for _, s := range at["linear regression"].Simulated {
		far = max(far, s.Starts[3].TV)
	}
	say("two mirror images on %d of 19 sets", stuck)
	say("still %.2g from the posterior in total variation", far)
	for _, all := range slices.Collect(slices.Chunk(c.compared, 19)) {
		wins := func(price, by int) (collapsed, un int) {
			for _, one := range all {
				switch one.Better(formPrices[price].of, formMeasures[by].of) {
				case protocol.Collapsed:
					collapsed++
				case protocol.Uncollapsed:
					un++
				}
			}
			return collapsed, un
		}
		b, notB := wins(1, 2)
		j, notJ := wins(1, 0)
		say("| %s | %s | %d | %d | %d | %d |", all[0].Name, all[0].Setting.Kernel, b, notB, j, notJ)
		if b, _ := wins(0, 2); b != 19 {
			t.Errorf("%s by %s: at equal steps the collapsed form is better by B on %d sets", all[0].Name,
				all[0].Setting.Kernel, b)
		}
		if j, _ := wins(0, 0); j < 16 {
			t.Errorf("%s by %s: at equal steps the collapsed form is better by J on %d sets", all[0].Name,
				all[0].Setting.Kernel, j)
		}
	}
	whole, collapsed := c.compared[0].Each[0].Runs[3], c.compared[0].Each[1].Runs[2]
	say("%.2g nats of J for %s terms, and the collapsed one %.1g for %s", whole.Stay, table.Thousands(int(whole.Cost)),
		collapsed.Stay, table.Thousands(int(collapsed.Cost)))
	for _, want := range phrases {
		if !strings.Contains(prose, want) {
			t.Errorf("the prose does not say: %s", want)
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
