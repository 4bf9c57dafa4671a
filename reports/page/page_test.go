package page

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"

	"breadboard/grid/must"
	"breadboard/reports/figure"
	"breadboard/reports/reporttest"
	"breadboard/reports/table"
)

// A square is an SVG of 300 points, or fails with its fault.
type square struct{ fault error }

func (s square) Write(w io.Writer, _ figure.Medium, _ figure.Inches) error {
	_, err := io.WriteString(w, `<?xml version="1.0"?>
<svg width="300pt" height="300pt" viewBox="0 0 300 300" xmlns="http://www.w3.org/2000/svg">
<path d="M0,0L300,0L300,300L0,300Z" style="fill:#FFFFFF" />
<text style="font-size:10px">ten</text></svg>`)
	return errors.Join(s.fault, err)
}

// TestPage: a page has all that is given, as text and never as markup, and fetches nothing.
func TestPage(t *testing.T) {
	numbers := table.Table{Title: "Numbers", Columns: table.Keys("name J ok none"), Notes: []string{"a note"}}
	numbers.Add("a <b>", nil, table.Verdict{Text: "yes"}, nil)
	numbers.Add("c", 1.5, table.Verdict{Text: "no", Mark: table.Failed}, nil)
	numbers.Add("d", 2.5, table.Verdict{Text: "perhaps", Mark: table.Uncertain}, nil)
	empty := table.Table{Columns: table.Keys("a b")}
	data := []table.Named{{Name: "rows", Table: numbers}, {Name: "more", Table: empty}}
	p := Page{
		Title: "A page", Warning: "Beware", Fine: "Well", Intro: []string{"After a paper & more."},
		Sections: []Section{
			{ID: "one", Title: "One", Text: []string{"Words."}, Figures: []Figure{{Alt: "a square", Figure: square{}}},
				Tables: []table.Table{numbers, empty}, Data: data},
			{ID: "two", Title: "Two"},
		},
		Made: Made{Command: "breadboard exact", Version: "breadboard, commit 1cba2ef"},
	}
	var b bytes.Buffer
	must.Do(t, p.Write(&b))
	count := reporttest.SelfContained(t, b.String())
	if count["svg"] != 1 || count["table"] != 2 || count["script"] != 0 {
		t.Errorf("the page has the elements %v", count)
	}
	must.Say(t, b.String(), "width:400px")
	must.Golden(t, "testdata/page.golden", reporttest.Prose(b.String()))
	b.Reset()
	for _, f := range []table.Format{table.Plain, table.JSON, table.CSV} {
		must.Do(t, p.WriteTables(&b, f, table.Style{}))
	}
	for _, f := range p.Files("p.html") {
		b.WriteString(f.Name + " ")
	}
	must.Golden(t, "testdata/tables.golden", b.String())
	b.Reset()
	must.Do(t, p.Write(&b))
	if strings.Contains(b.String(), "M0,0L300,0") {
		t.Error("the white ground of a figure is there")
	}
}

// TestFault: if a figure fails, the page fails with the same error.
func TestFault(t *testing.T) {
	fault := errors.New("no figure")
	p := Page{Sections: []Section{{Figures: []Figure{{Figure: square{fault}}}}}}
	if err := p.Write(io.Discard); !errors.Is(err, fault) {
		t.Errorf("the error is %v", err)
	}
}
