package validation

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/graph"
	"gonum.org/v1/gonum/graph/simple"
	"gonum.org/v1/gonum/graph/topo"
	"gonum.org/v1/gonum/graph/traverse"
)

// apart says between which cells with mass the counted moves lead no way, however many
// moves that takes; "" if they lead from every such cell to every other. A cell that was
// never seen left, or never entered, may be so.
func (w *watched) apart() string {
	seen := simple.NewDirectedGraph()
	var cells []int
	for x, v := range w.LogF {
		if !math.IsInf(v, -1) {
			seen.AddNode(simple.Node(x))
			cells = append(cells, x)
		}
	}
	for at := range w.all.All() {
		x, y := simple.Node(at[0]), simple.Node(at[1])
		if x != y && seen.Node(x.ID()) != nil && seen.Node(y.ID()) != nil {
			seen.SetEdge(simple.Edge{F: x, T: y})
		}
	}
	classes := topo.TarjanSCC(seen)
	if len(classes) < 2 {
		return ""
	}
	from, to := noWay(seen, classes, cells)
	return fmt.Sprintf("at beta = %.6g in %d moves no way from %s to %s was seen: they part the cells into %d classes",
		w.Beta, w.all.Moves(), w.cell(from), w.cell(to), len(classes))
}

// noWay leads from the first cell to the first that is not reached from it. If all are
// reached, it leads to the first cell from the first cell of another class.
func noWay(seen *simple.DirectedGraph, classes [][]graph.Node, cells []int) (from, to int) {
	var ahead traverse.BreadthFirst
	ahead.Walk(seen, simple.Node(cells[0]), nil)
	class := map[int64]int{}
	for i, c := range classes {
		for _, x := range c {
			class[x.ID()] = i
		}
	}
	back := cells[0]
	for _, y := range cells {
		if !ahead.Visited(simple.Node(y)) {
			return cells[0], y
		}
		if back == cells[0] && class[int64(y)] != class[int64(cells[0])] {
			back = y
		}
	}
	return back, cells[0]
}

// noteApart notes the first beta at which no way was seen between some cells, and at how
// many betas it was so.
func (v *Validation) noteApart() {
	if len(v.apart) == 0 {
		return
	}
	also := ""
	if len(v.Levels) > 1 {
		also = fmt.Sprintf("; so it is at %d of %d betas", len(v.apart), len(v.Levels))
	}
	v.note("%s%s", v.apart[0], also)
}
