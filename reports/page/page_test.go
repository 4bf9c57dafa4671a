package page

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"

	"breadboard/reports/figure"
	"breadboard/reports/reporttest"
	"breadboard/reports/table"
)

// square draws an SVG of 500 points with letters of 10 and of 8 points.
func square(w io.Writer, _ figure.Medium) error {
	_, err := io.WriteString(w, `<?xml version="1.0"?>
<svg width="500pt" height="500pt" viewBox="0 0 500 500" xmlns="http://www.w3.org/2000/svg">
<path d="M0,0L500,0L500,500L0,500Z" style="fill:#FFFFFF" />
<text style="font-size:10px">ten</text><text style="font-size:8px">eight</text></svg>`)
	return err
}

func example() Page {
	numbers := table.Table{Title: "Numbers", Columns: table.Keys("name J"), Notes: []string{"a note"}}
	numbers.Add("a <b>", 1.5)
	return Page{
		Title: "A page", Intro: []string{"After [a paper](https://arxiv.org/abs/1606.02275)."},
		Sections: []Section{
			{ID: "one", Title: "One", Text: []string{"Run `ls`."}, Figures: []Figure{{Alt: "a square", Draw: square}},
				Tables: []table.Table{numbers, numbers}, Command: "breadboard exact", Files: []string{"a.csv", "a.json"}},
			{ID: "two", Title: "Two", Tables: []table.Table{numbers}},
		},
		Version: "breadboard, commit 1cba2ef",
	}
}

func written(t *testing.T, p Page) string {
	t.Helper()
	var b bytes.Buffer
	if err := p.Write(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestPageHoldsAllAndFetchesNothing(t *testing.T) {
	text := written(t, example())
	count := reporttest.Alone(t, text)
	for tag, want := range map[string]int{"svg": 1, "table": 3, "tr": 6, "section": 2, "h2": 2} {
		if count[tag] != want {
			t.Errorf("%d of <%s>, want %d", count[tag], tag, want)
		}
	}
	for _, want := range []string{
		`<a href="https://arxiv.org/abs/1606.02275">a paper</a>`, `<code>ls</code>`, `<a href="#two">Two</a>`,
		`<a href="a.csv">a.csv</a>, <a href="a.json">.json</a>`, `<td>a &lt;b&gt;</td>`, `<td class="n">1.5000</td>`,
		"a note", "<pre>breadboard exact</pre>", "breadboard, commit 1cba2ef",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q", want)
		}
	}
}

// A title stays on one printed page with the first figure, or else with the first table.
func TestTitleStaysWithTheFirstThing(t *testing.T) {
	text := written(t, example())
	for _, part := range strings.Split(text, `<div class="whole">`)[1:] {
		whole, _, _ := strings.Cut(part, "\n</div>\n<")
		if !strings.Contains(whole, "<h2>") {
			t.Errorf("no title in %q", whole)
		}
		if n := strings.Count(whole, "<svg") + strings.Count(whole, "<table>"); n > 1 {
			t.Errorf("%d figures and tables in one piece with the title", n)
		}
	}
}

// 500 points with letters of 8 shrink to 563 pixels, in which these have 9 pixels.
func TestLettersStayReadable(t *testing.T) {
	d, err := draw(Figure{Draw: square})
	if err != nil {
		t.Fatal(err)
	}
	if d.Style != "min-width:563px" {
		t.Errorf("%s", d.Style)
	}
	if strings.Contains(string(d.SVG), "#FFFFFF") {
		t.Error("the figure is white in the dark")
	}
}

func TestAFigureThatFailsIsNamed(t *testing.T) {
	p := example()
	p.Sections[0].Figures[0].Draw = func(io.Writer, figure.Medium) error { return errors.New("no ink") }
	if err := p.Write(io.Discard); err == nil || !strings.Contains(err.Error(), `"One": no ink`) {
		t.Errorf("%v", err)
	}
}

// What is neither right nor wrong has neither's colour.
func TestPageMarksDoubt(t *testing.T) {
	z := table.Table{Columns: table.Columns("z")}
	z.Add(table.Verdict{Text: "+1.00"})
	z.Add(table.Verdict{Text: "-16.78 (!)", Mark: table.Uncertain})
	z.Add(table.Verdict{Text: "+9.00 (!!)", Mark: table.Failed})
	z.Add(table.Verdict{Text: "1.50", Mark: table.NoMark})
	for i, want := range []string{"n good", "n unsure", "n bad", "n"} {
		if got := class(z, 0, z.Rows[i][0]); got != want {
			t.Errorf("%s is %q, want %q", z.Rows[i][0], got, want)
		}
	}
}

// The first cell with a value says whether a column is of numbers.
func TestPageAlignsByTheFirstValue(t *testing.T) {
	for _, c := range []struct {
		first any
		want  string
	}{{"J", ""}, {1.5, "n"}} {
		least := table.Table{Columns: table.Columns("least"), Rows: [][]any{{nil}, {c.first}}}
		if got := class(least, 0, nil); got != c.want {
			t.Errorf("a column of %v is %q, want %q", c.first, got, c.want)
		}
	}
}
