// Package studies prints whole studies: the files that a command writes into a directory, and
// the tables that it shows. As in package reports, the same numbers make the same bytes.
//
// A Study has tables for people, tables for programs, and files beside these (study.go). Each study is taken apart
// into one:
//
//	Paper      breadboard reproduce (paper.go), and seeds
//	BDMC       breadboard reproduce bdmc (bdmc.go)
//	AIDE       breadboard reproduce aide (aide.go; a file an experiment)
//	Samplers   breadboard reproduce samplers (samplers.go)
//	Protocol   breadboard protocol (protocol.go)
//
// The folder prose has their pages as templates.
//
// The folders reports/paper, bdmc, aide, samplers and protocol hold the files that these commands wrote. The tests make
// files anew and compare. `go test ./reports/studies -update` draws those of bdmc, aide and samplers from their
// committed rows; for the others run the commands.
package studies

import (
	"embed"
	"fmt"
	"image/color"
	"io"
	"math"
	"strings"
	"text/template"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"breadboard/experiments"
	"breadboard/grid/text"
	"breadboard/reports/figure"
	"breadboard/reports/scores"
	"breadboard/reports/table"
)

// A Study is a whole study as it is shown: its tables for people and for programs, and files beside these, such as
// a README and figures. The same numbers make the same bytes.
type Study struct {
	Quick  bool // it says so in every title that is printed
	People []table.Table
	Data   []table.Named
	Others []table.File
	Look   figure.Look // of the figures

	figures []func(figure.Look) []table.File
}

// Files are all files of the study: each table for programs as CSV and JSON, and the others.
func (s Study) Files() ([]table.File, error) { return table.Render(s.unrendered()) }

func (s Study) unrendered() (files []table.File) {
	for _, d := range s.Data {
		files = append(files, table.Data(d.Name, d.Table)...)
	}
	files = append(files, s.Others...)
	for _, in := range s.figures {
		files = append(files, in(s.Look)...)
	}
	return files
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
	s.drawn(name, figure.ForScreen, draw)
}

func (s *Study) drawn(name string, media []figure.Medium, draw func(w io.Writer, m figure.Medium) error) {
	s.figures = append(s.figures,
		func(look figure.Look) []table.File { return figure.Files(name, look.On(media), draw) })
}

func (s *Study) text(name, words string) {
	s.Others = append(s.Others, table.File{Name: name, Write: func(w io.Writer) error {
		_, err := io.WriteString(w, words)
		return err
	}})
}

//go:embed prose
var proseFiles embed.FS

var prose = template.Must(template.New("").Funcs(template.FuncMap{"thousands": text.Thousands}).
	ParseFS(proseFiles, "prose/*.md"))

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

func each[T, U any](all []T, of func(T) U) []U { return table.Each(all, of) }

// A record has cells by the keys of their columns.
type record = map[string]any

// data adds a table for programs with a line a row, under these keys: what the tags of a row's fields say
// (table.Filled), and what more says of it, unless it is nil.
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

// A panel is one plot of a figure, with words around it.
type panel struct {
	plane             *plot.Plot
	title, across, up string
}

// A sheet says how panels lie on a figure: in rows of so many, with this height and this margin at their right, in
// points. The lines of the panels may have names at their ends.
type sheet struct {
	columns       int
	height, right vg.Length
}

// ofAIDE is the sheet of the figures of AIDE.
func ofAIDE(columns int) sheet { return sheet{columns, 250, 8} }

func (s sheet) draw(w io.Writer, m figure.Medium, legend figure.Legend, panels ...panel) error {
	const wide = 300
	rows := (len(panels) + s.columns - 1) / s.columns
	width, height := vg.Length(s.columns*wide), vg.Length(rows)*s.height+legend.Height()+8
	return figure.Render(w, m, width, height, func(c draw.Canvas) {
		for i, p := range panels {
			bottom := height - vg.Length(i/s.columns+1)*s.height
			at := figure.Crop(c, vg.Length(i%s.columns*wide), bottom, wide, s.height)
			inner := draw.Crop(at, 20, -s.right, 22, -18)
			scores.Around(at, inner, p.plane, p.title, p.across, p.up)
		}
		legend.Draw(figure.Crop(c, 30, 4, width-40, legend.Height()))
	})
}

// againstLog is an empty plot whose axis across is logarithmic. If up is true so is the other.
func againstLog(up bool) *plot.Plot {
	plane := figure.NewPlot()
	figure.SetLog(&plane.X, figure.LogTicks{Powers: 5, Evenly: 6})
	if up {
		figure.SetLog(&plane.Y, figure.LogTicks{Powers: 6, Evenly: 6})
	}
	return plane
}

func curve(plane *plot.Plot, style figure.LineStyle, points plotter.XYs) {
	plane.Add(style.Line(points), style.Dots(points))
}

func marks(glyph figure.Glyph, radius vg.Length, colour color.Color, at plotter.XYs) *plotter.Scatter {
	return &plotter.Scatter{XYs: at, GlyphStyle: draw.GlyphStyle{Color: colour, Radius: radius, Shape: glyph}}
}

// xys are the points of rows, without those that are not known.
func xys[R any](rows []R, of func(R) (x, y float64)) (all plotter.XYs) {
	for _, r := range rows {
		if x, y := of(r); !math.IsNaN(y) {
			all = append(all, plotter.XY{X: x, Y: y})
		}
	}
	return all
}

// shownOnLog is a number that a logarithmic axis can show, and NaN for others.
func shownOnLog(v float64) float64 {
	if !figure.OnLogAxis(v) {
		return math.NaN()
	}
	return v
}

func entry(name string, style figure.LineStyle) figure.LegendEntry {
	return figure.LegendEntry{Name: name, Style: style, Dots: true}
}

// level is a line at one height, from one place to another.
func level(from, to, height float64) plotter.XYs {
	return plotter.XYs{{X: from, Y: height}, {X: to, Y: height}}
}

// ticksAt has ticks at whole numbers.
func ticksAt(values ...int) plot.Ticker {
	return plot.ConstantTicks(each(values, func(v int) plot.Tick {
		return plot.Tick{Value: float64(v), Label: figure.Number(float64(v))}
	}))
}
