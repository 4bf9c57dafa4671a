package reporttest

import (
	"image"
	"image/color"
	"os"
	"path/filepath"
	"testing"

	"breadboard/grid/must"
)

// TestApart: lines that differ in a word, in how many they are, or in a number by more than is allowed, are seen.
func TestApart(t *testing.T) {
	const line = "easy, T = 100: J = 1.0159179415142467"
	for changed, differs := range map[string]bool{
		line: false, "easy, T = 100: J = 1.0159179415142999": false,
		"easy, T = 100: J = 1.0159279415142467": true, "hard, T = 100: J = 1.0159179415142467": true,
		line + "\n" + line: true, "easy, T = 101: J = 1.0159179415142467": true,
	} {
		if fault := apart(changed, line); (fault != "") != differs {
			t.Errorf("%s: %q", changed, fault)
		}
	}
}

// TestDiffering: pictures differ by the pixels that do, and wholly where their sizes do.
func TestDiffering(t *testing.T) {
	a := image.NewGray(image.Rect(0, 0, 10, 10))
	b := image.NewGray(image.Rect(0, 0, 10, 10))
	b.Set(3, 4, color.White)
	if got := differing(a, b); got != 0.01 {
		t.Errorf("one pixel of a hundred is %v", got)
	}
	if got := differing(a, image.NewGray(image.Rect(0, 0, 10, 9))); got != 1 {
		t.Errorf("pictures of other sizes differ by %v", got)
	}
}

// TestRows: numbers, booleans, words and nothing in CSV.
func TestRows(t *testing.T) {
	path := filepath.Join(t.TempDir(), "rows.csv")
	must.Do(t, os.WriteFile(path, []byte("a,b,c,d,e\n1.5,true,word,,nan\n"), 0o600))
	row := Rows(t, path)[0]
	if nan, ok := row["e"].(float64); row["a"] != 1.5 || row["b"] != true || row["c"] != "word" || row["d"] != nil ||
		!ok || nan == nan {
		t.Errorf("the row is %v", row)
	}
}
