package papers

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"breadboard/experiments/journal"
	"breadboard/experiments/papers"
	"breadboard/experiments/papers/aide"
	"breadboard/grid/must"
	"breadboard/reports/reporttest"
	"breadboard/reports/table"
)

const (
	aideFolder = "../aide"
	aideAgain  = "breadboard reproduce aide --out reports/aide makes it anew"
)

// committedAIDE reads what is committed. Package aide holds it to what is measured today.
func committedAIDE(t *testing.T) (f aide.Found) {
	t.Helper()
	f.Regression = reporttest.Committed[aide.RegressionRow](t, aideFolder, "bias")
	f.Filters.Rows = reporttest.Committed[aide.FilterRow](t, aideFolder, "hmm")
	for _, r := range reporttest.Rows(t, aideFolder, "hmm-states.csv") {
		if r["step"] == 1. {
			f.Filters.Portraits = append(f.Filters.Portraits, aide.Portrait{Name: r["program"].(string)})
		}
		p := &f.Filters.Portraits[len(f.Filters.Portraits)-1]
		var shares []float64
		for x := range 20 {
			shares = append(shares, r[fmt.Sprintf("state_%d", x+1)].(float64))
		}
		p.States = append(p.States, shares)
	}
	m := &f.Modes
	m.SIRs = reporttest.Committed[aide.SIR](t, aideFolder, "modes")
	first := reporttest.Rows(t, aideFolder, "modes.csv")[0]
	m.LogP = first["log_p_y"].(float64)
	m.Left = first["posterior_below_0"].(float64)
	for _, r := range reporttest.Rows(t, aideFolder, "modes-laws.csv") {
		m.X = append(m.X, r["x"].(float64))
		m.Target = append(m.Target, r["posterior"].(float64))
		for i, s := range m.SIRs {
			if density, shown := r[fmt.Sprintf("%s_%d", s.Proposal, s.P)]; shown {
				m.SIRs[i].Density = append(s.Density, density.(float64))
			}
		}
	}
	return f
}

// The committed rows are all that a report has, and the pictures are drawn from them.
func TestAIDEFiles(t *testing.T) {
	for _, p := range AIDE(committedAIDE(t)).Parts {
		for _, d := range p.Data {
			file := table.Rows(d.Name, d.Table)
			reporttest.UpToDate(t, filepath.Join(aideFolder, file.Name), reporttest.Content(t, file), aideAgain)
		}
		for _, f := range p.Figures {
			reporttest.Picture(t, filepath.Join(aideFolder, f.Name+".png"), f, aideAgain)
		}
	}
}

// A quick reproduction that is kept is the same when it comes back, and works at nothing.
func TestAIDEGoesOn(t *testing.T) {
	path := filepath.Join(t.TempDir(), "unfinished")
	reproduced := func() (aide.Found, []byte) {
		u := must.Have(papers.Open(path, "aide", journal.Build{}))(t)
		defer func() { must.Do(t, u.Close()) }()
		f := must.Have(aide.Reproduce(t.Context(), papers.Setting{Quick: true, Unfinished: u}))(t)
		return f, must.Have(os.ReadFile(path))(t)
	}
	quick, kept := reproduced()
	again, after := reproduced()
	if diff := cmp.Diff(quick, again, cmpopts.EquateNaNs()); diff != "" {
		t.Error(diff)
	}
	if !bytes.Equal(kept, after) {
		t.Error("the second run worked at something")
	}
	for _, f := range AIDE(quick).Files("") {
		reporttest.Content(t, f)
	}
	for _, f := range []aide.Found{quick, committedAIDE(t)} { // each table fits a terminal, and says if a run was quick
		var b bytes.Buffer
		must.Do(t, AIDE(f).Write(&b, table.Plain, table.Style{}))
		for line := range strings.Lines(b.String()) {
			if n := len([]rune(strings.TrimRight(line, "\n"))); n > 80 {
				t.Errorf("%d columns: %s", n, line)
			}
		}
		if n := strings.Count(b.String(), quickly); (n == 4) != f.Quick || strings.Count(b.String(), "┌") != 4 {
			t.Errorf("a table is in two, or quick is %v, and %d tables say so", f.Quick, n)
		}
	}
}

// The page says what the committed rows say.
func TestAIDEPage(t *testing.T) {
	r := AIDE(committedAIDE(t))
	says := []string{r.Parts[0].Text[0]}
	published := r.Parts[0].Tables
	says = append(says, aideLines(published[0], `\| (MH \| 128|SMC \| 1|SMC \| 100) \| (1|1000) \|`)...)
	says = append(says, aideLines(published[1], `posterior \| optimal (1|3) `)...)
	says = append(says, aideLines(published[2], `posterior \| optimal (1|3) `)...)
	says = append(says, aideLines(r.Parts[2].Tables[0], `100`)...)
	reporttest.Says(t, filepath.Join(aideFolder, "README.md"), says...)
}

// aideLines returns the lines of a table in Markdown that match.
func aideLines(shown table.Table, pattern string) (lines []string) {
	for _, row := range shown.Rows {
		line := "| " + strings.Join(table.Each(row, table.ForPeople), " | ") + " |"
		if regexp.MustCompile(pattern).MatchString(line) {
			lines = append(lines, line)
		}
	}
	return lines
}
