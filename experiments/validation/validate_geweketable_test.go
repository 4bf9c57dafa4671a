package validation_test

import (
	"bytes"
	"fmt"
	"math"
	"strings"
	"testing"

	"breadboard/experiments/validation"
	"breadboard/reports/table"
)

// A gewekeRow says what Geweke's test finds of a bug. Its keys are those of the committed CSV
// and JSON.
type gewekeRow struct {
	Bug string `json:"bug"`
	// Visible reports whether a step moves the posterior, which is all that the test can see.
	Visible bool `json:"visible"`
	// Off is the total variation between p and pT, on average over data. It takes no draws.
	Off float64 `json:"off"`
	// Needed are the draws that the test needs, by computing; 0 if that is unknown. AtLeast says
	// that they are a bound from below.
	Needed  float64 `json:"draws_needed"`
	AtLeast bool    `json:"at_least"`
	Draws   int     `json:"draws_taken"` // 0 if it was not found
	By      string  `json:"found_by"`
	P       float64 `json:"p"`
	Why     string  `json:"why_not"`
}

// exactGeweke fills in what takes no draws. few has a quarter of the data that n has. Faults that
// cancel over data leave noise. More data have less of it, and so the fewer give a bound alone.
func exactGeweke(b validation.Bug, n, few *gewekeNeeds) gewekeRow {
	r := gewekeRow{Bug: b.Name}
	switch {
	case b.Kernel == nil && b.Start == nil && b.ReverseStart == nil:
		r.Why = "it is in the weights, and the test has none"
	case b.Kernel == nil:
		r.Why = "it is in how annealed chains start"
	default:
		if r.Off = offInvariance(b); r.Off <= invisible {
			r.Off, r.Why = 0, blind[b.Name]
			return r
		}
		r.Visible = true
		if b.Name == "level before" { // its step depends on the data before, and they on the latents
			return r
		}
		r.Needed = n.draws(b)
		if least := few.draws(b); r.Needed > 2*least {
			r.Needed, r.AtLeast = least, true
		}
		if r.Needed > outOfReach {
			r.Why = "out of reach: nobody draws so many"
		}
	}
	return r
}

// hunted adds what a hunt with up to this many draws finds.
func (r gewekeRow) hunted(t *testing.T, b validation.Bug, most int) gewekeRow {
	t.Helper()
	if r.Visible && r.Needed < outOfReach {
		draws, by := gewekeHunt(t, b, most)
		r.Draws, r.By, r.P = draws, by.Name, by.P
	}
	return r
}

// forPrograms has everything of every row; a cell without a value is empty.
func forPrograms(rows []gewekeRow) table.Table {
	t := table.Table{Columns: table.Keys("bug visible off draws_needed at_least draws_taken found_by p why_not")}
	or := func(has bool, v any) any {
		if has {
			return v
		}
		return nil
	}
	for _, r := range rows {
		kernel := r.Visible || blind[r.Bug] != ""
		t.Add(r.Bug, r.Visible, or(kernel, r.Off), or(r.Needed > 0, r.Needed), or(r.Needed > 0, r.AtLeast),
			or(r.Draws > 0, r.Draws), r.By, or(r.Draws > 0, r.P), r.Why)
	}
	return t
}

// forPeople begins with the bugs that the test can see.
func forPeople(rows []gewekeRow) (all []table.Table) {
	can := table.Table{Title: "The seeded bugs that Geweke's test can see, and how many draws it takes",
		Columns: table.Columns("bug", "off=a step is off by", "needed=draws, by computing", "draws=draws, by trying",
			"statistic=found by", "p")}
	cannot := table.Table{Title: "The bugs that it cannot see with any number of draws",
		Columns: table.Columns("bug", "why=why not")}
	for _, r := range rows {
		if !r.Visible {
			cannot.Add(r.Bug, r.Why)
			continue
		}
		row := []any{r.Bug, table.ThreeDigits(r.Off), r.needed(), nil, r.Why, nil}
		if r.Draws > 0 {
			row[3], row[4], row[5] = r.Draws, r.By, table.ThreeDigits(r.P)
		}
		can.Rows = append(can.Rows, row)
	}
	can.Notes = gewekeNotes(rows)
	return []table.Table{can, cannot}
}

// needed writes two digits: 450, 59000, 8.1e9.
func (r gewekeRow) needed() string {
	if r.Needed == 0 {
		return ""
	}
	text := strings.NewReplacer("e+0", "e", "e+", "e").Replace(fmt.Sprintf("%.1e", r.Needed))
	if r.Needed < 1e6 {
		unit := math.Pow(10, math.Floor(math.Log10(r.Needed))-1)
		text = fmt.Sprintf("%.0f", math.Round(r.Needed/unit)*unit)
	}
	if r.AtLeast {
		text = "over " + text
	}
	return text
}

// gewekeNotes say how many bugs are found, and how to read the columns.
func gewekeNotes(rows []gewekeRow) []string {
	visible, found, low, high := 0, 0, math.Inf(1), 0.0
	for _, r := range rows {
		if r.Visible {
			visible++
		}
		if r.Draws > 0 {
			found++
		}
		if r.Draws > 0 && r.Needed > 0 {
			low, high = min(low, float64(r.Draws)/r.Needed), max(high, float64(r.Draws)/r.Needed)
		}
	}
	return []string{
		fmt.Sprintf("Of %d seeded bugs the test can see %d in theory, and finds %d. The exact check in the second column "+
			"shows all %d, and draws nothing. Other exact laws show the other %d: they are in bugs.md, which also says "+
			"what each bug does.", len(rows), visible, found, visible, len(rows)-visible),
		fmt.Sprintf("n draws are n pairs of latents and data from the model, and n from chains of %d steps. The model "+
			"has two points in seven clusters: 7x7 cells, as in bugs.md.", chainSteps),
		"A step is off by: the total variation between the posterior and its image under a step, summed over all cells and " +
			"averaged over 20 data.",
		fmt.Sprintf("Draws, by trying: doubled from %d until a statistic has p < %g. All p are corrected for the number of "+
			"statistics.", fewestDraws, sure),
		fmt.Sprintf("Draws, by computing: with so many the best statistic is expected to have that p. The error of "+
			"the law at the end of a chain is summed over all cells, and averaged over %d data. Trying took from "+
			"%.1f to %.1f times as many.", gewekeData, low, high),
		"Over: single precision rounds up for some data and down for others. Little is left of that on average, and the " +
			"average gives only a bound.",
		"Two bugs are about the levels of an annealing, and have counterparts here. The wrong temperature is " +
			"log p(x, y) times 0.9. The level before is the posterior given the data of the step before. That bug is " +
			"not computed, because the sums take the data of one step at a time.",
	}
}

// gewekeFiles are the study as Markdown, CSV and JSON.
func gewekeFiles(t *testing.T, rows []gewekeRow) map[string][]byte {
	t.Helper()
	var md, csv, js bytes.Buffer
	write := func(w *bytes.Buffer, of table.Table, f table.Format) {
		if err := of.Write(w, f, table.Style{Width: -1}); err != nil {
			t.Fatal(err)
		}
	}
	for i, of := range forPeople(rows) {
		if i > 0 {
			md.WriteString("\n")
		}
		write(&md, of, table.Markdown)
	}
	write(&csv, forPrograms(rows), table.CSV)
	write(&js, forPrograms(rows), table.JSON)
	return map[string][]byte{"geweke.md": md.Bytes(), "geweke.csv": csv.Bytes(), "geweke.json": js.Bytes()}
}
