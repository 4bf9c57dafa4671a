package scores

import (
	"cmp"
	"fmt"
	"image/color"
	"io"
	"regexp"
	"slices"
	"strings"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"breadboard/chains/evidence"
	"breadboard/experiments"
	"breadboard/experiments/score"
	"breadboard/reports/figure"
	"breadboard/reports/page"
	"breadboard/reports/table"
)

// Around draws a plot over inner, and around it in c its title and the names of its axes, each in the middle of its
// side. Words that are too long for it are broken. It returns over what the plot is.
func Around(c, inner draw.Canvas, p *plot.Plot, title, across, up string) draw.Canvas {
	head := figure.Label(11)
	words := figure.Label(10)
	title = figure.Broken(head, title, c.Size().X)
	across = figure.Broken(words, across, c.Size().X)
	up = figure.Broken(words, up, inner.Size().Y)
	inner = draw.Crop(inner, figure.Lower(words, up), 0, figure.Lower(words, across), -figure.Lower(head, title))
	figure.Plot(inner, p)
	data := p.DataCanvas(inner)
	middle := data.Center()
	c.FillText(head, vg.Point{X: middle.X, Y: c.Max.Y - 12 - figure.Lower(head, title)}, title)
	c.FillText(words, vg.Point{X: middle.X, Y: c.Min.Y + 8}, across)
	c.FillText(figure.LabelUp(10), vg.Point{X: c.Min.X + 14 + figure.Lower(words, up), Y: middle.Y}, up)
	return inner
}

// Cell is the place of the i-th of some panels in so many columns, from the top left of c to its bottom.
func Cell(c draw.Canvas, i, n, columns int) draw.Canvas {
	rows := (n + columns - 1) / columns
	size := c.Size()
	wide := size.X / vg.Length(columns)
	high := size.Y / vg.Length(rows)
	left := vg.Length(i%columns) * wide
	return figure.Crop(c, left, c.Max.Y-vg.Length(i/columns+1)*high, wide, high)
}

// mostNamed is how many lines of a panel have names.
const mostNamed = 7

// Profiles draws the share of solved problems against the budget, a panel a start and a line a kernel. Some kernels
// have colours and names, the same in all panels. One that ran on less than half of the pairs has none: its pairs may
// be the easy ones.
func Profiles(w io.Writer, m figure.Medium, all []score.Profile, unit string) error {
	const width, height, foot = 250, 270, 24
	most := slices.MaxFunc(all, func(a, b score.Profile) int { return cmp.Compare(a.Problems, b.Problems) }).Problems
	lines := profileLines{styles: namedStyles(all, most), most: most}
	var panels []profilePanel
	var right vg.Length
	for start, of := range experiments.GroupBy(all, func(p score.Profile) string { return p.Start }) {
		panel := lines.panel("from "+start, of)
		right = max(right, panel.ends.Width())
		panels = append(panels, panel)
	}
	const abreast = 2 // of three the names would leave no room
	columns := min(len(panels), abreast)
	rows := (len(panels) + columns - 1) / columns
	wide := (width + right) * vg.Length(columns)
	return figure.Render(w, m, wide, vg.Length(rows)*height+foot, func(c draw.Canvas) {
		notes := figure.Broken(figure.Label(10), lines.notes(), c.Size().X)
		all := draw.Crop(c, 0, 0, foot+figure.Lower(figure.Label(10), notes), 0)
		for i, p := range panels {
			at := Cell(all, i, len(panels), columns)
			inner := Around(at, draw.Crop(at, 20, -right-6, 22, -20), p.plot, p.title, unit,
				fmt.Sprintf("share of pairs with RESS of at least %d", score.Enough))
			p.ends.Draw(inner, p.plot)
		}
		c.FillText(figure.Label(10), vg.Point{X: c.Center().X, Y: c.Min.Y + 8}, notes)
	})
}

// namedStyles are the lines of the kernels that have names. Of many these are at even ranks by what the first panel
// shows, the best and the worst among them.
func namedStyles(all []score.Profile, most int) map[string]figure.LineStyle {
	ranked := slices.DeleteFunc(slices.Clone(all), func(p score.Profile) bool {
		return p.Start != all[0].Start || 2*p.Problems < most
	})
	slices.SortStableFunc(ranked, func(a, b score.Profile) int {
		return cmp.Compare(floats.Sum(b.Solved), floats.Sum(a.Solved))
	})
	styles := map[string]figure.LineStyle{}
	count := min(mostNamed, len(ranked))
	for i := range count {
		styles[ranked[i*(len(ranked)-1)/max(1, count-1)].Kernel] = figure.NthLine(i)
	}
	return styles
}

