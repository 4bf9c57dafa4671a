package validation

import (
	"fmt"
	"slices"

	"breadboard/grid/text"
	"breadboard/reports/study"
	"breadboard/reports/table"
)

// Names are the names of the files of Page.
var Names = slices.Concat(table.Names("csv json md", "bugs"), table.Names("png svg", "bugs"))

// Page has a row for the sound kernel and one for each bug, and a figure.
func Page(all []Caught) (s study.Study) {
	page := table.Table{Title: "Seeded bugs, each by the law that is to catch it", Columns: table.Columns("bug",
		"about=what it does", "caught_by=caught by", "value=off by", "witness", "cause=likely cause, as the verdict "+
			"names it",
		"exact laws broken", fmt.Sprintf("found, of %d", all[0].Samplings), "gap", "J")}
	page.Note("Found: in how many of %d samplings at least one sampled check finds the bug, by %s moves of the "+
		"kernel at the target and as many of annealed chains. Each check is at level %g, its p-values corrected for "+
		"how many it has.", all[0].Samplings, text.Thousands(moves), level)
	page.Note("The gap is E_rev[log w] - E_fwd[log w], exact, which is B if nothing is wrong. J is of the cells in " +
		"which forward chains end. Both are in nats; rows that are no probabilities have none.")
	page.Note("bugs.csv and bugs.json have each exact law and each sampled check.")
	data := table.Table{Columns: table.Keys("bug about balance caught_by value limit witness cause exact_checks " +
		"moves samplings found_by_any gap J")}
	for _, law := range seenLaws {
		data.Columns = append(data.Columns, table.Column{Key: "found_by: " + string(law)})
	}
	for _, c := range all {
		row := []any{c.Bug, c.About, c.Balance, c.Caught, c.Value, c.Limit, c.Witness, c.Cause, c.broken(), moves,
			c.Samplings, c.share(c.Any), table.Known(c.Gap), table.Known(c.J)}
		for i := range seenLaws {
			row = append(row, c.share(c.Found[i]))
		}
		data.Add(row...)
		name := c.Bug
		if name == "" {
			name = "none: a sound kernel"
		}
		says := c.CauseSays
		if says == "" {
			says = "-"
		}
		page.Add(name, c.About, c.Caught, table.ThreeDigits(c.Value), c.Witness, says, len(c.Broken), c.Any,
			table.Known(c.Gap), table.Known(c.J))
	}
	s.People = []table.Table{page}
	s.Add("bugs", data)
	s.Others = append(s.Others, table.Page("bugs.md", page))
	s.Figure("bugs", drawn(all[1:]))
	return s
}

// broken are the exact laws that are broken, as a list that is written even if it is empty.
func (c Caught) broken() []string { return append([]string{}, c.Broken...) }

// share is a number of samplings as a share of all.
func (c Caught) share(n int) float64 { return float64(n) / float64(c.Samplings) }
