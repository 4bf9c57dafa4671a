package figure

import (
	"math"
	"reflect"
	"slices"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"breadboard/reports/table"
)

// Panels are plots in rows and columns, with words outside of the canvas that they fill.
type Panels struct {
	Plots [][]*plot.Plot // nil where there is none
	Tiles draw.Tiles     // how far apart; its rows and columns are those of Plots
	Names []string       // at the left of each row; nil for none
	Heads []string       // above each column; nil for none
}

// Draw aligns the plots over the whole of c, and draws them.
func (p Panels) Draw(c draw.Canvas) {
	p.Tiles.Rows = len(p.Plots)
	p.Tiles.Cols = len(p.Plots[0])
	size := lettersOn(c)
	p.widened()
	if dressOf(c).medium.Prints() {
		p.Tiles.PadX = min(p.Tiles.PadX, closely)
		p.Tiles.PadY = min(p.Tiles.PadY, closely)
		defer p.onPaper()()
	}
	heads := make([]string, len(p.Heads))
	var more vg.Length // below the first lines of heads
	columns := vg.Length(len(p.Plots[0]))
	room := (c.Size().X - p.Tiles.PadX*(columns-1)) / columns
	for k, head := range p.Heads {
		heads[k] = Broken(Label(size), head, room)
		more = max(more, Lower(Label(size), heads[k]))
	}
	c = draw.Crop(c, 0, 0, 0, -more)
	names := p.namesIn(c)
	c.Min.X += lowest(names, size)
	defer p.titled(room, size)()
	_, want := p.placed(c)
	for i, row := range p.Plots { // labels that have no room would take some
		for k, one := range row {
			if one != nil {
				defer thinned(one, want[i][k].Max.Sub(want[i][k].Min))()
			}
		}
	}
	at, want := p.placed(c)
	titles := table.Each(p.Plots, func(row []*plot.Plot) []string { return table.Each(row, titleOf) })
	defer p.settled(at, want)()
	for i, row := range p.Plots {
		title(c, row, titles[i], at[i], want[i])
		for k, one := range row {
			if one == nil {
				continue
			}
			Plot(at[i][k], one)
			data := want[i][k]
			if i == 0 && p.Heads != nil {
				c.FillText(Label(size), vg.Point{X: inside(middleOf(data), heads[k], c), Y: c.Max.Y + 6}, heads[k])
			}
			if k == 0 && p.Names != nil {
				beside := c
				beside.Rectangle = data
				beside.Min.X = c.Min.X
				beside.Max.X = c.Min.X
				sideways(beside, names[i], size)
			}
		}
	}
}

// widened gives axes of a single value the range that plot draws them with. It does so itself, but when it first draws,
// and until then there are no ticks to compare.
func (p Panels) widened() {
	for _, row := range p.Plots {
		for _, one := range row {
			if one == nil {
				continue
			}
			for _, axis := range []*plot.Axis{&one.X, &one.Y} {
				if axis.Min == axis.Max {
					axis.Min--
					axis.Max++
				}
			}
		}
	}
}

// namesIn are the names of rows, in lines as long as a row of c is high.
func (p Panels) namesIn(c draw.Canvas) []string {
	rows := vg.Length(len(p.Plots))
	high := (c.Size().Y - p.Tiles.PadY*(rows-1)) / rows
	style := Words(c)
	return table.Each(p.Names, func(name string) string {
		lines := Wrapped(style, name, high)
		if dressOf(c).medium.Prints() {
			lines = table.Each(lines, func(line string) string { return shortened(style, line, high) })
		}
		return strings.Join(lines, "\n")
	})
}

// lowest is the height of the lines of names below their first.
func lowest(names []string, size vg.Length) (most vg.Length) {
	for _, name := range names {
		most = max(most, Lower(Label(size), name))
	}
	return most
}