// profileLines are the lines of all panels, and what they need explained.
type profileLines struct {
	styles map[string]figure.LineStyle // of the kernels that have names
	most   int                         // pairs of a kernel
	fewer  bool                        // a named one has fewer pairs, in brackets
	grey   bool                        // a kernel has no name
}

// profilePanel is the panel of a start.
type profilePanel struct {
	title string
	plot  *plot.Plot
	ends  figure.EndLabels
}

// panel draws the kernels without names first, behind the others.
func (l *profileLines) panel(title string, of []score.Profile) profilePanel {
	p, ends := figure.NewPlot(), figure.EndLabels{}
	figure.SetLog(&p.X, figure.LogTicks{Powers: 8, Evenly: 6})
	for _, one := range of {
		if _, named := l.styles[one.Kernel]; !named {
			l.grey = true
			p.Add(figure.LineStyle{Colour: color.RGBA{0xD0, 0xD0, 0xD0, 0xFF}}.Line(pointsOf(one)))
		}
	}
	for _, one := range of {
		style, named := l.styles[one.Kernel]
		if !named {
			continue
		}
		name := figure.ShortName(one.Kernel)
		points := pointsOf(one)
		if one.Problems < l.most { // its pairs may be the easy ones
			name += fmt.Sprintf(" (%d)", one.Problems)
			l.fewer = true
		}
		p.Add(style.Line(points), style.Dots(points))
		ends.Add(name, style, points)
	}
	figure.Widen(&p.X, 1.1)
	p.Y.Min, p.Y.Max = -0.02, 1.02
	return profilePanel{title, p, ends}
}

// pointsOf are the points of a profile.
func pointsOf(p score.Profile) plotter.XYs {
	points := make(plotter.XYs, len(p.Budgets))
	for k, b := range p.Budgets {
		points[k] = plotter.XY{X: float64(b), Y: p.Solved[k]}
	}
	return points
}

// notes explain brackets and grey lines, if there are any.
func (l *profileLines) notes() (words string) {
	if l.fewer {
		words = fmt.Sprintf("In brackets: the pairs that were measured, where not all %d were. ", l.most)
	}
	if l.grey {
		words += "Grey: the other kernels."
	}
	return words
}

// Boxes draws the distributions of NESS and of the efficiency over density-function pairs, of
// those that succeed, as Figure 2 of the paper; where all numbers of steps are alike both are one. The best median of
// NESS comes first, and the kernels are named once.
func Boxes(w io.Writer, m figure.Medium, rows []score.Row) error {
	const width, label, row, head, foot = 280, 110, 20, 24, 40
	panels, names := boxPanels(rows)
	all := figure.Panels{Plots: make([][]*plot.Plot, 1), Tiles: draw.Tiles{PadX: 12}}
	for i, p := range panels {
		called := figure.ShortName
		if i > 0 {
			called = func(string) string { return " " }
		}
		all.Plots[0] = append(all.Plots[0], boxes(p.values, names, called))
		all.Heads = append(all.Heads, p.across)
	}
	down := vg.Length(len(all.Plots))
	legend := figure.Legend{Note: fmt.Sprintf("Box: the middle half of a kernel's pairs; orange: their median; "+
		"whiskers: as far as pairs lie within 1.5 boxes; dots: those beyond. In brackets: how many pairs have a RESS "+
		"of at least %d, which alone are drawn.", score.Enough)}
	wide := label + vg.Length(width*len(all.Plots[0]))
	height := down*vg.Length(row*len(names)+foot) + head + legend.HeightIn(wide-20)
	return figure.Render(w, m, wide, height, func(c draw.Canvas) {
		below := draw.Crop(c, 10, -10, 0, 0)
		all.Draw(draw.Crop(c, 4, -12, legend.HeightIn(below.Size().X)+4, -head))
		legend.Draw(below)
	})
}

// A boxPanel has the values of each kernel, and what they are.
type boxPanel struct {
	across string
	values map[string]plotter.Values
}

// boxPanels are NESS and the efficiency, or one for both where all numbers of steps are alike. The kernel of the least
// median of NESS is the first: the plot's axis begins below.
func boxPanels(rows []score.Row) (panels []boxPanel, names []string) {
	names, ness := solvedValues(rows, func(r score.Row) float64 { return r.NESS })
	slices.SortStableFunc(names, func(a, b string) int {
		return cmp.Compare(evidence.Median(ness[a]), evidence.Median(ness[b]))
	})
	if !slices.ContainsFunc(rows, func(r score.Row) bool { return r.N != rows[0].N }) {
		return []boxPanel{{"NESS, here also RESS/N", ness}}, names
	}
	_, efficiency := solvedValues(rows, score.Row.Efficiency)
	return []boxPanel{{"NESS", ness}, {"efficiency, RESS/N", efficiency}}, names
}

