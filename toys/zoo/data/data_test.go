package data

import (
	_ "embed"
	"strings"
	"testing"
)

//go:embed README.md
var readme string

// README.md has a row for every set.
func TestReadme(t *testing.T) {
	sets, err := files.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	for _, set := range sets {
		name := strings.TrimSuffix(set.Name(), ".csv")
		if !strings.Contains(readme, "\n| "+name+" |") {
			t.Errorf("README.md says nothing of %s", name)
		}
	}
}

// Sums that were printed with the data, or follow from what was.
func TestTotals(t *testing.T) {
	for _, c := range []struct {
		set, column string
		n           int
		sum         float64
	}{
		{"coal", "disasters", 112, 191}, {"beetles", "exposed", 8, 481}, {"beetles", "killed", 8, 291},
		{"nile", "flow", 100, 91935}, {"darwin", "difference", 15, 314}, {"bioassay", "deaths", 4, 9},
		{"stackloss", "loss", 21, 368}, {"challenger", "distressed", 23, 9}, {"stars", "light", 47, 235.57},
	} {
		column := Columns(c.set, c.column)[0]
		sum := 0.0
		for _, v := range column {
			sum += v
		}
		if len(column) != c.n {
			t.Errorf("%s has %d rows, not %d", c.set, len(column), c.n)
		}
		if off := sum - c.sum; !(off < 1e-9 && off > -1e-9) {
			t.Errorf("%s of %s add up to %v, not %v", c.column, c.set, sum, c.sum)
		}
	}
}
