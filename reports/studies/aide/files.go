package aide

import (
	_ "embed"
	"io"
	"slices"
	"strings"

	"breadboard/experiments/aidepaper"
	"breadboard/reports/figure"
	"breadboard/reports/table"
)

// A section is one experiment as people see it.
type section struct {
	prose   string                                              // in Markdown, for the README
	tables  []table.Table                                       // for people
	data    []table.Named                                       // for programs
	figures map[string]func(w io.Writer, m figure.Medium) error // by the name of the file
	files   []table.File                                        // others, such as targets for the command line
}

// sections are the experiments in the order of the page.
func sections(s aidepaper.Study) []section {
	return []section{biasSection(s), modesSection(s), hmmSection(s), partitionsSection(s), galaxiesSection(s)}
}

//go:embed intro.md
var intro string

// Names are the names of Files.
var Names = slices.Concat(table.Names("md", "README", "rows"),
	table.Names("csv json", "bias", "bias-lattices", "galaxies", "galaxies-few", "galaxies-golds", "hmm", "hmm-alone",
		"hmm-standards", "hmm-states", "modes", "modes-lattices", "modes-laws", "partitions", "partitions-clusters",
		"partitions-few", "partitions-posterior"),
	table.Names("png svg", "bias", "galaxies", "hmm", "hmm-states", "modes", "partitions"),
	table.Names("csv", "modes-broad", "modes-offset", "modes-target", "regression"), table.Names("json", "hmm-model"))

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
			files = append(files, table.Data(d.Name, d.Table)...)
		}
		files = append(files, c.files...)
		for name, draw := range c.figures {
			files = append(files, figure.Files(name, figure.ForScreen, draw)...)
		}
	}
	page := strings.Join(text, "\n\n") + "\n"
	files = append(files, table.Page("rows.md", people...),
		table.File{Name: "README.md", Write: func(w io.Writer) error { _, err := io.WriteString(w, page); return err }})
	return table.Render(files)
}

// Write writes the tables of the study, one below the other. JSON is one object with an array for
// each table of data; CSV has an empty line between two.
func Write(w io.Writer, s aidepaper.Study, f table.Format, style table.Style) error {
	var people, data []table.Table
	var all []table.Named
	for _, c := range sections(s) {
		all, people = append(all, c.data...), append(people, c.tables...)
	}
	if f == table.JSON {
		return table.WriteNamed(w, all...)
	}
	for _, n := range all {
		data = append(data, n.Table)
	}
	if f == table.CSV {
		return table.WriteAll(w, f, style, data...)
	}
	if s.Quick {
		for i := range people {
			people[i].Title += " (quick run)"
		}
	}
	return table.WriteAll(w, f, style, people...)
}
