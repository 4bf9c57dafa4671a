package pages

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"breadboard/grid/must"
	"breadboard/reports/reporttest"
	"breadboard/reports/study"
	"breadboard/reports/table"
)

var update = flag.Bool("update", false, "draw what is committed anew from its numbers")

// The long form draws all pictures again.
var long = os.Getenv("BREADBOARD_LONG") != ""

// reports is the folder with the files that the studies made.
const reports = "../../../reports"

// A row is a row of a JSON file.
type row map[string]any

func (r row) text(key string) string { v, _ := r[key].(string); return v }
func (r row) count(key string) int   { return int(r.number(key)) }

// number is 0 for null: what is exact has no standard error. orNaN is NaN for null.
func (r row) number(key string) float64 { v, _ := r[key].(float64); return v }

func (r row) orNaN(key string) float64 {
	if v, ok := r[key].(float64); ok {
		return v
	}
	return math.NaN()
}

// list is what is under numbered keys.
func (r row) list(key string, n int) (all []float64) {
	for i := range n {
		all = append(all, r.number(fmt.Sprint(key, i+1)))
	}
	return all
}

// committed are the rows of a file of committed data, such as bdmc/rows.
func committed[R any](t *testing.T, name string) []R {
	t.Helper()
	return reporttest.Committed[R](t, reports, name)
}

// rowsOf are the rows of a file of committed data, such as bdmc/rows.
func rowsOf(t *testing.T, name string) []row {
	return madeOf(t, name, func(r row) row { return r })
}

// madeOf makes something of each row.
func madeOf[T any](t *testing.T, name string, of func(row) T) (all []T) {
	t.Helper()
	for _, r := range reporttest.Rows(t, reports, name+".json") {
		all = append(all, of(r))
	}
	return all
}

// fromData are the studies that are drawn from their committed data, with their folders.
func fromData(t *testing.T) map[string]study.Study {
	t.Helper()
	return map[string]study.Study{"bdmc": BDMC(committedBDMC(t)), "aide": AIDE(committedAIDE(t)),
		"samplers": committedSamplers(t).study()}
}

// made says whether a file is made again: pictures in PNG are those in SVG, and take long.
func made(name string) bool {
	return long || *update || !strings.HasSuffix(name, ".png")
}

// Every committed file is what its data make today: the page, tables and figures.
func TestCommittedIsUpToDate(t *testing.T) {
	for name, s := range fromData(t) {
		again := "go test ./pages -update in experiments/studies draws it anew from its rows, and go -C " +
			"experiments/studies run . " + name + " --out ../../reports/" + name + " makes those"
		files := s.Unrendered()
		reporttest.Complete(t, filepath.Join(reports, name), files, again)
		for _, f := range files {
			if made(f.Name) {
				reporttest.UpToDate(t, filepath.Join(reports, name, f.Name), reporttest.Content(t, f), again, *update)
			}
		}
	}
}

// Tables for people fit a terminal, those of a quick run say so, and programs get every table: as one object in JSON,
// and in CSV with an empty line between two.
func TestStudiesInEveryFormat(t *testing.T) {
	s := AIDE(committedAIDE(t))
	s.Quick = true
	written := func(f table.Format) string {
		var b bytes.Buffer
		must.Do(t, s.Write(&b, f, table.Style{}))
		return b.String()
	}
	for line := range strings.Lines(written(table.Plain)) {
		if n := len([]rune(strings.TrimRight(line, "\n"))); n > 80 {
			t.Errorf("%d columns: %s", n, line)
		}
	}
	if n := strings.Count(strings.Join(strings.Fields(written(table.Markdown)), " "),
		"(quick run)"); n != len(s.People) {
		t.Errorf("%d of %d tables say that the run was quick", n, len(s.People))
	}
	var all map[string][]map[string]any
	if err := json.Unmarshal([]byte(written(table.JSON)), &all); err != nil || len(all) != len(s.Data) {
		t.Fatalf("%d tables in JSON, want %d: %v", len(all), len(s.Data), err)
	}
	for _, d := range s.Data {
		if len(all[d.Name]) != len(d.Table.Rows) {
			t.Errorf("%d rows of %s, want %d", len(all[d.Name]), d.Name, len(d.Table.Rows))
		}
	}
	if n := strings.Count(written(table.CSV), "\n\n"); n != len(s.Data)-1 {
		t.Errorf("%d empty lines in CSV, want %d", n, len(s.Data)-1)
	}
}
