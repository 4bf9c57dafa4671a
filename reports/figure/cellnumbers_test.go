package figure

import (
	"bytes"
	"regexp"
	"strings"
	"testing"

	"gonum.org/v1/plot/vg/draw"
)

// numbersOf returns the words of a map of equal cells, in a square of 105 points.
func numbersOf(t *testing.T, rows, columns int) string {
	t.Helper()
	h := HeatMap{Numbers: true, Scale: Scale{High: 1}}
	for range rows {
		h.Cells = append(h.Cells, make([]float64, columns))
	}
	var b bytes.Buffer
	err := Render(&b, SVG, 140, 140, func(c draw.Canvas) { h.Draw(Crop(c, 20, 20, 105, 105)) })
	if err != nil {
		t.Fatal(err)
	}
	var words []string
	for _, m := range regexp.MustCompile(`>([0-9]+)</text>`).FindAllStringSubmatch(b.String(), -1) {
		words = append(words, m[1])
	}
	return strings.Join(words, " ")
}

// Columns and rows are numbered from 0, and fewer of them where they are narrow.
func TestCellNumbers(t *testing.T) {
	for _, c := range []struct {
		rows, columns int
		want          string
	}{
		{3, 2, "0 1 0 1 2"},
		{1, 3, "0 1 2"},
		{7, 7, "0 1 2 3 4 5 6 0 1 2 3 4 5 6"},
		{15, 1, "0 2 4 6 8 10 12 14"},
		{1, 60, "0 10 20 30 40 50"},
	} {
		if got := numbersOf(t, c.rows, c.columns); got != c.want {
			t.Errorf("%d rows of %d: %s, want %s", c.rows, c.columns, got, c.want)
		}
	}
}
