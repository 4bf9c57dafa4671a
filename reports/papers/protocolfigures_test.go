package papers

import (
	"path/filepath"
	"testing"

	"breadboard/experiments"
	"breadboard/experiments/protocol"
	"breadboard/reports/reporttest"
)

// The rows of the committed tables.
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
		Shift     float64 `column:"shift"`
	}
	formRow struct {
		Model  string `column:"model"`
		Kernel string `column:"kernel"`
		Seed   int    `column:"seed"`
		Form   string `column:"form"`
		protocol.Formed
	}
)

// committedResults are what the figures show of the protocol, read from the committed tables.
func committedResults(t *testing.T) (all []protocol.Result) {
	t.Helper()
	const folder = "../protocol"
	o := protocol.Defaults()
	at := map[string]int{}
	place := map[int]int{}
	for i, T := range o.Ts {
		place[T] = i
	}
	set := func(name string, i int) *protocol.Set {
		r := &all[at[name]]
		if i == 0 {
			return &r.Real
		}
		return &r.Simulated[i-1]
	}
	for _, row := range reporttest.Committed[forwardRow](t, folder, "forward") {
		if _, known := at[row.Case]; !known {
			at[row.Case] = len(all)
			all = append(all, protocol.Result{Case: protocol.Case{Name: row.Case}, Options: o,
				Simulated: make([]protocol.Set, o.Sets)})
		}
		s := set(row.Case, row.Set)
		s.Runs = append(s.Runs, row.Judged)
	}
	for _, row := range reporttest.Committed[reverseRow](t, folder, "reverse") {
		run := &set(row.Case, row.Set).Runs[place[row.T]]
		run.Errors = append(run.Errors, row.Error) // in the order of the sweeps
	}
	for _, row := range reporttest.Committed[quartilesRow](t, folder, "quartiles") {
		s := set(row.Case, row.Set)
		q := protocol.Quartiles{Q1: row.Q1, Median: row.Median, Q3: row.Q3, Mean: row.Mean}
		if row.Direction == "forward" {
			s.Forward = append(s.Forward, q)
			s.Shift = row.Shift
			continue
		}
		if s.Reverse == nil {
			s.Reverse = make([][]protocol.Quartiles, len(o.Ts))
		}
		s.Reverse[place[row.T]] = append(s.Reverse[place[row.T]], q)
	}
	return all
}

// committedForms are the comparisons of both forms, a group a model and kernel.
func committedForms(t *testing.T) (groups [][]protocol.Comparison) {
	t.Helper()
	var last formRow
	for i, row := range reporttest.Committed[formRow](t, "../protocol", "representations") {
		if i == 0 || row.Model != last.Model || row.Kernel != last.Kernel {
			groups = append(groups, nil)
		}
		group := &groups[len(groups)-1]
		if len(*group) == 0 || row.Seed != last.Seed {
			c := protocol.Comparison{Forms: protocol.Forms{Name: row.Model},
				Setting: experiments.Setting{Kernel: row.Kernel}}
			c.Each[0].Name = protocol.Uncollapsed
			c.Each[1].Name = protocol.Collapsed
			*group = append(*group, c)
		}
		c := &(*group)[len(*group)-1]
		form := 0
		if row.Form == protocol.Collapsed {
			form = 1
		}
		c.Each[form].Runs = append(c.Each[form].Runs, row.Formed)
		last = row
	}
	return groups
}

// The committed figures are drawn from the committed tables: what the protocol found is not computed again.
func TestProtocolFigures(t *testing.T) {
	results := committedResults(t)
	groups := committedForms(t)
	var compared []protocol.Comparison
	for _, group := range groups {
		if len(group) != results[0].Sets {
			t.Fatalf("%d sets of %s by %s, want %d", len(group), group[0].Name, group[0].Setting.Kernel,
				results[0].Sets)
		}
		compared = append(compared, group...)
	}
	for _, p := range protocolFigures(results, compared) {
		for _, f := range p.Figures {
			reporttest.Picture(t, filepath.Join("..", "protocol", f.Name+".png"), f.Draw,
				"go run ./cmd/breadboard protocol --out reports/protocol --yes brings it up to date")
		}
	}
}
