package main

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"breadboard/reports/reporttest"
	"breadboard/reports/table"
)

// TestExactPictures: the table says what was written, and the page what wrote it. The numbers are those without
// pictures, and the page and the shares by step are of them.
func TestExactPictures(t *testing.T) {
	dir := files(t, map[string]string{"g.csv": "0,1,2\n3,0.5,1\n0,0,4\n"})
	args := strings.Fields("exact --target g.csv --kernel cycle -T 3 --format json")
	var rows []struct{ J, B float64 }
	plain := works(t, dir, args...)
	decode(t, result{stdout: plain}, 0, &rows)
	if drawn := works(t, dir, append(args, "--pictures", "a b")...); drawn != plain {
		t.Errorf("with pictures the JSON is\n%swithout\n%s", drawn, plain)
	}
	into := filepath.Join(dir, "a b") // a place on this machine, which the page does not tell
	out := works(t, dir, append(strings.Fields("exact --target g.csv --kernel cycle -T 3 --pictures"),
		into)...)
	if !strings.HasSuffix(strings.Join(strings.Fields(out), " "),
		"Pictures in "+into+": run.html shows all of them; maps-T3.png and the like are single ones.") {
		t.Errorf("the table does not end with what was written:\n%s", out)
	}
	want := []string{"run.html"}
	for _, name := range []string{"maps", "steps"} {
		for _, end := range []string{".png", ".svg"} {
			want = append(want, name+"-T3"+end)
		}
	}
	slices.Sort(want)
	if got := namesIn(t, filepath.Join(dir, "a b")); !slices.Equal(got, want) {
		t.Errorf("the files are %v, want %v", got, want)
	}
	page := textOf(t, dir, "a b/run.html")
	reporttest.Alone(t, page)
	says := []string{"breadboard exact --target g.csv --kernel cycle -T 3", strings.TrimSpace(version())}
	for _, r := range rows {
		says = append(says, ">"+table.Short(r.J)+"<", ">"+table.Short(r.B)+"<")
	}
	holds(t, page, says...)
}
