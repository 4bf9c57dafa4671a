package samplers

import (
	_ "embed"
	"io"
	"slices"
	"strings"
	"text/template"

	"breadboard/experiments/samplers"
	"breadboard/reports/table"
)

//go:embed page.md
var pageText string

var page = template.Must(template.New("page").Parse(pageText))

// Names are the names of Files.
var Names = slices.Concat(table.Names("md", "README", "rows"),
	table.Names("csv json", "calibration", "calibration-points", "counterparts", "diagnostics", "findings",
		"leaderboard-evaluations", "leaderboard-exact", "leaderboard-fit", "leaderboard-lightest", "leaderboard-time",
		"leaderboards", "profiles", "regression", "regression-sizes", "size", "solved"),
	table.Names("png svg", "boxes", "calibration", "profiles-exact", "profiles-fit", "profiles-lightest"))

// Files are all files of the study, the same bytes for the same numbers: a README, the tables, the
// data and the figures.
func Files(s samplers.Study) ([]table.File, error) { return files(summarize(s)) }

func files(s summary) ([]table.File, error) {
	all := figures(s)
	for _, d := range data(s) {
		all = append(all, table.Data(d.Name, d.Table)...)
	}
	var b strings.Builder
	if err := page.Execute(&b, pageData(s)); err != nil {
		panic("samplers: " + err.Error()) // unreachable: a builder takes all, and tests fill the template
	}
	text := strings.TrimSpace(b.String()) + "\n"
	all = append(all, table.Page("rows.md", people(s)...),
		table.File{Name: "README.md", Write: func(w io.Writer) error { _, err := io.WriteString(w, text); return err }})
	return table.Render(all)
}

// people are the tables for people.
func people(s summary) (all []table.Table) {
	for _, b := range boardTables(s, table.Plain) {
		all = append(all, b.Table)
	}
	all = append(all, counterpartTable(s), verdictTable(s), calibrationTable(s))
	for _, m := range s.Metas {
		all = append(all, metaTable(m))
	}
	return append(all, findingTable(s))
}

// pageData fills the page.
func pageData(s summary) map[string]any {
	fill := map[string]any{"Size": s.Size, "Runs": table.Thousands(s.Size.Runs), "N": table.Thousands(s.Size.N),
		"Findings": inMarkdown(findingTable(s)), "Verdicts": inMarkdown(verdictTable(s)),
		"Counterparts": inMarkdown(counterpartTable(s))}
	var boards, metas []string
	for _, b := range boardTables(s, table.Plain) {
		boards = append(boards, inMarkdown(b.Table))
	}
	for _, m := range s.Metas {
		metas = append(metas, "From start "+m.Start+":\n\n"+inMarkdown(metaTable(m)))
	}
	fill["Boards"], fill["Starts"], fill["Metas"] = boards, s.starts(), metas
	return fill
}

// inMarkdown is a table.
func inMarkdown(t table.Table) string {
	var b strings.Builder
	if err := t.Write(&b, table.Markdown, table.Style{Width: -1}); err != nil {
		panic("samplers: " + err.Error()) // unreachable: a builder takes all
	}
	return strings.TrimSpace(b.String())
}

// Write writes the tables of the study, one below the other. JSON is one object with an array for each
// table of data; CSV has an empty line between two.
func Write(w io.Writer, s samplers.Study, f table.Format, style table.Style) error {
	sum := summarize(s)
	if f == table.JSON {
		return table.WriteNamed(w, data(sum)...)
	}
	if f == table.CSV {
		var all []table.Table
		for _, d := range data(sum) {
			all = append(all, d.Table)
		}
		return table.WriteAll(w, f, style, all...)
	}
	tables := people(sum)
	if s.Quick {
		for i := range tables {
			tables[i].Title += " (quick run)"
		}
	}
	return table.WriteAll(w, f, style, tables...)
}
