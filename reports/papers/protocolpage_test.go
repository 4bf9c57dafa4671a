package papers

import (
	"fmt"
	"path/filepath"
	"slices"
	"testing"

	"breadboard/experiments/protocol"
	"breadboard/reports/reporttest"
)

// TestProtocolPage: the page of the protocol has the lines of its committed rows.
func TestProtocolPage(t *testing.T) {
	const folder = "../protocol"
	var says []string
	for _, r := range committedProtocol(t, folder) {
		last := len(r.Ts) - 1
		real, all := r.Real.Runs[last].B, r.Over(last, ofB)
		says = append(says, fmt.Sprintf("| %s | %.3g | %s | %.2g, %.2g |", r.Name, real, spread(all),
			slices.Min(all)/real, slices.Max(all)/real), fmt.Sprintf("| %s | %s | %d, %d, %d |", r.Name,
			inTs(r.Outside(ofSeen)), r.Apart(0), r.Apart(1), r.Apart(2)))
	}
	reporttest.Says(t, folder+"/README.md", says...)
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
	for _, p := range protocolParts(committedProtocol(t, folder)) {
		for _, f := range p.Figures {
			reporttest.Picture(t, filepath.Join(folder, f.Name+".png"), f,
				"go run ./cmd/breadboard protocol --out reports/protocol brings it up to date")
		}
	}
}
