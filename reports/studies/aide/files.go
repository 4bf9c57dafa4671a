package aide

import (
	_ "embed"
	"io"
	"strings"

	"breadboard/experiments/aidepaper"
	"breadboard/reports/figure"
	"breadboard/reports/table"
)

// A section is one experiment as people see it.
type section struct {
	prose   string        // in Markdown, for the README
	tables  []table.Table // for people
	data    []named
	figures map[string]func(w io.Writer, m figure.Medium) error // by the name of the file
}

// A named table is a file of data.
type named struct {
	name  string
	table table.Table
}

// sections are the experiments in the order of the page.
func sections(s aidepaper.Study) []section { return nil }

//go:embed intro.md
var intro string

// Files are all files of the study, the same bytes for the same numbers: a README, the tables, the
// data and the figures.
func Files(s aidepaper.Study) ([]table.File, error) {
	text := []string{strings.TrimSpace(intro)}
	if s.Quick {
		text = append(text, "This is a quick run: fewer runs of smaller programs than in the full study.")
	}
	var files []table.File
	var people []table.Table
	for _, c := range sections(s) {
		text, people = append(text, strings.TrimSpace(c.prose)), append(people, c.tables...)
		for _, d := range c.data {
			files = append(files, table.Data(d.name, d.table)...)
		}
		for name, draw := range c.figures {
			for _, m := range []figure.Medium{figure.PNG, figure.SVG} {
				files = append(files, table.File{Name: name + "." + string(m),
					Write: func(w io.Writer) error { return draw(w, m) }})
			}
		}
	}
	page := strings.Join(text, "\n\n") + "\n"
	files = append(files, table.Page("rows.md", people...),
		table.File{Name: "README.md", Write: func(w io.Writer) error { _, err := io.WriteString(w, page); return err }})
	return table.Render(files)
}
