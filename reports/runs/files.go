package runs

import (
	"fmt"
	"io"

	"breadboard/experiments"
	"breadboard/experiments/portrait"
	"breadboard/reports"
	"breadboard/reports/figure"
	"breadboard/reports/table"
)

// A drawing is one of the figures of a portrait, with its data.
type drawing struct {
	name  string
	about string // what it shows, for readers who do not see it
	draw  func(io.Writer, figure.Medium, portrait.Portrait) error
	data  func(portrait.Portrait) table.Table
}

// The figures of a portrait.
var (
	maps = drawing{"maps", "Six heat maps of the cells: the target p, the law q of the samples, q - p, log q/p, and " +
		"the share of each cell in J and in B.", drawMaps, mapsData}
	steps = drawing{"steps", "The share of B of each step, its running sum against beta, and the betas.", drawSteps,
		stepsData}
	weights = drawing{"weights", "The laws of log w - log R, forward and in reverse.", drawWeights, weightsData}
)

// stepsData makes the table that `exact --steps --format csv` prints.
func stepsData(p portrait.Portrait) table.Table {
	return reports.Steps([]experiments.Exact{p.Exact}, table.CSV)[0]
}

// has reports whether a portrait has what the figure draws. A kernel on very many states has no
// steps, and a log w that does not vary has no law to draw.
func (d drawing) has(p portrait.Portrait) bool {
	switch d.name {
	case steps.name:
		return p.Steps != nil
	case weights.name:
		return p.Laws.Edges != nil
	}
	return true
}

// file is the name of a file of the figure, such as maps-T100.png.
func (d drawing) file(p portrait.Portrait, ending string) string {
	return fmt.Sprintf("%s-T%d.%s", d.name, p.T, ending)
}

// files are the names of all files of the figure.
func (d drawing) files(p portrait.Portrait) (names []string) {
	for _, m := range figure.Media {
		names = append(names, d.file(p, string(m)))
	}
	return append(names, d.file(p, "csv"))
}

// Made says how a page was made.
type Made struct {
	Command string // the command line
	Version string // of the program
}

// PageName is the name of the page among the files.
const PageName = "run.html"

// Files renders the page of the portraits, which are of one chain, and every figure and its data as
// files of their own.
func Files(all []portrait.Portrait, made Made) ([]table.File, error) {
	files := []table.File{{Name: PageName, Write: pageOf(all, made).Write}}
	for _, p := range all {
		for _, d := range []drawing{maps, steps, weights} {
			if !d.has(p) {
				continue
			}
			for _, m := range figure.Media {
				files = append(files, table.File{Name: d.file(p, string(m)),
					Write: func(w io.Writer) error { return d.draw(w, m, p) }})
			}
			files = append(files, table.File{Name: d.file(p, "csv"),
				Write: func(w io.Writer) error { return d.data(p).Write(w, table.CSV, table.Style{}) }})
		}
	}
	return table.Render(files)
}

// Names are the files that a page of annealings of these T may have.
func Names(ts []int) []string {
	names := []string{PageName}
	for _, T := range ts {
		var p portrait.Portrait
		p.T = T
		for _, d := range []drawing{maps, steps, weights} {
			names = append(names, d.files(p)...)
		}
	}
	return names
}
