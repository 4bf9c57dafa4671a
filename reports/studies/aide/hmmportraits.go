package aide

import (
	"io"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"breadboard/experiments/aidepaper"
	"breadboard/reports/figure"
)

// hmmPortraits draws the upper row of the paper's Figure 4: the laws of the states, step by step.
func hmmPortraits(w io.Writer, m figure.Medium, h aidepaper.Filters) error {
	const columns, width, height, left, head, bar = 3, 225, 110, 30, 24, 62
	rows := (len(h.Portraits) + columns - 1) / columns
	all := vg.Length(rows*(height+head) + 26)
	scale := figure.Scale{High: 1}
	return figure.Render(w, m, vg.Length(left+columns*(width+12)+bar), all, func(c draw.Canvas) {
		for i, p := range h.Portraits {
			at := figure.Crop(c, vg.Length(left+i%columns*(width+12)), all-vg.Length((i/columns+1)*(height+head)),
				width, height)
			c.FillText(figure.Label(10), vg.Point{X: at.Center().X, Y: at.Max.Y + 5}, p.Name)
			figure.HeatMap{Cells: upright(p.Law), Scale: scale}.Draw(at)
			if i%columns == 0 {
				c.FillText(figure.LabelUp(10), vg.Point{X: at.Min.X - 8, Y: at.Center().Y}, "state, 1 to 20")
			}
			if i/columns == rows-1 {
				c.FillText(figure.Label(10), vg.Point{X: at.Center().X, Y: at.Min.Y - 15}, "step, 1 to 50")
			}
			if i == columns-1 {
				scale.ColourBar(figure.Crop(c, at.Max.X+10, at.Min.Y, bar, height), "probability")
			}
		}
	})
}

// upright has a row a state, state 1 at the top, and a column a step.
func upright(law [][]float64) [][]float64 {
	rows := make([][]float64, len(law[0]))
	for _, now := range law {
		for x, p := range now {
			rows[x] = append(rows[x], p)
		}
	}
	return rows
}
