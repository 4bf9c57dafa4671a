package papers

import (
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"testing"

	"breadboard/experiments/protocol"
	"breadboard/reports/reporttest"
)

// TestProtocolPage: the page of the protocol says what its committed rows have.
func TestProtocolPage(t *testing.T) {
	const folder = "../protocol"
	var says []string
	say := func(format string, args ...any) { says = append(says, fmt.Sprintf(format, args...)) }
	results := committedProtocol(t, folder)
	cases := map[string]protocol.Result{}
	b := func(j protocol.Judged) float64 { return j.B }
	seen := func(j protocol.Judged) float64 { return j.Seen }
	least, most := math.Inf(1), 0.0
	worst := 0.0
	var off []int // by case, sets on which B is off by more than 5% after 10 sweeps
	above, high := 0, 0.0
	fifth, small := 0.0, 0 // the least B over real of the fifth case, and cases with a small error on the middle set
	for _, r := range results {
		cases[r.Name] = r
		last := len(r.Ts) - 1
		real, all := r.Real.Runs[last].B, r.Over(last, b)
		low := slices.Min(all) / real
		top := slices.Max(all) / real
		if r.Name == "matrix, not centred" {
			fifth = low
		} else {
			least = min(least, low)
			most = max(most, top)
		}
		if middle(r.Over(last, func(j protocol.Judged) float64 { return math.Abs(j.Errors[2] / j.B) })) < 0.01 {
			small++
		}
		say("| %s | %.3g | %s | %.2g, %.2g |", r.Name, real, spread(all), low, top)
		say("| %s | %s | %d, %d, %d |", r.Name, inTs(r.Outside(seen)), r.Apart(0), r.Apart(1), r.Apart(2))
		wrong := 0
		for _, s := range r.Simulated {
			part := s.Runs[last].Errors[2] / s.Runs[last].B
			worst = max(worst, math.Abs(part))
			if math.Abs(part) > 0.05 {
				wrong++
				if (part > 0) != (r.Name == "clustering") {
					t.Errorf("%s: B is off by %v after 10 sweeps, and the page says otherwise", r.Name, part)
				}
			}
		}
		off = append(off, wrong)
		for _, s := range append([]protocol.Set{r.Real}, r.Simulated...) {
			if d := s.Forward[0].Median - s.Forward[0].Mean; d > 0 {
				above++
				high = max(high, d)
			}
		}
	}
	say("It is %.2g to %.2g times as large in four of the cases, and up to %.0f times too small in the fifth", least,
		most, 1/fifth)
	say("fall below a percent within 10 sweeps in %d of the 5 cases", small)
	say("On the worst set B is off by %.0f%% all the same.", 100*worst)
	say("the median is above the exact mean on %d of 100 sets of data, by up to %.0f nats", above, high)
	say("more than 5%% on %d of 19 sets of the clustering, and on %d, %d, %d and %d sets", off[0], off[1], off[2],
		off[3], off[4])
	linear, wrong := cases["linear regression"], cases["matrix, not centred"]
	say("%.3g nats are seen, and at least %.3g on a set", linear.Real.Runs[0].Seen, slices.Min(linear.Over(0, seen)))
	say("%.3g nats are seen, and at most %.3g on a set", wrong.Real.Runs[0].Seen, slices.Max(wrong.Over(0, seen)))
	J := wrong.Real.Runs[3].J
	if J > slices.Min(wrong.Over(3, func(j protocol.Judged) float64 { return j.J })) {
		t.Errorf("J is %v where the matrix is not centred, and less on a set", J)
	}
	say("At T = 300 it is %.2g on these data, less than on every set", J)
	far := 0.0
	for _, s := range linear.Simulated {
		far = max(far, s.Starts[3].TV)
	}
	say("still %.2g from the posterior in total variation", far)
	alike, pairs := overlapping(results)
	say("all overlap in %d of %d cases of data and T", alike, pairs)
	reporttest.Holds(t, folder+"/README.md", says...)
}

// overlapping counts the cases of data and T in which the quartiles of reverse runs from all starts overlap, on the
// first set.
func overlapping(results []protocol.Result) (alike, all int) {
	for _, r := range results {
		for _, reverse := range r.Simulated[0].Reverse {
			low, high := math.Inf(-1), math.Inf(1)
			for _, q := range reverse {
				low = max(low, q.Q1)
				high = min(high, q.Q3)
			}
			all++
			if low <= high {
				alike++
			}
		}
	}
	return alike, all
}

// The rows of the protocol's tables.
type (
	forwardRow struct {
		Case string `column:"case"`
		Set  int    `column:"set"`
		protocol.Judged
	}
	reverseRow struct {
		Case   string  `column:"case"`
		Set    int     `column:"set"`
		T      int     `column:"T"`
		Sweeps int     `column:"sweeps"`
		TV     float64 `column:"tv"`
		Error  float64 `column:"error_B"`
	}
	quartilesRow struct {
		Case      string  `column:"case"`
		Set       int     `column:"set"`
		Direction string  `column:"direction"`
		T         int     `column:"T"`
		Q1        float64 `column:"q1"`
		Median    float64 `column:"median"`
		Q3        float64 `column:"q3"`
		Mean      float64 `column:"mean"`
	}
)

// committedProtocol reads what the protocol found from the committed rows. The real data are set 0.
func committedProtocol(t *testing.T, folder string) (all []protocol.Result) {
	t.Helper()
	o := protocol.Defaults()
	of := func(name string) *protocol.Result {
		i := slices.IndexFunc(all, func(r protocol.Result) bool { return r.Name == name })
		if i < 0 {
			i = len(all)
			all = append(all, protocol.Result{Case: protocol.Case{Name: name}, Options: o,
				Simulated: make([]protocol.Set, o.Sets)})
		}
		return &all[i]
	}
	set := func(name string, number int) *protocol.Set {
		if number == 0 {
			return &of(name).Real
		}
		return &of(name).Simulated[number-1]
	}
	for _, row := range reporttest.Committed[forwardRow](t, folder, "forward") {
		s := set(row.Case, row.Set)
		s.Runs = append(s.Runs, row.Judged)
	}
	for _, row := range reporttest.Committed[reverseRow](t, folder, "reverse") {
		s := set(row.Case, row.Set)
		at := slices.Index(o.Ts, row.T)
		if at == 0 {
			s.Starts = append(s.Starts, protocol.Start{S: row.Sweeps, TV: row.TV})
		}
		s.Runs[at].Errors = append(s.Runs[at].Errors, row.Error) // in the order of the sweeps
	}
	for _, row := range reporttest.Committed[quartilesRow](t, folder, "quartiles") {
		s := set(row.Case, row.Set)
		at := slices.Index(o.Ts, row.T)
		q := protocol.Quartiles{Q1: row.Q1, Median: row.Median, Q3: row.Q3, Mean: row.Mean}
		if row.Direction == "forward" {
			s.Forward = append(s.Forward, q)
			continue
		}
		if s.Reverse == nil {
			s.Reverse = make([][]protocol.Quartiles, len(o.Ts))
		}
		s.Reverse[at] = append(s.Reverse[at], q)
	}
	return all
}

// TestProtocolFigures: the committed figures are drawn from the committed rows.
func TestProtocolFigures(t *testing.T) {
	const folder = "../protocol"
	for _, p := range protocolFigures(committedProtocol(t, folder)) {
		for _, f := range p.Figures {
			reporttest.Picture(t, filepath.Join(folder, f.Name+".png"), f.Draw,
				"go run ./cmd/breadboard protocol --out reports/protocol --yes brings it up to date")
		}
	}
}
