package papers

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

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
		var law []float64
		for x := range 20 {
			law = append(law, r[fmt.Sprintf("state_%d", x+1)].(float64))
		}
		p.Law = append(p.Law, law)
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
	folder := map[string]bool{}
	for _, e := range must.Have(os.ReadDir(aideFolder))(t) {
		folder[e.Name()] = true
	}
	made := []string{".breadboard", "README.md", "hmm-model.json"}
	for _, p := range AIDE(committedAIDE(t)).Parts {
		for _, d := range p.Data {
			file := table.Rows(d.Name, d.Table)
			was := must.Have(os.ReadFile(filepath.Join(aideFolder, file.Name)))(t)
			if fault := reporttest.Differs(file.Name, reporttest.Content(t, file), was); fault != "" {
				t.Errorf("%s: %s; %s", file.Name, fault, aideAgain)
			}
			made = append(made, file.Name)
		}
		for _, f := range p.Figures {
			reporttest.Picture(t, filepath.Join(aideFolder, f.Name+".png"), f.Draw, aideAgain)
			made = append(made, f.Name+".png")
		}
	}
	for _, name := range made {
		if !folder[name] {
			t.Errorf("%s is not there; %s", name, aideAgain)
		}
	}
}

// Tables for people fit a terminal, and those of a quick run say so.
func TestAIDETables(t *testing.T) {
	quick := must.Have(aide.Reproduce(t.Context(), papers.Setting{Quick: true}))(t)
	for _, f := range []aide.Found{quick, committedAIDE(t)} {
		var b bytes.Buffer
		must.Do(t, AIDE(f).Write(&b, table.Plain, table.Style{}))
		for line := range strings.Lines(b.String()) {
			if n := len([]rune(strings.TrimRight(line, "\n"))); n > 80 {
				t.Errorf("%d columns: %s", n, line)
			}
		}
		if n := strings.Count(b.String(), quickly); (n == 4) != f.Quick {
			t.Errorf("quick is %v, and %d tables say so", f.Quick, n)
		}
	}
}