// titled breaks the titles of plots into lines of this width, and returns what puts them back.
func (p Panels) titled(room, size vg.Length) (back func()) {
	var were []func()
	for _, row := range p.Plots {
		for _, one := range row {
			if one == nil {
				continue
			}
			was := one.Title
			one.Title.TextStyle.Font.Size = min(was.TextStyle.Font.Size, size)
			one.Title.Text = Broken(one.Title.TextStyle, was.Text, room)
			were = append(were, func() { one.Title = was })
		}
	}
	return func() {
		for _, put := range were {
			put()
		}
	}
}

// Words at panels have the letters of wordsLetters, and on paper those of the numbers at the axes, for the room.
const (
	wordsLetters = 11
	paperLetters = 9
)

// closely is the distance between panels on paper.
const closely = 6

// lettersOn is the height of words at panels on a canvas.
func lettersOn(c draw.Canvas) vg.Length {
	if dressOf(c).medium.Prints() {
		return paperLetters
	}
	return wordsLetters
}

// onPaper gives plots short ticks, takes the labels along x from all above one of the same axis, and returns what puts
// them back. On paper a row of labels takes the room of a panel.
func (p Panels) onPaper() (back func()) {
	const near, short = 2, 4 // of an axis from its panel, and of its ticks
	var were []func()
	for i, row := range p.Plots {
		for k, one := range row {
			if one == nil {
				continue
			}
			x := one.X
			y := one.Y
			were = append(were, func() {
				one.X = x
				one.Y = y
			})
			for _, axis := range []*plot.Axis{&one.X, &one.Y} {
				axis.Padding = min(axis.Padding, near)
				axis.Tick.Length = min(axis.Tick.Length, short)
			}
			if i+1 == len(p.Plots) || p.Plots[i+1][k] == nil || !sameAxis(x, p.Plots[i+1][k].X) {
				continue
			}
			ticks := x.Tick.Marker.Ticks(x.Min, x.Max)
			for j := range ticks {
				ticks[j].Label = ""
			}
			one.X.Tick.Marker = plot.ConstantTicks(ticks)
		}
	}
	return func() {
		for _, put := range were {
			put()
		}
	}
}

// sameAxis reports whether two axes of numbers have the same labels at the same places.
func sameAxis(a, b plot.Axis) bool {
	return a.Min == b.Min && a.Max == b.Max && a.Label.Text == b.Label.Text &&
		reflect.DeepEqual(a.Tick.Marker.Ticks(a.Min, a.Max), b.Tick.Marker.Ticks(b.Min, b.Max))
}

// inside is the middle of a head, or the place nearest to it from which no line of the head runs over an edge of c.
func inside(middle vg.Length, head string, c draw.Canvas) vg.Length {
	var half vg.Length
	for line := range strings.SplitSeq(head, "\n") {
		half = max(half, Label(lettersOn(c)).Width(line)/2)
	}
	return max(min(middle, c.Max.X-half), c.Min.X+half)
}

// In are the panels in so many columns, each under its own head and name; as they are for 0, and for as many as there
// are.
func (p Panels) In(columns int) Panels {
	if columns == 0 || columns == len(p.Plots[0]) {
		return p
	}
	var all []*plot.Plot
	for i, row := range p.Plots {
		for k, one := range row {
			if one == nil {
				continue
			}
			var words []string
			for _, from := range []struct {
				names []string
				at    int
			}{{p.Names, i}, {p.Heads, k}} {
				if from.names != nil && from.names[from.at] != "" {
					words = append(words, from.names[from.at])
				}
			}
			one.Title.Text = strings.Join(words, ", ")
			one.Title.Padding = 3
			one.Title.TextStyle.Font = sans(11)
			one.Title.TextStyle.Color = Ink
			all = append(all, one)
		}
	}
	columns = min(columns, len(all))
	for len(all)%columns != 0 {
		all = append(all, nil)
	}
	return Panels{Plots: slices.Collect(slices.Chunk(all, columns)), Tiles: p.Tiles}
}

