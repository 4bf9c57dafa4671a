package papers

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"breadboard/experiments"
	"breadboard/experiments/papers"
	"breadboard/experiments/papers/bread"
	"breadboard/grid/must"
	"breadboard/reports/reporttest"
	"breadboard/reports/table"
)

// long says whether the long form of the tests runs.
var long = os.Getenv("BREADBOARD_LONG") != ""

const again = "go run ./cmd/breadboard reproduce --out reports/bread brings it up to date"

// fileOf is the content of a file of a report.
func fileOf(t *testing.T, r Report, name string) []byte {
	t.Helper()
	for _, f := range r.Files("breadboard, commit 1234567") {
		if f.Name == name {
			return reporttest.Content(t, f)
		}
	}
	t.Fatalf("there is no file %s", name)
	return nil
}

// TestCommittedBread: the committed rows are those that are made today: all in the long form, else those of some T, and
// Figure 4.
func TestCommittedBread(t *testing.T) {
	f := small(t)
	if long {
		f = must.Have(bread.Reproduce(t.Context(), papers.Setting{}, bread.Kernel{}))(t)
	}
	r := Bread(f)
	for name, keys := range map[string]int{"tightness.csv": 3, "figure4.csv": 5, "published.csv": 3, "figure3.csv": 3,
		"crosscheck.csv": 3, "ensemble.csv": 4, "nearest.csv": 2} {
		if long || keys == 5 || name == "tightness.csv" || name == "published.csv" {
			want := must.Have(os.ReadFile(filepath.Join("..", "bread", name)))(t)
			reporttest.SameRows(t, fileOf(t, r, name), want, keys)
		}
	}
}

// committedBread is what the figures show, read from the committed rows.
func committedBread(t *testing.T) (f bread.Found) {
	t.Helper()
	for _, r := range reporttest.Rows(t, "..", "bread", "figure3.csv") {
		if n := len(f.Curves); n == 0 || f.Curves[n-1].Toy != r["toy"] {
			f.Curves = append(f.Curves, bread.Curve{Toy: r["toy"].(string), Kernel: "metropolis"})
		}
		c := &f.Curves[len(f.Curves)-1]
		c.T = append(c.T, int(r["T"].(float64)))
		c.J = append(c.J, r["J"].(float64))
		c.B = append(c.B, r["B"].(float64))
	}
	for _, r := range reporttest.Rows(t, "..", "bread", "figure4.csv") {
		if n := len(f.Galleries); n == 0 || f.Galleries[n-1].Toy != r["toy"] {
			f.Galleries = append(f.Galleries, bread.Gallery{Toy: r["toy"].(string)})
		}
		g := &f.Galleries[len(f.Galleries)-1]
		row, column := r["row"].(float64), r["column"].(float64)
		if row == 0 && column == 0 {
			g.Panels = append(g.Panels, bread.Panel{Name: r["panel"].(string), Beta: r["beta"].(float64)})
		}
		p := &g.Panels[len(g.Panels)-1]
		if column == 0 {
			p.P = append(p.P, nil)
		}
		p.P[int(row)] = append(p.P[int(row)], r["probability"].(float64))
	}
	return f
}

// TestBreadFigures: the committed figures are drawn from the committed rows.
func TestBreadFigures(t *testing.T) {
	f := committedBread(t)
	for _, p := range []Part{figure3Part(f), figure4Part(f)} {
		for _, one := range p.Figures {
			reporttest.Picture(t, filepath.Join("..", "bread", one.Name+".png"), one, again)
		}
	}
}

// reproduced is a reproduction of the least size that has every part.
var reproduced = sync.OnceValues(func() (bread.Found, error) { return reproduce(bread.Kernel{}) })

func reproduce(beside bread.Kernel) (bread.Found, error) {
	size := bread.Size{Ts: []int{10, 100, 1000}, Along: []int{10, 100}, Draws: 5, Chains: 500}
	if !(bread.Found{Kernel: beside}).Beside() {
		size.Seeds = 20
	}
	return size.Reproduce(context.Background(), papers.Setting{}, beside)
}

func small(t *testing.T) bread.Found {
	t.Helper()
	return must.Have(reproduced())(t)
}

// TestPublishedIsJudged: a number that was published stands beside the one that is computed, and one that differs says
// so.
func TestPublishedIsJudged(t *testing.T) {
	f := small(t)
	f.Tightness = slices.Clone(f.Tightness)
	row := &f.Tightness[8] // BARRIER at T = 1000
	row.Claims = slices.Clone(row.Claims)
	row.Claims[0].Computed *= 1.001
	var b bytes.Buffer
	must.Do(t, publishedTable(f).Write(&b, table.Plain, table.Style{Color: true}))
	for line := range strings.Lines(b.String()) {
		broken := strings.Contains(line, "J(1000)")
		if strings.Contains(line, "barrier") && strings.Contains(line, "\x1b[31mdiffers by") != broken {
			t.Errorf("%q", line)
		}
	}
	said := []string{}
	for _, r := range publishedData(f).Rows {
		if r[0] == "barrier" {
			said = append(said, r[5].(string))
		}
	}
	const agrees = "agrees to the digits published"
	want := []string{agrees, "differs by +0.00077 (+0.071%)", agrees}
	if !slices.Equal(said, want) {
		t.Errorf("BARRIER is said to have %q", said)
	}
}

// TestKernelBeside: another kernel has its rows beside Metropolis's in each table, and its own numbers beside what was
// published.
func TestKernelBeside(t *testing.T) {
	f := must.Have(reproduce(bread.Kernel{Setting: experiments.Setting{Kernel: "king"}}))(t)
	r := Bread(f)
	for i, row := range publishedData(f).Rows {
		if c := publishedRows(f)[i]; row[6] != c.beside || c.beside == c.claim.Computed {
			t.Errorf("%s of %s is %v by king and %v by Metropolis", row[1], row[0], row[6], c.claim.Computed)
		}
	}
	for _, p := range r.Parts {
		if p.Tables != nil {
			var b bytes.Buffer
			must.Do(t, table.WriteAll(&b, table.Plain, table.Style{Width: 80}, p.Tables...))
			must.Say(t, b.String(), "king")
		}
		for _, one := range p.Figures {
			must.Do(t, one.Write(&bytes.Buffer{}, "svg"))
		}
	}
}
