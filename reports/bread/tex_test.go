package bread

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"breadboard/grid/must"
	"breadboard/reports/reporttest"
	"breadboard/reports/table"
)

// The tables in LaTeX have the numbers of the run, in columns that have room for each, and everything that opens is
// closed.
func TestTightnessInLaTeX(t *testing.T) {
	r := small(t, false)
	files := texFiles(r)
	if len(files) != 3 || files[2].Name != "tightness-barrier.tex" {
		t.Fatalf("the files are %v", table.Each(files, func(f table.File) string { return f.Name }))
	}
	for i, rows := range toysOf(r) {
		got := string(reporttest.Content(t, files[i]))
		for _, says := range []string{`\caption{` + rows[0].Title + ": ", `\label{tab:tightness-` + rows[0].Toy + "}",
			"{$J$} & ", "{$B/J$} ", `\toprule`, `\midrule`, `\bottomrule`} {
			if strings.Count(got, says) != 1 {
				t.Errorf("%q is not there once in\n%s", says, got)
			}
		}
		if strings.Count(got, "{") != strings.Count(got, "}") || strings.Count(got, "$")%2 != 0 ||
			strings.Count(got, `\begin{`) != strings.Count(got, `\end{`) {
			t.Errorf("something is left open in\n%s", got)
		}
		formats := regexp.MustCompile(`table-format=([0-9])\.([0-9])(e-([0-9]))?\]`).FindAllStringSubmatch(got, -1)
		lines := strings.Split(got, "\n")
		at := 1
		for lines[at-1] != `\midrule` {
			at++
		}
		for k, row := range rows {
			cells := strings.Split(strings.TrimSuffix(lines[at+k], ` \\`), " & ")
			want := []float64{float64(row.T), row.J(), row.Final.Forward, row.Final.Reverse, row.B(), row.B() / row.J()}
			if len(cells) != len(want) || len(formats) != len(want) {
				t.Fatalf("%d cells and %d columns, want %d", len(cells), len(formats), len(want))
			}
			for c, cell := range cells {
				v := must.Have(strconv.ParseFloat(cell, 64))(t)
				must.Near(t, v, want[c], 5.1e-5*want[c], "column %d of T = %d", c, row.T)
				if f := formats[c]; !fits(cell, f[1], f[2], f[4]) {
					t.Errorf("%s has no room in a column of %s", cell, f[0])
				}
			}
		}
	}
	quick := string(reporttest.Content(t, texFiles(small(t, true))[0]))
	if !strings.Contains(quick, " (quick run).}\n") {
		t.Errorf("a quick run does not say so: %s", quick)
	}
}

// fits reports whether a number has no more digits than its column.
func fits(cell, whole, decimals, exponent string) bool {
	if exponent == "" {
		exponent = "0"
	}
	form := fmt.Sprintf(`^[0-9]{1,%s}(\.[0-9]{1,%s})?(e[-+]?0*[0-9]{0,%s})?$`, whole, max(decimals, "1"), exponent)
	return regexp.MustCompile(form).MatchString(cell)
}
