package reports

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"breadboard/experiments/paper"
	"breadboard/reports/figure"
)

func TestFigure4UsesOneScaleARow(t *testing.T) {
	rows := []paper.Gallery{{Toy: "ONE"}, {Toy: "TWO"}}
	for i := range rows {
		top := []float64{0.5, 0.02}[i]
		rows[i].Panels = []paper.Panel{
			{Name: "intermediate", Beta: 0.25, P: [][]float64{{0, top / 2}, {0, 0}}},
			{Name: "target", Beta: 1, P: [][]float64{{0, top}, {0, 0}}},
		}
	}
	var b bytes.Buffer
	if err := figure4(&b, figure.SVG, rows); err != nil {
		t.Fatal(err)
	}
	all := elements(t, b.Bytes())
	count := map[string]int{}
	for _, e := range all {
		for _, part := range strings.Split(e.style, ";") {
			if c, ok := strings.CutPrefix(part, "fill:"); ok && e.name == "path" {
				count[c]++
			}
		}
	}
	hex := func(p float64) string {
		r, g, b, a := figure.Scale{High: 1}.Colour(p).RGBA()
		to := 255 / float64(a) // and down, as the figure.SVG writer rounds
		return fmt.Sprintf("#%02X%02X%02X", int(float64(r)*to), int(float64(g)*to), int(float64(b)*to))
	}
	// Of each row: a colour once in the bar; 6 empty cells, one half of the
	// largest and one the largest, whatever that is.
	for p, want := range map[float64]int{0: 2 * (1 + 6), 0.5: 2 * (1 + 1), 1: 2 * (1 + 1)} {
		if got := count[hex(p)]; got != want {
			t.Errorf("%d cells of the colour of %v, want %d", got, p, want)
		}
	}
	for _, word := range []string{"ONE", "TWO", "beta = 0.25", "target", "probability", "0.5", "0.02"} {
		if !strings.Contains(texts(all), word) {
			t.Errorf("no %q in the figure", word)
		}
	}
}
