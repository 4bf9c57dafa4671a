package studies

import (
	"embed"
	"fmt"
	"io"
	"math"
	"strings"
	"text/template"

	"breadboard/experiments"
	"breadboard/reports/figure"
	"breadboard/reports/table"
)

// A Study is a whole study as it is shown: its tables for people and for programs, and files beside these, such as
// a README and figures. The same numbers make the same bytes.
type Study struct {
	Quick  bool // it says so in every title that is printed
	People []table.Table
	Data   []table.Named
	Others []table.File
}

// Files are all files of the study: each table for programs as CSV and JSON, and the others.
func (s Study) Files() ([]table.File, error) { return table.Render(s.unrendered()) }

func (s Study) unrendered() (files []table.File) {
	for _, d := range s.Data {
		files = append(files, table.Data(d.Name, d.Table)...)
	}
	return append(files, s.Others...)
}

// Write writes the tables of the study, one below the other. JSON is one object with an array for each table for
// programs; CSV has an empty line between two.
func (s Study) Write(w io.Writer, f table.Format, style table.Style) error {
	if f == table.JSON {
		return table.WriteNamed(w, s.Data...)
	}
	tables := each(s.People, func(t table.Table) table.Table {
		if s.Quick {
			t.Title += " (quick run)"
		}
		return t
	})
	if f == table.CSV {
		tables = each(s.Data, func(d table.Named) table.Table { return d.Table })
	}
	return table.WriteAll(w, f, style, tables...)
}

func (s *Study) data(name string, t table.Table) {
	s.Data = append(s.Data, table.Named{Name: name, Table: t})
}

func (s *Study) figure(name string, draw func(w io.Writer, m figure.Medium) error) {
	s.Others = append(s.Others, figure.Files(name, figure.ForScreen, draw)...)
}

func (s *Study) text(name, words string) {
	s.Others = append(s.Others, table.File{Name: name, Write: func(w io.Writer) error {
		_, err := io.WriteString(w, words)
		return err
	}})
}

//go:embed prose
var proseFiles embed.FS

var prose = template.Must(template.ParseFS(proseFiles, "prose/*.md"))

// fill fills a template of the folder prose. Every number of the prose comes from data.
func fill(name string, data any) string {
	var b strings.Builder
	if err := prose.ExecuteTemplate(&b, name+".md", data); err != nil {
		panic("studies: " + err.Error()) // unreachable: a builder takes all, and tests fill all templates
	}
	return b.String()
}

func inMarkdown(t table.Table) string {
	t.Title = ""
	return titled(t)
}

func titled(t table.Table) string {
	var b strings.Builder
	if err := t.Write(&b, table.Markdown, table.Style{Width: -1}); err != nil {
		panic("studies: " + err.Error()) // unreachable: a builder takes all
	}
	return strings.TrimSpace(b.String())
}

func each[T, U any](all []T, of func(T) U) []U {
	made := make([]U, len(all))
	for i, item := range all {
		made[i] = of(item)
	}
	return made
}

// A record has cells by the keys of their columns.
type record = map[string]any

// data adds a table for programs with a line a row, under these keys: what the tags of a row's fields say (table.Filled),
// and what more says of it, unless it is nil.
func data[R any](s *Study, name, keys string, rows []R, more func(R) record) {
	s.data(name, table.Filled(table.Table{Columns: table.Keys(keys)}, rows, more))
}

func cells(values []float64) []any { return each(values, func(v float64) any { return v }) }

func findingTable(title string, all []experiments.Finding) table.Table {
	return table.Filled(table.Table{Title: title, Columns: table.Keys("finding verdict numbers")}, all,
		func(f experiments.Finding) record {
			return record{"finding": f.Claim, "verdict": f.Verdict(), "numbers": f.Evidence}
		})
}

// unlessNaN writes a number in a format, and nothing if it is not known.
func unlessNaN(format string, v float64) string {
	if math.IsNaN(v) {
		return ""
	}
	return fmt.Sprintf(format, v)
}
