package sweeps

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"regexp"
	"slices"

	"breadboard/experiments/columns"
	"breadboard/experiments/ranking"
	"breadboard/experiments/sweep"
	"breadboard/reports/figure"
	"breadboard/reports/table"
)

// Files are all files of a sweep, the same bytes for the same rows, plan and version: its
// table as CSV, JSON lines and Parquet, the files of its summary, and the page.
func Files(rows []sweep.Row, summary ranking.Summary, plan sweep.Plan, made Made) ([]table.File, error) {
	spec, all := plan.Hash(), filled(rows, sweepColumns(plan))
	keys := forPrograms(all)
	facts, err := planFacts(plan)
	if err != nil {
		return nil, err
	}
	maps.Copy(facts, columnFacts(all))
	page := table.File{Name: PageName, Write: pageOf(summary, plan, made).Write}
	shown, err := table.Render(append([]table.File{page}, summaryFiles(summary)...))
	if err != nil {
		return nil, err
	}
	return slices.Insert(shown, 1, []table.File{
		{Name: "rows.csv", Write: func(w io.Writer) error { return table.WriteCSV(w, keys, rowCells(rows, all, spec)) }},
		{Name: "rows.jsonl", Write: func(w io.Writer) error { return table.WriteLines(w, keys, rowCells(rows, all, spec)) }},
		{Name: "rows.parquet", Write: func(w io.Writer) error {
			return table.WriteParquet(w, keys, rowTypes(all), rowCells(rows, all, spec), facts)
		}},
	}...), nil
}

// columnFacts explain the columns of a table.
func columnFacts(all []columns.Column) map[string]string {
	facts := map[string]string{}
	for _, c := range all {
		facts["breadboard.column."+c.Name] = c.Says()
		if c.Unit != "" {
			facts["breadboard.unit."+c.Name] = string(c.Unit)
		}
	}
	return facts
}

// planFacts name the origin of a plan's table.
func planFacts(plan sweep.Plan) (map[string]string, error) {
	spec, err := json.Marshal(plan.Spec)
	b := plan.Build
	return map[string]string{"breadboard.version": b.Version, "breadboard.commit": b.Commit, "breadboard.go": b.Go,
		"breadboard.spec": string(spec), "breadboard.spec_hash": plan.Hash()}, err
}

// summaryFiles are all files of a summary, the same bytes for the same rows: summary.md for
// people; the figures; the data of each table as CSV and JSON; and J and B of every cell as CSV.
// Where no schedules compete, tables of who wins have nothing to say.
func summaryFiles(s ranking.Summary) []table.File {
	files := []table.File{table.Page("summary.md", summaryTables(s)...)}
	if d, ok := drawingOf(s.Outcomes); ok {
		files = append(files, d.files()...)
	}
	files = append(files, table.Data("summary", outcomesData(s))...)
	if len(s.All.Contests) > 0 {
		files = slices.Concat(files, table.Data("summary-winners", winnersData(s)), table.Data("summary-tau", tauData(s)),
			table.Data("summary-dear", dearData(s)))
	}
	return append(files, table.Data("summary-cells", cellsData(s))[0]) // the CSV alone: it is the largest
}

// summaryName is the form of the names of summaries' files.
var summaryName = regexp.MustCompile(`^summary(-\d+)?\.(png|svg|pdf)$|^summary-(winners|tau|dear)\.(csv|json)$`)

// Stale reports whether a file of an earlier sweep goes if this one has none of its name: a figure, or a page
// of it, or a table of who wins.
func Stale(name string) bool { return summaryName.MatchString(name) }

// Names are the files that a sweep has, whatever its rows, and its figure.
var Names = slices.Concat(table.Names("csv jsonl parquet", "rows"), table.Names("md html csv json png svg pdf", "summary"),
	table.Names("csv", "summary-cells"))

// files are the pages of the figure, in every medium.
func (d drawing) files() (files []table.File) {
	for page := range d.pages() {
		files = append(files, figure.Files(d.name(page), figure.Media,
			func(w io.Writer, m figure.Medium) error { return d.draw(w, m, page) })...)
	}
	return files
}

// name is the name of a page's files, without the ending.
func (d drawing) name(page int) string {
	if d.pages() > 1 {
		return fmt.Sprintf("summary-%d", page+1)
	}
	return "summary"
}
