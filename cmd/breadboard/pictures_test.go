package main

import (
	"path/filepath"
	"strings"
	"testing"

	"breadboard/reports/reporttest"
	"breadboard/reports/table"
)

// TestExactPictures: the table says what was written, and the page what wrote it. It has the numbers of the
// run without pictures.
func TestExactPictures(t *testing.T) {
	dir := files(t, map[string]string{"g.csv": "0,1,2\n3,0.5,1\n0,0,4\n"})
	const line = "exact --target g.csv --kernel cycle -T 3"
	var rows []struct{ J, B float64 }
	worksJSON(t, &rows, dir, strings.Fields(line)...)
	out := works(t, dir, append(strings.Fields(line), "--pictures", "a b")...)
	holds(t, out, "Pictures in a b: run.html shows all of them; maps-T3.png and the like are single ones.")
	const want = "maps-T3.png maps-T3.svg run.html steps-T3.png steps-T3.svg"
	if got := listing(t, filepath.Join(dir, "a b")); got != want {
		t.Errorf("the files are %v, want %v", got, want)
	}
	page := textOf(t, dir, "a b/run.html")
	reporttest.Alone(t, page)
	holds(t, page, "breadboard "+line, strings.TrimSpace(version()), ">"+table.Short(rows[0].J)+"<",
		">"+table.Short(rows[0].B)+"<")
}
