package figure

import (
	"cmp"
	"image/color"
	"io"
	"math"
	"slices"
	"strconv"
	"sync"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/palette"
	"gonum.org/v1/plot/palette/moreland"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// A Map holds numbers in rows and columns, row 0 at the top. A NaN stays white; -Inf is a wall, and is hatched.
type Map struct {
	Name        string
	Cells       [][]float64 // rows of equal length
	Scale       Scale
	Unit        string   // of its colour bar; "" for none
	RowNames    []string // names at the left, from the top; nil for numbers, as coordinates of cells are
	ColumnNames []string // names below, from the left; nil for numbers
}

// Maps hold rows of maps of one shape under a title, with names at the left of the rows.
type Maps struct {
	Title    string
	RowNames []string  // of the rows; nil for none
	Rows     [][]Map   // rows of equal length
	Side     vg.Length // the longer side of a map
}

// Write draws the maps. With a width in inches they fill it, as many in a row as are large enough there.
func (f Maps) Write(w io.Writer, m Medium, inches Inches) error {
	panels := f.panels(f.Side)
	page, _ := inches.page()
	room := page - 2*margin
	for columns := len(f.Rows[0]); inches > 0; columns-- {
		q := f.inColumns(columns)
		panels = q.panels(q.Side)
		wide := panels.Data.X + (room-panels.fitted(panels.copies()).X)/vg.Length(columns)
		panels = q.panels(q.Side * min(wide/panels.Data.X, 1.5))
		if columns == 1 || wide >= leastData && panels.fits(room, leastData) {
			break
		}
	}
	return panels.Write(w, m, inches)
}

// inColumns returns the maps with so many in a row. Rows with names stay apart, and end where the last column ends; so
// do the colour bars of rows with one scale.
func (f Maps) inColumns(columns int) Maps {
	g := f
	g.Rows, g.RowNames = nil, nil
	rows := f.Rows
	if f.RowNames == nil {
		rows = [][]Map{slices.Concat(f.Rows...)}
	}
	for i, row := range rows {
		last := row[len(row)-1]
		isShared := !slices.ContainsFunc(row, func(m Map) bool { return m.Scale != last.Scale })
		for part := range slices.Chunk(slices.Clone(row), columns) {
			for k := range part {
				if isShared {
					part[k].Unit = ""
				}
			}
			if isShared {
				part[len(part)-1].Unit = last.Unit
			}
			g.Rows = append(g.Rows, slices.Concat(make([]Map, columns-len(part)), part))
			if f.RowNames != nil {
				g.RowNames = append(g.RowNames, f.RowNames[i])
			}
		}
	}
	return g
}

// panels returns the maps with this longer side.
func (f Maps) panels(side vg.Length) Panels {
	all := slices.Concat(f.Rows...)
	shape := all[len(all)-1]
	down := len(shape.Cells)
	across := len(shape.Cells[0])
	cell := side / vg.Length(max(down, across))
	panels := Panels{Title: f.Title, Data: vg.Point{X: max(cell*vg.Length(across), leastData),
		Y: max(cell*vg.Length(down), leastData)}}
	for i, row := range f.Rows {
		plots := make([]*plot.Plot, len(row))
		for k, one := range slices.Backward(row) {
			if one.Cells == nil {
				break
			}
			plots[k] = one.plot(panels.Data)
			if f.RowNames != nil && k == 0 {
				plots[k].Y.Label.Text = f.RowNames[i]
			}
		}
		panels.Plots = append(panels.Plots, plots)
	}
	if slices.ContainsFunc(shape.Cells, func(row []float64) bool { return slices.ContainsFunc(row, isWall) }) {
		panels.Legend.Add("walls: cells where log f = -inf", wall{})
	}
	return panels
}

// plot returns the map as a plot of this size: its cells, with their numbers or names at the axes.
func (m Map) plot(size vg.Point) *plot.Plot {
	p := NewPlot()
	down, across := len(m.Cells), len(m.Cells[0])
	p.Title.Text = cmp.Or(m.Name, " ") // a blank keeps the room for the unit
	p.Title.TextStyle.Font.Size = 10
	p.Title.Padding = 2
	p.X.Min, p.X.Max = -0.5, float64(across)-0.5
	p.Y.Min, p.Y.Max = -0.5, float64(down)-0.5
	p.X.Tick.Marker = cellTicks(m.ColumnNames, across, label(10).Width("000"), size.X)
	rows := cellTicks(m.RowNames, down, 11, size.Y)
	for i := range rows {
		rows[i].Value = float64(down-1) - rows[i].Value
	}
	p.Y.Tick.Marker = rows
	for _, axis := range []*plot.Axis{&p.X, &p.Y} {
		axis.Tick.Length = 0
		axis.LineStyle.Width = 0
		axis.Padding = 2
	}
	p.Add(m)
	return p
}

// cellTicks returns a tick at every cell of an axis of this length, or at every second, fifth, tenth and so on, as far
// as there is room for labels. Labels are names, or numbers if names is nil.
func cellTicks(names []string, cells int, room, length vg.Length) (ticks plot.ConstantTicks) {
	step := 1
	for ten := 1; vg.Length(step)*length/vg.Length(cells) < room; ten *= 10 {
		for _, step = range []int{2 * ten, 5 * ten, 10 * ten} {
			if vg.Length(step)*length/vg.Length(cells) >= room {
				break
			}
		}
	}
	for i := 0; i < cells && cells > 1; i += step {
		name := strconv.Itoa(i)
		if names != nil {
			name = names[i]
		}
		ticks = append(ticks, plot.Tick{Value: float64(i), Label: name})
	}
	return ticks
}

// barGap is from a map to the colour bar at its right. The bar is barWide wide, and barRoom with its gap and labels.
const barGap, barWide, barRoom = 8, 12, 58

// GlyphBoxes implements plot.GlyphBoxer: a colour bar needs room at the right.
func (m Map) GlyphBoxes(*plot.Plot) []plot.GlyphBox {
	if !m.hasBar() {
		return nil
	}
	return []plot.GlyphBox{{X: 1, Rectangle: vg.Rectangle{Max: vg.Point{X: barRoom}}}}
}

func (m Map) hasBar() bool { return m.Unit != "" && m.Scale.High > m.Scale.Low }

// Plot implements plot.Plotter: it draws the cells over all of c, and the colour bar at the right of it.
func (m Map) Plot(c draw.Canvas, _ *plot.Plot) {
	paint(c, m.Cells, m.Scale)
	frame := []vg.Point{c.Min, {X: c.Max.X, Y: c.Min.Y}, c.Max, {X: c.Min.X, Y: c.Max.Y}, c.Min}
	c.StrokeLines(draw.LineStyle{Color: pale, Width: vg.Points(0.75)}, frame)
	if m.hasBar() {
		m.Scale.bar(c, m.Unit)
	}
}

// paint fills all of c with cells.
func paint(c draw.Canvas, cells [][]float64, scale Scale) {
	size := c.Size()
	across := size.X / vg.Length(len(cells[0]))
	down := size.Y / vg.Length(len(cells))
	for i, row := range cells {
		for j, v := range row {
			// a point of a cell lies under those to its right and below, which are painted later: no seam shows
			// between them
			at := vg.Rectangle{
				Min: vg.Point{X: c.Min.X + across*vg.Length(j), Y: max(c.Max.Y-down*vg.Length(i+1)-1, c.Min.Y)},
				Max: vg.Point{X: min(c.Min.X+across*vg.Length(j+1)+1, c.Max.X), Y: c.Max.Y - down*vg.Length(i)},
			}
			if isWall(v) {
				hatch(draw.Canvas{Canvas: c.Canvas, Rectangle: at})
				continue
			}
			c.SetColor(scale.Colour(v))
			c.Fill(at.Path())
		}
	}
}

func isWall(v float64) bool { return math.IsInf(v, -1) }

// hatch fills c with light lines on a grey that is in no Scale. The lines of cells side by side are one.
func hatch(c draw.Canvas) {
	const apart = 5
	c.SetColor(grey)
	c.Fill(c.Rectangle.Path())
	line := draw.LineStyle{Color: pale, Width: vg.Points(0.75)}
	first := math.Ceil(float64(c.Min.X+c.Min.Y) / apart)
	for sum := vg.Length(first * apart); sum < c.Max.X+c.Max.Y; sum += apart { // of x and y along a line
		left := max(c.Min.X, sum-c.Max.Y)
		right := min(c.Max.X, sum-c.Min.Y)
		c.StrokeLine2(line, left, sum-left, right, sum-right)
	}
}

// A wall is the sample of walls in a legend.
type wall struct{}

// Thumbnail implements plot.Thumbnailer.
func (wall) Thumbnail(c *draw.Canvas) { hatch(draw.Crop(*c, 0, 0, 2, -2)) }

// A Scale gives numbers between Low and High their colours.
//
// The usual colours go from dark violet through blue and green to yellow, by way of viridis. They grow lighter all the
// way, so they read the same in print and to the colour-blind, and they never reach white, which is the page. A signed
// scale is blue below 0 and red above; it is meant for Low = -High.
type Scale struct {
	Low, High float64
	Signed    bool
}

// shades holds the number of colours in a Scale.
const shades = 255

// Colour returns the colour of v; NaN has that of the page. Beyond an end it is the colour at the end.
func (s Scale) Colour(v float64) color.Color {
	if math.IsNaN(v) {
		return color.White
	}
	share := 0.
	if s.Signed {
		share = 0.5
	}
	if s.High > s.Low {
		share = min(max((v-s.Low)/(s.High-s.Low), 0), 1)
	}
	colours := growing()
	if s.Signed {
		colours = diverging()
	}
	return colours.Colors()[int(share*(shades-1)+0.5)]
}

var diverging = sync.OnceValue(func() palette.Palette { return moreland.SmoothBlueRed().Palette(shades) })

var growing = sync.OnceValue(func() palette.Palette {
	var controls []color.Color
	for _, rgb := range []uint32{0x440154, 0x472D7B, 0x3B528B, 0x2C728E, 0x21918C, 0x28AE80, 0x5EC962, 0xADDC30,
		0xFDE725} {
		controls = append(controls, color.RGBA{uint8(rgb >> 16), uint8(rgb >> 8), uint8(rgb), 0xFF})
	}
	m, err := moreland.NewLuminance(controls)
	if err != nil {
		panic("figure: a palette that does not grow lighter: " + err.Error())
	}
	return m.Palette(shades)
})

// bar draws the scale at the right of a map, as high as it, with ticks at the right of the bar and the unit above.
func (s Scale) bar(c draw.Canvas, unit string) {
	low := vg.Point{X: c.Max.X + barGap, Y: c.Min.Y}
	at := draw.Canvas{Canvas: c.Canvas,
		Rectangle: vg.Rectangle{Min: low, Max: vg.Point{X: low.X + barWide, Y: c.Max.Y}}}
	ramp := make([][]float64, shades)
	for i := range ramp {
		ramp[i] = []float64{s.High - (s.High-s.Low)*float64(i)/(shades-1)}
	}
	paint(at, ramp, s)
	for _, t := range (linearTicks{}).Ticks(s.Low, s.High) {
		if t.Label == "" || t.Value < s.Low || t.Value > s.High {
			continue
		}
		y := at.Y((t.Value - s.Low) / (s.High - s.Low))
		at.StrokeLine2(draw.LineStyle{Color: Ink, Width: vg.Points(0.5)}, at.Max.X, y, at.Max.X+3, y)
		at.FillText(labelRight(10), vg.Point{X: at.Max.X + 5, Y: y}, t.Label)
	}
	// a short unit is centred over the bar, and a long one begins with it, or it would run into the title of the map
	middle := max(label(10).Width(unit)/2, barWide/2)
	at.FillText(label(10), vg.Point{X: at.Min.X + middle, Y: at.Max.Y + 6}, unit)
}
