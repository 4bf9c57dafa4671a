package studies

import (
	"fmt"
	"os"
	"path/filepath"
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
	results    []protocol.Result
	comparison *protocol.Comparison
}

// carryOut carries the protocol out as the command does, in the long form. Else it takes few levels and steps, and
// leaves the comparison out.
func carryOut(t *testing.T) (c carriedOut) {
	t.Helper()
	cases, err := protocol.Shipped(experiments.Setting{Kernel: "heat-bath"})
	must.Do(t, err)
	o := protocol.Defaults()
	if !long {
		o.Ts, o.Steps = o.Ts[:1], o.Steps[:3]
	}
	if c.results, c.comparison, err = protocol.Study(t.Context(), cases, o, long, nil); err != nil {
		t.Fatal(err)
	}
	return c
}

// TestCommittedProtocolIsUpToDate: the study makes the committed files today, up to rounding.
func TestCommittedProtocolIsUpToDate(t *testing.T) {
	const again = "go run ./cmd/breadboard protocol --out reports/protocol --force would bring it up to date"
	c := carryOut(t)
	files := Protocol(c.results, c.comparison).unrendered()
	if long {
		reporttest.Complete(t, "../protocol", files, again, "README.md")
		proseOfProtocol(t, c)
	}
	named := map[string]int{"fit.csv": 3, "forward.csv": 5, "reverse.csv": 3}
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
			sameRows(t, got, want, n)
		} else if fault := reporttest.Differs(f.Name, got, want); long && fault != "" && f.Name != "reverse.json" {
			t.Errorf("%s: %s; %s", f.Name, fault, again)
		}
	}
}

// proseOfProtocol holds every number of the README to the study.
func proseOfProtocol(t *testing.T, c carriedOut) {
	t.Helper()
	data := must.Have(os.ReadFile("../protocol/README.md"))(t)
	prose := strings.Join(strings.Fields(string(data)), " ")
	galaxies, centred, not := c.results[0], c.results[1], c.results[2]
	at := func(r protocol.Result) (real, low, high float64) {
		low, high = r.Points[0].Range(judgedBy["gap"])
		return r.Points[0].Real.Gap, low, high
	}
	real, low, high := at(galaxies)
	real2, low2, high2 := at(centred)
	real3, _, high3 := at(not)
	_, most := not.Points[0].Range(judgedBy["B"])
	first, last := galaxies.Points[0], galaxies.Points[3]
	forms := c.comparison.Forms
	whole, collapsed := forms[0].Runs[5], forms[1].Runs[4]
	for _, phrase := range []string{
		fmt.Sprintf("it is %.3g nats at T = 10, among sets from %.3g to %.3g", real, low, high),
		fmt.Sprintf("it is %.3g, among sets from %.3g to %.3g", real2, low2, high2),
		fmt.Sprintf("it is %.3g, beyond all sets, whose largest is %.3g", real3, high3),
		fmt.Sprintf("is then %.3g nats, and at most %.3g", not.Points[0].Real.B, most),
		fmt.Sprintf("B is %.3g at T = 10 and is measured %.3g too low from S = 10", first.Sets[0].B, -first.Errors[2]),
		fmt.Sprintf("%.3g at T = 300, measured %.3g too low, which is %.0f%%", last.Sets[0].B, -last.Errors[2],
			-100*last.Errors[2]/last.Sets[0].B),
		fmt.Sprintf("it is right to %.2g", -first.Errors[4]),
		fmt.Sprintf("(TV %.2g)", not.Starts[4].TV),
		fmt.Sprintf("J = %.2g for %s terms", whole.Assignments, table.Thousands(int(whole.Cost))),
		fmt.Sprintf("the collapsed one %.3g for %s", collapsed.Assignments, table.Thousands(int(collapsed.Cost))),
	} {
		if !strings.Contains(prose, phrase) {
			t.Errorf("the prose does not say: %s", phrase)
		}
	}
	if !galaxies.Fair() || !centred.Fair() || not.Fair() {
		t.Error("the prose says that the first two cases are fair and the last is not")
	}
}

// TestVerdictIsSaid: a real gap beyond all sets is called misspecified, and the T are named.
func TestVerdictIsSaid(t *testing.T) {
	sets := []protocol.Judged{{Gap: 2}, {Gap: 3}, {Gap: 1}}
	r := protocol.Result{Options: protocol.Options{Sets: 3}, Points: []protocol.Point{
		{T: 10, Real: protocol.Judged{Gap: 2.5}, Sets: sets}, {T: 20, Real: protocol.Judged{Gap: 4}, Sets: sets}}}
	if v := verdict(r); !strings.Contains(v, "At T = 20 it is beyond") || !strings.Contains(v, "misspecified") ||
		!strings.Contains(v, "probability 0.5") {
		t.Errorf("beyond all sets: %s", v)
	}
	r.Points = r.Points[:1]
	if v := verdict(r); !strings.Contains(v, "fair proxy") || !strings.Contains(v, "0.50000 nats above") {
		t.Errorf("within the sets: %s", v)
	}
}

// TestInWords: the form that is better at first, and where the other takes over.
func TestInWords(t *testing.T) {
	c := protocol.Contest{First: protocol.Uncollapsed}
	if got, want := inWords(c, "T = %s"), "uncollapsed throughout"; got != want {
		t.Errorf("without a crossing: %s, want %s", got, want)
	}
	c.Crossings = []float64{123, 4567}
	const want = "uncollapsed, and collapsed from about 120 terms on, and uncollapsed from about 4,600 terms on"
	if got := inWords(c, "%s terms"); got != want {
		t.Errorf("with two crossings: %s, want %s", got, want)
	}
}
