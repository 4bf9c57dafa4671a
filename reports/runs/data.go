package runs

import (
	"fmt"

	"breadboard/experiments/portrait"
	"breadboard/reports/table"
)

// mapsData has a row for each cell: its coordinates along every axis, and what the maps show.
func mapsData(p portrait.Portrait) table.Table {
	g := p.Chain.Target.Grid
	t := table.Table{Columns: table.Keys("cell")}
	for axis := range g.Axes() {
		t.Columns = append(t.Columns, table.Column{Key: fmt.Sprintf("axis_%d", axis+1)})
	}
	t.Columns = append(t.Columns, table.Keys("wall p q q_minus_p log_q_over_p j_part j_share b_part b_share")...)
	off, ratio, j := p.Off(), p.LogRatio(), p.JParts()
	jShares, _ := shares(j, p.CellGap.Jeffreys(), "J")
	bShares, _ := shares(p.Parts, p.B(), "B")
	for x := range p.P {
		row := []any{x}
		for _, at := range g.Coords(x) {
			row = append(row, at)
		}
		t.Add(append(row, g.Wall(x), p.P[x], p.CellQ[x], off[x], table.Known(ratio[x]), j[x], jShares[x], p.Parts[x],
			bShares[x])...)
	}
	return t
}

// weightsData has a row for each bin and direction. The first bin of a direction has no lower end,
// and the last has no upper one.
func weightsData(p portrait.Portrait) table.Table {
	t := table.Table{Columns: table.Keys("direction from to sigma exact sampled stderr low high")}
	edges := p.Laws.Edges
	for _, d := range directions(p.Laws) {
		for i := range len(edges) + 1 {
			if edges == nil {
				break
			}
			var from, to, exact, value, stderr, low, high any
			if i > 0 {
				from = edges[i-1]
			}
			if i < len(edges) {
				to = edges[i]
			}
			if d.Exact != nil {
				exact = d.Exact[i]
			}
			if d.Sampled != nil {
				s := d.Sampled[i]
				value, stderr = s.Value, s.StdErr
				low, high = s.Value-normal95*s.StdErr, s.Value+normal95*s.StdErr
			}
			t.Add(d.name, from, to, p.Laws.Sigma, exact, value, stderr, low, high)
		}
	}
	return t
}
