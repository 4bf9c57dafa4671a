package runs

import (
	"fmt"
	"math"
	"slices"

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
	for x := range p.P {
		row := []any{x}
		for _, at := range g.Coords(x) {
			row = append(row, at)
		}
		t.Add(append(row, g.Wall(x), p.P[x], p.CellQ[x], off[x], table.Known(ratio[x]), j[x],
			share(j[x], p.J()), p.Parts[x], share(p.Parts[x], p.B()))...)
	}
	return t
}

// share is a part over its whole, or a cell without a value if there is no such share.
func share(part, whole float64) any {
	if !hasShares(whole) {
		return nil
	}
	return part / whole
}

// weightsData has a row for each bin and direction. The first bin of a direction begins at -inf, and
// the last one ends at inf.
func weightsData(p portrait.Portrait) table.Table {
	t := table.Table{Columns: table.Keys("direction from to sigma exact sampled stderr low high")}
	edges := slices.Concat([]float64{math.Inf(-1)}, p.Laws.Edges, []float64{math.Inf(1)})
	for _, d := range directions(p.Laws) {
		for i := range len(edges) - 1 {
			row := []any{d.name, edges[i], edges[i+1], p.Laws.Sigma, nil, nil, nil, nil, nil}
			if d.Exact != nil {
				row[4] = d.Exact[i]
			}
			if d.Sampled != nil {
				s := d.Sampled[i]
				low, high := interval(s)
				row = append(row[:5], s.Value, s.StdErr, low, high)
			}
			t.Add(row...)
		}
	}
	return t
}

// interval is a normal 95% interval for the mass of a bin.
func interval(s portrait.Share) (low, high float64) {
	const reach = 1.96
	return max(s.Value-reach*s.StdErr, 0), s.Value + reach*s.StdErr
}
