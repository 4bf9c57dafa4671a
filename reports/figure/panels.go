package figure

import (
	"math"
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
	style := Label(wordsLetters)
	p.widened()
	heads := make([]string, len(p.Heads))
	var more vg.Length // below the first lines of heads
	columns := vg.Length(len(p.Plots[0]))
	room := (c.Size().X - p.Tiles.PadX*(columns-1)) / columns
	for k, head := range p.Heads {
		heads[k] = Broken(style, head, room)
		more = max(more, Lower(style, heads[k]))
	}
	c = draw.Crop(c, 0, 0, 0, -more)
	names := p.namesIn(c)
	c.Min.X += lowest(names)
	defer p.titled(room)()
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
				c.FillText(style, vg.Point{X: inside(middleOf(data), heads[k], c), Y: c.Max.Y + 6}, heads[k])
			}
			if k == 0 && p.Names != nil {
				beside := c
				beside.Rectangle = data
				beside.Min.X = c.Min.X
				beside.Max.X = c.Min.X
				Sideways(beside, names[i])
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
	return table.Each(p.Names, func(name string) string { return Broken(Label(wordsLetters), name, high) })
}

// lowest is the height of the lines of names below their first.
func lowest(names []string) (most vg.Length) {
	for _, name := range names {
		most = max(most, Lower(Label(wordsLetters), name))
	}
	return most
}

// titled breaks the titles of plots into lines of this width, and returns what puts them back.
func (p Panels) titled(room vg.Length) (back func()) {
	var were []func()
	for _, row := range p.Plots {
		for _, one := range row {
			if one == nil {
				continue
			}
			was := one.Title
			one.Title.TextStyle.Font.Size = min(was.TextStyle.Font.Size, wordsLetters)
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

// wordsLetters is the height of words at panels.
const wordsLetters = 11

// inside is the middle of a head, or the place nearest to it from which no line of the head runs over an edge of c.
func inside(middle vg.Length, head string, c draw.Canvas) vg.Length {
	var half vg.Length
	for line := range strings.SplitSeq(head, "\n") {
		half = max(half, Label(wordsLetters).Width(line)/2)
	}
	return max(min(middle, c.Max.X-half), c.Min.X+half)
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
