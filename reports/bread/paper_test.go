package bread

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"breadboard/experiments/paper"
	"breadboard/grid/must"
	"breadboard/reports/figure"
	"breadboard/reports/reporttest"
	"breadboard/reports/table"
)

const again = "go run ./cmd/breadboard reproduce --out reports/paper would bring it up to date"

// The committed reproduction is made today. The long form makes all of it: the same files, the same words, and the
// same numbers up to rounding. Else it is Figure 4, which has one size, and J and B at some T.
func TestCommittedReproductionIsUpToDate(t *testing.T) {
	r := small(t, false)
	if long {
		var err error
		if r, err = paper.Reproduce(t.Context(), paper.Sized(false), nil); err != nil {
			t.Fatal(err)
		}
	}
	files := Paper(r, "").Unrendered()
	reporttest.Complete(t, "../paper", files, again, "README.md")
	for _, f := range files {
		if !made(f.Name) || !long && !strings.HasPrefix(f.Name, "figure4") && f.Name != "tightness.csv" {
			continue
		}
		want := must.Have(os.ReadFile(filepath.Join("..", "paper", f.Name)))(t)
		got := reporttest.Content(t, f)
		if !long && f.Name == "tightness.csv" {
			reporttest.SameRows(t, got, want, 2)
			continue
		}
		if fault := reporttest.Differs(f.Name, got, want); fault != "" {
			t.Errorf("%s: %s; %s", f.Name, fault, again)
		}
	}
}

// The committed Figure 3 is drawn from its data.
func TestFigure3IsItsData(t *testing.T) {
	var curves []paper.Curve
	for i, toy := range paper.Toys() {
		curves = append(curves, paper.Curve{Toy: toy.Name, Published: toy.Published})
		for _, r := range reporttest.Rows(t, "..", "paper/figure3.json") {
			c := &curves[i]
			if r["toy"] != c.Toy {
				continue
			}
			c.T = append(c.T, int(r["T"].(float64)))
			c.J = append(c.J, r["J"].(float64))
			c.B = append(c.B, r["B"].(float64))
		}
	}
	f := paperFigures(paper.Reproduction{Curves: curves})[0]
	for _, file := range append(table.Data(f.name, f.data),
		figure.Files(f.name, f.draw)[1]) {
		reporttest.UpToDate(t, filepath.Join("..", "paper", file.Name), reporttest.Content(t, file), again, false)
	}
}

// reproduced is a reproduction of the least size that has every part.
var reproduced = sync.OnceValues(func() (paper.Reproduction, error) {
	size := paper.Sized(true)
	size.Ts = []int{10, 100, 1000}
	size.Along = []int{10, 100}
	size.Draws = 5
	size.Chains = 500
	return paper.Reproduce(context.Background(), size, nil)
})

func small(t *testing.T, quick bool) paper.Reproduction {
	t.Helper()
	r := must.Have(reproduced())(t)
	r.Quick = quick
	return r
}

// A figure that was published stands beside the one that is computed, where there is one. One that differs says so.
func TestABrokenRowDiffers(t *testing.T) {
	r := small(t, false)
	r.Tightness = slices.Clone(r.Tightness)
	row := &r.Tightness[8] // BARRIER at T = 1000
	row.Claims = slices.Clone(row.Claims)
	row.Claims[0].Computed *= 1.001
	var b bytes.Buffer
	tightness := paperParts(r)[0]
	must.Do(t, tightness.people[len(tightness.people)-1].Write(&b, table.Plain, table.Style{Color: true}))
	for line := range strings.Lines(b.String()) {
		broken := strings.Contains(line, "J(1000)")
		if strings.Contains(line, "barrier") && strings.Contains(line, "\x1b[31mdiffers by") != broken {
			t.Errorf("%q", line)
		}
	}
	rows := tightness.data.Rows
	if v := rows[8]; !strings.HasPrefix(v[10].(string), "differs by +0.00") ||
		v[12] != "agrees to the digits published" {
		t.Errorf("BARRIER at T = 1000 has %v", v)
	}
	if v := rows[6]; v[10] != nil || v[12] != nil {
		t.Errorf("BARRIER at T = 10 has %v", v)
	}
}
