package validation

import (
	"image/color"
	"io"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"breadboard/chains/laws"
	"breadboard/reports/figure"
	"breadboard/reports/table"
)

// drawn are the files of the figure: at the left which exact law a bug breaks, at the right the share of samplings in
// which each sampled test finds it.
func drawn(rows []row) []table.File {
	const high, wide = vg.Length(13.5), vg.Length(19)
	heads := [2][]string{table.Each(exactLaws, func(l laws.Law) string { return string(l) }), {"any of these"}}
	keys := []string{"found_by_any"}
	for _, law := range seenLaws {
		heads[1], keys = append(heads[1], string(law)), append(keys, "found_by: "+string(law))
	}
	var sides [2][][]float64
	var names []string
	for _, r := range rows[1:] {
		names = append(names, r["bug"].(string))
		sides[0] = append(sides[0], table.Each(heads[0], func(law string) float64 { // blue, or white
			return map[bool]float64{true: -1, false: math.NaN()}[slices.Contains(r["exact_checks"].([]any), any(law))]
		}))
		sides[1] = append(sides[1], table.Each(keys, func(key string) float64 { return r[key].(float64) }))
	}
	signs := strings.NewReplacer("<=", "≤", ">=", "≥", "-", "−")
	return figure.Files("bugs", figure.ForScreen, func(w io.Writer, m figure.Medium) error {
		return figure.Render(w, m, 800, 640, func(c draw.Canvas) {
			left := vg.Length(170)
			for i, cells := range sides {
				at := figure.Crop(c, left, 8, wide*vg.Length(len(heads[i])), high*vg.Length(len(cells)))
				figure.HeatMap{Cells: cells, Framed: true, Scale: figure.Scale{Low: -1, High: 1, Signed: true},
					Rows: [][]string{names, nil}[i], Columns: []string{""}}.Draw(at)
				for k := range cells {
					y := at.Min.Y + high*vg.Length(k)
					at.StrokeLine2(draw.LineStyle{Color: color.Gray{0xE4}, Width: 0.5}, at.Min.X, y, at.Max.X, y)
				}
				style := figure.LabelUp(9)
				style.XAlign, style.YAlign = draw.XLeft, draw.YCenter
				for k, head := range heads[i] {
					at.FillText(style, vg.Point{X: at.Min.X + wide*(vg.Length(k)+0.5),
						Y: at.Max.Y + 5}, signs.Replace(head))
				}
				at.FillText(figure.Label(11), vg.Point{X: at.Center().X, Y: 624},
					[]string{"exact laws that the bug breaks",
						"share of 20 samplings that find it"}[i])
				left += at.Size().X + 30
			}
		})
	})
}
