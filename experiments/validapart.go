package experiments

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/graph"
	"gonum.org/v1/gonum/graph/simple"
	"gonum.org/v1/gonum/graph/topo"
	"gonum.org/v1/gonum/graph/traverse"
)

// apart says between which cells with mass no way was seen, over however many of the
// moves: what is seen never to be left, or never entered, may be so. "" where the
// moves lead from every such cell to every other.
func (w *watched) apart() string {
	seen := simple.NewDirectedGraph()
	var cells []int
	for x, v := range w.logf {
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
	return fmt.Sprintf("at beta = %.6g in %d moves no way from %s to %s was seen: they part the cells into %d classes", w.beta, w.all.Moves(), w.cell(from), w.cell(to), len(classes))
}

// noWay is from the first cell to the first that is not reached from it, or, where all
// are, to it from the first in another class.
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

// parted keeps what apart says.
func (v *Validation) parted(w *watched) {
	if say := w.apart(); say != "" {
		v.apart = append(v.apart, say)
	}
}

// noteApart notes the first beta at which no way was seen between some cells, and at
// how many of all it was so.
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
