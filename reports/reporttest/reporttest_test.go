package reporttest

import (
	"strings"
	"testing"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"

	"breadboard/grid/must"
	"breadboard/reports/figure"
)

// drawn returns a figure with many dots, from x on.
func drawn(x float64) figure.Figure {
	p := figure.NewPlot()
	p.X.Label.Text = "across"
	dots := plotter.XYs{{X: 90, Y: 2}}
	for i := range 60 {
		dots = append(dots, plotter.XY{X: x + float64(i), Y: float64(i % 7)})
	}
	p.Add(figure.NthLine(0).Dots(dots))
	return figure.Panels{Plots: [][]*plot.Plot{{p}}, Height: 90}
}

// TestChecks: a check says nothing of what is right, and one thing of what is wrong.
func TestChecks(t *testing.T) {
	const rows = "a,b,c,defect\nx,1,2.5,1e-16\ny,2,inf,0\n"
	var png strings.Builder
	must.Do(t, drawn(3).Write(&png, figure.PNG, 0))
	picture := must.File(t, "drawn.png", png.String())
	page := must.File(t, "page.md", "Some words,\n\n| a  | 7 |\n")
	for was, change := range map[string][2]string{
		"2.5": {"2.5000024", "2.5000026"}, "inf": {"inf", "3"}, "x,1": {"x,1.0", "x,2"}, "1e-16": {"5", "5,6"},
		"y,2": {"y,2.000000000001", "z,2"}, "2,inf": {"2,inf", "2,INFO"},
	} {
		for k, now := range change {
			var r must.Record
			SameRows(&r, []byte(strings.Replace(rows, was, now, 1)), []byte(rows), 1)
			if len(r.Said) != k {
				t.Errorf("%s for %s: %q", now, was, r.Said)
			}
		}
	}
	for name, check := range map[string]func(r *must.Record, k int){
		"except": func(r *must.Record, k int) {
			SameRows(r, []byte("a,b\n1,2\n"), []byte("a,b\n1,3\n"), 1, []string{"b", "c"}[k])
		},
		"says":    func(r *must.Record, k int) { Says(r, page, "words, | a", []string{"a | 7", "a | 8"}[k]) },
		"picture": func(r *must.Record, k int) { Picture(r, picture, drawn(3+2*float64(k)), "again") },
		"fetches": func(r *must.Record, k int) { SelfContained(r, []string{"<p>a</p>", `<p>url(a)</p>`}[k]) },
		"links": func(r *must.Record, k int) {
			SelfContained(r, `<p id="a"><a href="#`+[]string{"a", "b"}[k]+`">a</a></p>`)
		},
	} {
		for k := range 2 {
			var r must.Record
			if check(&r, k); len(r.Said) != k {
				t.Errorf("%s, case %d: %q", name, k, r.Said)
			}
		}
	}
	if n := SelfContained(t, "<p>a<br>b</p><p>&nbsp;</p>"); n["p"] != 2 || n["br"] != 1 {
		t.Errorf("the elements are %v", n)
	}
	if words := Words(t, drawn(3)); !strings.HasPrefix(words, "across | ") || words == Words(t, drawn(3.2)) {
		t.Errorf("the words are %q", words)
	}
	if got := Prose("<style>a\nb</style> <p>\n\n  c <svg x>\nd</svg></p>"); got != "<p>\nc </p>\n" {
		t.Errorf("the prose is %q", got)
	}
}
