package main

import (
	"encoding/json"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"breadboard/reports/reporttest"
	"breadboard/reports/table"
)

// namesIn lists the files of a directory.
func namesIn(t *testing.T, dir string) (names []string) {
	t.Helper()
	for _, f := range entriesIn(t, dir) {
		names = append(names, f.Name())
	}
	return names
}

// TestPicturesAreSaid: the table says what was written, and the page what wrote it.
func TestPicturesAreSaid(t *testing.T) {
	dir := t.TempDir()
	out := works(t, dir, append(strings.Fields("exact --toy barrier -T 3,12 --pictures"), "a b")...)
	if !strings.HasSuffix(strings.Join(strings.Fields(out), " "),
		"Pictures in a b: run.html shows all of them; maps-T3.png and the like are single ones.") {
		t.Errorf("the table does not end with what was written:\n%s", out)
	}
	want := []string{"run.html"}
	for _, name := range []string{"maps", "steps", "weights"} {
		for _, end := range []string{"-T3", "-T12"} {
			want = append(want, name+end+".csv", name+end+".pdf", name+end+".png", name+end+".svg")
		}
	}
	slices.Sort(want)
	if got := namesIn(t, filepath.Join(dir, "a b")); !slices.Equal(got, want) {
		t.Errorf("the files are %v, want %v", got, want)
	}
	page := textOf(t, dir, "a b/run.html")
	reporttest.Alone(t, page)
	for _, words := range []string{"breadboard exact --toy barrier -T 3,12 --pictures &#39;a b&#39;",
		strings.TrimSpace(works(t, dir, "--version"))} {
		if !strings.Contains(page, words) {
			t.Errorf("the page does not say %s", words)
		}
	}
}

// TestExactPictures: the numbers are those without pictures, and the page shows them.
func TestExactPictures(t *testing.T) {
	dir, args := t.TempDir(), strings.Fields("exact --toy hard --kernel lifted -T 3,12 --format json")
	plain := works(t, dir, args...)
	if drawn := works(t, dir, append(args, "--pictures", "p")...); drawn != plain {
		t.Errorf("with pictures the JSON is\n%swithout\n%s", drawn, plain)
	}
	var rows []struct{ J, B float64 }
	if err := json.Unmarshal([]byte(plain), &rows); err != nil {
		t.Fatal(err)
	}
	page := textOf(t, dir, "p/run.html")
	for _, r := range rows {
		for _, v := range []float64{r.J, r.B} {
			if !strings.Contains(page, ">"+table.Short(v)+"<") {
				t.Errorf("the page does not have the number %v of the JSON", v)
			}
		}
	}
}

// The shares by step of a picture are those of --steps.
func TestExactPicturesAndSteps(t *testing.T) {
	dir := t.TempDir()
	out := works(t, dir, strings.Fields("exact --toy easy --seed 4 -T 8 --steps --format csv --pictures p")...)
	if data := textOf(t, dir, "p/steps-T8.csv"); out != data {
		t.Errorf("steps-T8.csv is\n%s--steps prints\n%s", data, out)
	}
}

// TestSamplePictures: the page has both seeds, and the numbers are those without pictures.
func TestSamplePictures(t *testing.T) {
	dir := t.TempDir()
	args := strings.Fields("sample --toy easy --seed 4 --mc-seed 9 -T 5 --chains 500 --format csv")
	plain := works(t, dir, args...)
	if drawn := works(t, dir, append(args, "--pictures", "p")...); drawn != plain {
		t.Errorf("with pictures the rows are\n%swithout\n%s", drawn, plain)
	}
	page := textOf(t, dir, "p/run.html")
	for _, words := range []string{"<td>seed</td><td>4</td>", "<td>mc_seed</td><td>9</td>",
		"<td>chains in each direction</td><td>500</td>"} {
		if !strings.Contains(page, words) {
			t.Errorf("the page does not say %s", words)
		}
	}
}
