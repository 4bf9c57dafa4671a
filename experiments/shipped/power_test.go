package shipped

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"

	"breadboard/chains"
	"breadboard/chains/sample"
	"breadboard/grid/must"
	"breadboard/reports/reporttest"
	"breadboard/reports/table"
)

const (
	powerLevel = 1e-4
	powerPages = "../../reports/power"
)

// half is the number of runs whose mean is expected to lie just where powerLevel accuses, at all places together: a
// normal mean accuses then half of the time.
func (c check) half() int {
	return c.needed(distuv.UnitNormal.Quantile(1 - powerLevel/2/float64(c.places)))
}

// TestPowerOfShipped: the committed table of reports/power has the runs that find each bug by each law half of the
// time.
func TestPowerOfShipped(t *testing.T) {
	all := []string{meanW, meanInvW, byCell, gibbs, byAtom, askedESS}
	people := table.Table{Title: "The least number of runs that find a shipped bug half of the time, at level 1e-4",
		Columns: []table.Column{{Key: "bug", Head: "bug"}}}
	data := table.Table{Columns: table.Keys("bug law at places runs")}
	found := map[string]int{}
	for _, law := range all {
		people.Columns = append(people.Columns, table.Column{Key: law, Head: law})
	}
	for _, b := range shipped {
		row := []any{b.name}
		by := map[string]check{}
		for _, c := range broken(checksOf(b.wrongly)) {
			by[c.law] = c
			found[c.law]++
			data.Add(b.name, c.law, c.at, c.places, c.half())
		}
		for _, law := range all {
			cell := ""
			if c, ok := by[law]; ok {
				cell = table.Thousands(c.half())
			}
			row = append(row, cell)
		}
		people.Rows = append(people.Rows, row)
	}
	people.Note("An empty cell: the law holds, or the program has nothing that it is of, and no number of runs shows " +
		"the bug by it.")
	people.Note("A run is one forward or one reverse; a sweep of particle Gibbs is one too, and it is the one thing " +
		"here that is a kernel: Geweke's test, SBC and the invariance test see what a sweep changes, and nothing of " +
		"the weights.")
	for _, f := range append(table.Data("shipped", data), table.Page("shipped.md", people)) {
		path, content := filepath.Join(powerPages, f.Name), reporttest.Content(t, f)
		if *update {
			must.Do(t, os.WriteFile(path, content, 0o644))
		} else {
			reporttest.UpToDate(t, path, content, "go test ./experiments/shipped -update makes it anew", false)
		}
	}
	page := string(must.Have(os.ReadFile(filepath.Join(powerPages, "README.md")))(t))
	must.Say(t, strings.Join(strings.Fields(page), " "),
		fmt.Sprintf("Of the %d shipped bugs the mean of w finds %d, the mean of 1/w %d, a sweep of particle Gibbs "+
			"%d, and single weights %d", len(shipped), found[meanW], found[meanInvW], found[gibbs], found[byAtom]))
}

// TestHalfIsHalf: so many runs, when they are made, find a bug half of the time, by the mean of w and its standard
// error.
func TestHalfIsHalf(t *testing.T) {
	const tries, name = 80, "nimble 765"
	b := shipped[slices.IndexFunc(shipped, func(b bug) bool { return b.name == name })]
	all := broken(checksOf(b.wrongly))
	c := all[slices.IndexFunc(all, func(c check) bool { return c.law == meanW })]
	first, last := b.wrongly.problem.Ends()
	logR := chains.LogSum(last) - chains.LogSum(first)
	beyond := distuv.UnitNormal.Quantile(1 - powerLevel/2)
	found := 0
	for try := range uint64(tries) {
		d, w := sample.Seeded(try, 3), make([]float64, c.half())
		for i := range w {
			_, logw := b.wrongly.Forward(d)
			w[i] = math.Exp(logw - logR)
		}
		mean, sd := stat.MeanStdDev(w, nil)
		if math.Abs(mean-1) > beyond*sd/math.Sqrt(float64(len(w))) {
			found++
		}
	}
	if share := float64(found) / tries; math.Abs(share-0.5) > 0.22 { // four standard errors
		t.Errorf("%d runs find %s %.2f of the time", c.half(), name, share)
	}
}
