package figure

import (
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/recorder"
)

// Data of at least the width fairData are read with ease. Where the figure would be higher than a page, they may have
// leastData, in less of which lines and labels run together. leastHeight bounds the height of a row whose panels become
// narrower.
const fairData, leastData, leastHeight, pageHeight = 85, 50, 150, 9 * 72 / unitInPrint

// inRoom returns the panels in as many columns as this width has room for, and in rows of a height that suits it.
func (p Panels) inRoom(room vg.Length) Panels {
	if p.Data != (vg.Point{}) {
		return p
	}
	all := len(p.Plots[0])
	var q Panels
	for _, least := range []vg.Length{fairData, leastData} {
		for columns := all; columns > 0; columns-- {
			q = p.inColumns(columns)
			if !p.NamesOnce { // where names are rows of a panel, they need its height
				wide := room / vg.Length(columns) / ((pageWidth - 2*margin) / vg.Length(all))
				q.Height = min(max(p.Height*wide, leastHeight), p.Height)
				for _, one := range slices.Concat(q.Plots...) {
					if one != nil {
						q.Height = max(q.Height, label(11).Width(one.Y.Label.Text))
					}
				}
			}
			isLow := q.Height*vg.Length(len(q.Plots)) <= pageHeight
			if (isLow || columns == all) && q.fits(room, least) {
				return q
			}
		}
	}
	return q
}

// inColumns returns the panels with at most so many in a row. A panel that leaves the column of a title has that title,
// and each row begins with the name of its axis.
func (p Panels) inColumns(columns int) Panels {
	first := p.Plots[0]
	if columns == len(first) {
		return p
	}
	var rows [][]*plot.Plot
	for _, row := range p.Plots {
		for begin := 0; begin < len(row); begin += columns {
			part := make([]*plot.Plot, columns)
			for k, one := range row[begin:min(begin+columns, len(row))] {
				if one == nil {
					continue
				}
				own := *one
				if top := first[begin+k]; own.Title.Text == "" && top != nil {
					own.Title.Text = top.Title.Text
				}
				if k == 0 && own.Y.Label.Text == "" && row[0] != nil {
					own.Y.Label.Text = row[0].Y.Label.Text
				}
				part[k] = &own
			}
			if slices.ContainsFunc(part, func(one *plot.Plot) bool { return one != nil }) {
				rows = append(rows, part)
			}
		}
	}
	p.Plots = rows
	return p
}

// fits reports whether in this width the data of each panel have the least width, and its words have room.
func (p Panels) fits(room, least vg.Length) bool {
	plots := p.copies()
	tiles := align(plots, draw.NewCanvas(&recorder.Canvas{}, room, p.Height*vg.Length(len(plots))))
	for i, row := range tiles {
		for k, at := range row {
			one := p.Plots[i][k]
			if one == nil {
				continue
			}
			data := plots[i][k].DataCanvas(at)
			title := label(one.Title.TextStyle.Font.Size).Width(one.Title.Text)
			hasRoom := title <= p.titleEnd(at, data)-at.Min.X && label(11).Width(one.X.Label.Text) <= at.Size().X
			if !(data.Size().X >= least && hasRoom) { // without any room the width is NaN
				return false
			}
		}
	}
	return true
}

// titleEnd returns how far to the right a title of a plot at this place may reach. Beside data of a given size, as of a
// map, stands the unit of a colour bar.
func (p Panels) titleEnd(at, data draw.Canvas) vg.Length {
	if p.Data != (vg.Point{}) {
		return data.Max.X + 4
	}
	return at.Max.X
}
