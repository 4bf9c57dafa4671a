package foreign

import (
	"embed"
	"fmt"
	"slices"
	"strings"

	"breadboard/grid/text"
	"breadboard/reports/study"
	"breadboard/reports/table"
)

// Names are the names of the files of Page.
var Names = append(table.Names("csv json", "foreign"), "README.md")

//go:embed prose/*.md
var files embed.FS

var prose = study.NewProse(files)

// Page has the tables of walks and of weights, all rows for programs, and the words.
func Page(found Found) (all study.Study) {
	study.Rows(&all, "foreign", "sampler fault look n seeds seen unclear p_value says saying named", found.Rows, nil)
	walks := walksTable(found.Rows)
	weights := weightsTable(found.Rows)
	for _, m := range found.Missing {
		walks.Note("%s is left out here: %s.", m.Sampler, m.What)
	}
	all.People = []table.Table{walks, weights}
	all.Text("README.md", prose.Fill("foreign", shown(found)))
	return all
}

// shown has what the words of the page name.
type shown struct {
	Rows    []Row
	Missing []Missing
}

// Seeds is how many runs of each mistake there are.
func (s shown) Seeds() int {
	if len(s.Rows) == 0 {
		return 0
	}
	return s.Rows[0].Seeds
}

// Most is the largest number of draws.
func (s shown) Most() int {
	ns := nsOf(s.Rows)
	if ns == nil {
		return 0
	}
	return ns[len(ns)-1]
}

// Tally is how many mistakes are seen, of how many.
func (s shown) Tally() (t struct{ Seen, Of int }) {
	mistakes := map[[2]string]bool{}
	for _, r := range s.Rows {
		if r.Fault != right {
			mistakes[[2]string{r.Sampler, r.Fault}] = true
		}
	}
	t.Of = len(mistakes)
	t.Seen = t.Of - len(s.Unseen())
	return t
}

// Walks is the table of walks, as Markdown.
func (s shown) Walks() string { return markdown(walksTable(s.Rows)) }

// Weights is the table of weights, as Markdown.
func (s shown) Weights() string { return markdown(weightsTable(s.Rows)) }

func markdown(t table.Table) string {
	t.Title = ""
	var b strings.Builder
	if err := t.Write(&b, table.Markdown, table.Style{Width: -1}); err != nil {
		panic("foreign: " + err.Error()) // a builder takes everything
	}
	return strings.TrimSpace(b.String())
}

// Alarms are how often a sampler without a mistake is accused, of how many verdicts. The last cells of annealing are
// no draws of p, and their verdict is none on a sampler.
func (s shown) Alarms() (a struct{ Seen, Of int }) {
	for _, r := range s.Rows {
		if r.Fault == right && r.Look != byLast {
			a.Seen += r.Seen
			a.Of += r.Seeds - r.Unclear
		}
	}
	return a
}

// lastOf is the row of a look with the most draws.
func lastOf(rows []Row, sampler, fault, name string) (last Row, ok bool) {
	for _, r := range rows {
		if r.Sampler == sampler && r.Fault == fault && r.Look == name && r.N >= last.N {
			last = r
			ok = true
		}
	}
	return last, ok
}

// nsOf are the numbers of draws in some rows.
func nsOf(rows []Row) (ns []int) {
	for _, r := range rows {
		if !slices.Contains(ns, r.N) {
			ns = append(ns, r.N)
		}
	}
	slices.Sort(ns)
	return ns
}

// cellOf says on how many seeds a mistake is seen: 17, or "3, 12 ?" where nothing can be told on 12 others.
func cellOf(rows []Row, sampler, fault, name string, n int) string {
	r := shown{Rows: rows}.Row(sampler, fault, name, n)
	switch {
	case r == nil:
		return ""
	case r.Unclear == 0:
		return fmt.Sprint(r.Seen)
	case r.Unclear == r.Seeds:
		return "?"
	}
	return fmt.Sprintf("%d, %d ?", r.Seen, r.Unclear)
}

// walksTable says of samplers whose draws are looked at how often each mistake is seen.
func walksTable(rows []Row) table.Table {
	t := table.Table{Title: "Draws, by breadboard draws", Columns: table.Columns("sampler", "mistake"), Lead: 2}
	ns := nsOf(rows)
	for _, n := range ns {
		t.Columns = append(t.Columns, table.Column{Key: text.Thousands(n)})
	}
	t.Columns = append(t.Columns, table.Column{Key: "what is said"})
	for _, of := range samplers() {
		for _, f := range of.faults {
			last, ok := lastOf(rows, of.name, f.name, byDraws)
			if !ok {
				continue
			}
			cells := []any{of.name, aboutOf(f)}
			for _, n := range ns {
				cells = append(cells, cellOf(rows, of.name, f.name, byDraws, n))
			}
			says := last.Says
			if last.Saying < last.Seen {
				says = fmt.Sprintf("%s (%d of %d)", says, last.Saying, last.Seen)
			}
			t.Add(append(cells, says)...)
		}
	}
	return t
}

func aboutOf(f fault) string {
	if f.name == right {
		return "none"
	}
	return f.about
}

// weightsTable says of annealing how often each mistake is seen: by sandwich with every number of runs, and by the two
// other looks with the two largest.
func weightsTable(rows []Row) table.Table {
	t := table.Table{Title: "Log weights of AIS in NumPy, and its cells", Columns: table.Columns("mistake")}
	ns := nsOf(rows)
	type column struct {
		look string
		n    int
	}
	var columns []column
	for _, name := range []string{bySandwich, byKept, byLogZ} {
		short := strings.TrimSuffix(name, " by weight")
		for i, n := range ns {
			if name == bySandwich || i >= len(ns)-2 {
				columns = append(columns, column{name, n})
				t.Columns = append(t.Columns, table.Column{Key: short + ", " + text.Thousands(n)})
			}
		}
	}
	for _, of := range samplers() {
		for _, f := range of.faults {
			if _, ok := lastOf(rows, of.name, f.name, bySandwich); !ok {
				continue
			}
			cells := []any{aboutOf(f)}
			for _, c := range columns {
				cells = append(cells, cellOf(rows, of.name, f.name, c.look, c.n))
			}
			t.Add(cells...)
		}
	}
	return t
}