// solvedValues are a number of each row with success, by kernel.
func solvedValues(rows []score.Row, of func(score.Row) float64) (names []string, values map[string]plotter.Values) {
	values = map[string]plotter.Values{}
	for _, r := range rows {
		if v := of(r); r.Solved() && figure.OnLogAxis(v) {
			if values[r.Kernel] == nil {
				names = append(names, r.Kernel)
			}
			values[r.Kernel] = append(values[r.Kernel], v)
		}
	}
	return names, values
}

// boxes has one box a kernel, the first below, with the name that it is called.
func boxes(values map[string]plotter.Values, names []string, called func(kernel string) string) *plot.Plot {
	p := figure.NewPlot()
	figure.SetLog(&p.X, figure.LogTicks{Powers: 6, Evenly: 6})
	var ticks plot.ConstantTicks
	for i, name := range names {
		box, err := plotter.NewBoxPlot(10, float64(i), values[name])
		if err != nil {
			panic("scores: " + err.Error()) // unreachable: a kernel here has a value
		}
		box.Horizontal = true
		box.FillColor = palest(figure.Blue)
		box.BoxStyle.Color = figure.Blue
		box.WhiskerStyle.Color = figure.Blue
		box.WhiskerStyle.Dashes = nil
		box.MedianStyle.Color = figure.Vermillion
		box.MedianStyle.Width = 2
		box.GlyphStyle.Radius = 1
		box.GlyphStyle.Color = figure.Blue
		p.Add(box)
		label := called(name)
		if strings.TrimSpace(label) != "" {
			label = fmt.Sprintf("%s (%d)", label, len(values[name]))
		}
		ticks = append(ticks, plot.Tick{Value: float64(i), Label: label})
	}
	p.Y.Tick.Marker = ticks
	p.Y.Tick.Length = 0
	p.Y.Min, p.Y.Max = -0.7, float64(len(names))-0.3
	figure.Widen(&p.X, 1.1)
	return p
}

// palest is a colour three quarters of the way to white.
func palest(c color.RGBA) color.RGBA {
	to := func(part uint8) uint8 { return 0xFF - (0xFF-part)/4 }
	return color.RGBA{to(c.R), to(c.G), to(c.B), 0xFF}
}

// Files are the files of a run: the page, all rows, and for each start the leaderboard at the largest
// budget, the profiles, and box plots of the averages that succeed there.
func Files(r score.Result, made page.Made) ([]table.File, error) {
	rows, unit := r.Rows, r.Unit()
	files := table.Data("scores", Data(rows))
	profiles := score.Profiles(rows)
	files = append(files, table.Data("profiles", ProfileData(profiles))...)
	var sections []page.Section
	for _, b := range score.Boards(rows) {
		files = append(files, table.Data(startFile("leaderboard", b.Start), Leaderboard(b, unit, table.CSV))...)
		own := slices.DeleteFunc(slices.Clone(profiles), func(p score.Profile) bool { return p.Start != b.Start })
		last := slices.DeleteFunc(slices.Clone(rows), func(r score.Row) bool {
			return r.Start != b.Start || r.Budget != b.Budget
		})
		add := func(name string, draw func(w io.Writer, m figure.Medium) error) {
			files = append(files, figure.Files(startFile(name, b.Start), draw)...)
		}
		sections = append(sections, section(b, unit, own, last))
		add("profiles", func(w io.Writer, m figure.Medium) error { return Profiles(w, m, own, unit) })
		add("boxes", func(w io.Writer, m figure.Medium) error { return Boxes(w, m, last) })
	}
	files = append([]table.File{{Name: PageName, Write: pageOf(r, sections, made).Write}}, files...)
	return table.Render(files)
}

// Stale reports whether a file of an earlier score goes if this one has none of its name: a file about one start.
func Stale(name string) bool { return startName.MatchString(name) }

// startName is the form of the names of files about one start.
var startName = regexp.MustCompile(`^(leaderboard|profiles|boxes)-.*\.[a-z]+$`)

// startFile is the name of a file about one start: cell:3 is cell-3 there.
func startFile(name, start string) string {
	return strings.NewReplacer(":", "-", "/", "-").Replace(name + "-" + start)
}