// placed are the canvases of plots, and the rectangles that their data should fill: all of one size, and on one line in
// each row and column. plot.Align comes near to that, and leaves no plot too little room.
func (p Panels) placed(c draw.Canvas) (at [][]draw.Canvas, want [][]vg.Rectangle) {
	at = plot.Align(p.Plots, p.Tiles, c)
	inf := vg.Length(math.Inf(1))
	low := vg.Point{X: -inf, Y: -inf}
	high := vg.Point{X: inf, Y: inf}
	across := slices.Repeat([]vg.Rectangle{{Min: low, Max: high}}, len(p.Plots[0])) // the columns
	up := slices.Repeat([]vg.Rectangle{{Min: low, Max: high}}, len(p.Plots))        // the rows
	for i, row := range p.Plots {
		for k, one := range row {
			if one == nil {
				continue
			}
			data := one.DataCanvas(at[i][k])
			across[k].Min.X = max(across[k].Min.X, data.Min.X)
			across[k].Max.X = min(across[k].Max.X, data.Max.X)
			up[i].Min.Y = max(up[i].Min.Y, data.Min.Y)
			up[i].Max.Y = min(up[i].Max.Y, data.Max.Y)
		}
	}
	wide := inf
	for _, column := range across {
		wide = min(wide, column.Max.X-column.Min.X)
	}
	tall := inf
	for _, row := range up {
		tall = min(tall, row.Max.Y-row.Min.Y)
	}
	for _, row := range up {
		var line []vg.Rectangle
		for _, column := range across {
			from := vg.Point{X: column.Min.X, Y: row.Min.Y}
			line = append(line, vg.Rectangle{Min: from, Max: from.Add(vg.Point{X: wide, Y: tall})})
		}
		want = append(want, line)
	}
	return at, want
}

// settled moves canvases until the data of their plots fill what they should, and the axes across of a row are on one
// line: a mark at the foot of a panel must not push its axis down. It takes the titles from the plots, which would
// stand higher where a mark is at the upper edge. It returns what puts all back.
func (p Panels) settled(at [][]draw.Canvas, want [][]vg.Rectangle) (back func()) {
	const rounds = 8 // the room that labels take changes a little with a move, and by ever less
	var were []func()
	for i, row := range p.Plots {
		foot := map[bool]vg.Length{} // of the plots with numbers along their axis, and of those without
		for k, one := range row {
			if one == nil {
				continue
			}
			title := one.Title.Text
			padding := one.X.Padding
			were = append(were, func() {
				one.Title.Text = title
				one.X.Padding = padding
			})
			one.Title.Text = ""
			c := &at[i][k]
			for range rounds {
				data := one.DataCanvas(*c)
				if data.Rectangle == want[i][k] {
					break // the next round would find the same
				}
				c.Min = c.Min.Add(want[i][k].Min.Sub(data.Min))
				c.Max = c.Max.Add(want[i][k].Max.Sub(data.Max))
			}
			numbered := labelled(&one.X) > 0
			lowest, known := foot[numbered]
			if !known || c.Min.Y < lowest {
				foot[numbered] = c.Min.Y
			}
		}
		for k, one := range row {
			if one != nil {
				lower := foot[labelled(&one.X) > 0]
				one.X.Padding += at[i][k].Min.Y - lower
				at[i][k].Min.Y = lower
			}
		}
	}
	return func() {
		for _, put := range were {
			put()
		}
	}
}

// middleOf is the middle of a rectangle, from left to right.
func middleOf(r vg.Rectangle) vg.Length { return (r.Min.X + r.Max.X) / 2 }

func titleOf(p *plot.Plot) string {
	if p == nil {
		return ""
	}
	return p.Title.Text
}

// title writes the titles of a row on one line, above what reaches highest out of its panels.
func title(c draw.Canvas, row []*plot.Plot, titles []string, at []draw.Canvas, want []vg.Rectangle) {
	var over vg.Length
	for k, words := range titles {
		if words != "" {
			over = max(over, at[k].Max.Y-want[k].Max.Y)
		}
	}
	for k, words := range titles {
		if words == "" {
			continue
		}
		style := row[k].Title.TextStyle
		style.XAlign = draw.XCenter
		style.YAlign = draw.YBottom
		middle := inside(middleOf(want[k]), words, c)
		c.FillText(style, vg.Point{X: middle, Y: want[k].Max.Y + over + row[k].Title.Padding}, words)
	}
}
