package aide

import (
	"flag"
	"math"
	"os"
	"path/filepath"
	"testing"

	"breadboard/experiments/aidepaper"
	"breadboard/reports/reporttest"
)

var update = flag.Bool("update", false, "draw what is committed anew from its numbers")

// folder has the committed study.
var folder = filepath.Join("..", "..", "aide")

// committed is the committed study, read from its data. Package aidepaper holds these to what is
// made today.
func committed(t *testing.T) aidepaper.Study {
	t.Helper()
	return aidepaper.Study{Bias: committedBias(t), Modes: committedModes(t),
		Filters: committedHMM(t), Partitions: committedPartitions(t), Galaxies: committedGalaxies(t)}
}

// A row is a row of a JSON file.
type row map[string]any

func (r row) text(key string) string { v, _ := r[key].(string); return v }

// number is 0 for null.
func (r row) number(key string) float64 { v, _ := r[key].(float64); return v }

// orNaN is NaN for null.
func (r row) orNaN(key string) float64 {
	if v, ok := r[key].(float64); ok {
		return v
	}
	return math.NaN()
}

func rowsOf(t *testing.T, name string) (rows []row) {
	t.Helper()
	for _, r := range reporttest.Rows(t, folder, name+".json") {
		rows = append(rows, r)
	}
	return rows
}

const again = "go test ./reports/studies/aide -update draws it anew from its rows, and " +
	"go run ./cmd/breadboard reproduce aide --out reports/aide --force makes those"

// Every committed file is what its data make today: the page, the verdicts, tables and figures.
func TestCommittedIsUpToDate(t *testing.T) {
	files, err := Files(committed(t))
	if err != nil {
		t.Fatal(err)
	}
	reporttest.Complete(t, folder, files, again)
	for _, f := range files {
		reporttest.UpToDate(t, filepath.Join(folder, f.Name), reporttest.Content(t, f), again, *update)
	}
}

// stale tests that a study with other numbers makes other files.
func stale(t *testing.T, s aidepaper.Study, names ...string) {
	t.Helper()
	files, err := Files(s)
	if err != nil {
		t.Fatal(err)
	}
	made := map[string][]byte{}
	for _, f := range files {
		made[f.Name] = reporttest.Content(t, f)
	}
	for _, name := range names {
		want, err := os.ReadFile(filepath.Join(folder, name))
		if err != nil {
			t.Fatal(err)
		}
		if reporttest.Differs(name, made[name], want) == "" {
			t.Errorf("%s: the change is not seen", name)
		}
	}
}
