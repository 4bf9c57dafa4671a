package operators

import (
	"breadboard/chains"
	"breadboard/chains/lanes"
	"breadboard/chains/numbers"
)

// PushBlock is Push of eight measures side by side.
func PushBlock(op chains.Operator, dst, q lanes.Block) {
	switch o := op.(type) {
	case chains.BlockPusher:
		o.PushBlock(dst, q)
	case chains.Lister:
		o.Rows().Push(dst, q)
	default:
		from := make([]float64, len(q))
		to := make([]float64, len(q))
		for k := range 8 {
			for x := range q {
				from[x] = q[x][k]
			}
			op.Push(to, from)
			for x, mass := range to {
				dst[x][k] = mass
			}
		}
	}
}

// A Mover has room to push measures as a block, by kernels whose moves are no bands.
type Mover struct{ from, to lanes.Block }

// Push sets dst to the measures q on n states after a step of op.
func (m *Mover) Push(op chains.Operator, dst, q *lanes.Measures, n int) {
	if o, ok := op.(chains.BandPusher); ok && o.PushBands(dst, q) {
		return
	}
	if m.from == nil {
		m.from = make(lanes.Block, n)
		m.to = make(lanes.Block, n)
	}
	q.To(m.from)
	PushBlock(op, m.to, m.from)
	dst.From(m.to)
}

// A List has room for the rows of an operator.
type List struct{ rows lanes.Rows }

// Of returns all rows of op, on n states, at the level that it is aimed at. They are valid until the next call, and the
// next Aim. It is not ok if they, or those of one of the steps that op makes in turn, have more than so many moves, or
// if on is false: that is asked after each row that op writes by itself.
func (l *List) Of(op chains.Operator, n, most int, on func() bool) (rows *lanes.Rows, ok bool) {
	if o, lists := op.(chains.Lister); lists {
		rows = o.Rows()
		return rows, len(rows.To) <= most
	}
	r := &l.rows
	r.From = append(r.From[:0], 0)
	r.To = r.To[:0]
	r.P = r.P[:0]
	visit := func(y int, p float64) { // one for all rows, because each would be allocated
		r.To = append(r.To, int32(y))
		r.P = append(r.P, p)
	}
	if steps, several := op.(interface{ fit(most int) bool }); several && !steps.fit(most) {
		return nil, false
	}
	for x := range n {
		op.Row(x, visit)
		if len(r.To) > most || !on() {
			return nil, false
		}
		r.From = append(r.From, len(r.To))
	}
	return r, true
}

// moves are those of a kernel that proposes the same from level to level, and accepts by a rule.
type moves struct {
	rows lanes.Rows
	each []float64 // by move, the probability of proposing it
	from []int32   // by move, the cell that it leads from

	edges  *lanes.Edges // nil before they are asked for, and if a move has no way back that is proposed alike
	asked  bool         // they were
	pair   []float64    // by edge, the probability of proposing it
	begins []int32      // by edge, the lower of its cells
	bands  *lanes.Bands // the edges, or nil if they are no bands
}

// add adds a move from x, which is at least the x of the moves before.
func (m *moves) add(x, y int, each float64) {
	m.each = append(m.each, each)
	m.from = append(m.from, int32(x))
	m.rows.To = append(m.rows.To, int32(y))
	m.rows.P = append(m.rows.P, 0)
}

// end ends the row of a cell.
func (m *moves) end() { m.rows.From = append(m.rows.From, len(m.rows.To)) }

// accept sets the probabilities of all moves at masses f.
func (m *moves) accept(by lanes.Conductance, f []float64) {
	by.Accept(m.rows.P, m.each, m.from, m.rows.To, f)
}

// pushBlock pushes eight measures at masses f, by the rule of Metropolis. It returns false if the moves are no edges.
func (m *moves) pushBlock(dst, q lanes.Block, f []float64) bool {
	m.ask()
	if m.edges == nil {
		return false
	}
	m.edges.Accept(m.pair, m.begins, f)
	m.edges.Push(dst, q)
	return true
}

// pushBands is pushBlock for measures. It returns false if the moves are no bands.
func (m *moves) pushBands(dst, q *lanes.Measures, f []float64) bool {
	m.ask()
	if m.bands == nil {
		return false
	}
	m.bands.Accept(f)
	m.bands.Push(dst, q)
	return true
}

// ask finds out, once, whether the moves are edges and bands.
func (m *moves) ask() {
	if m.asked {
		return
	}
	m.asked = true
	m.pairUp()
	if m.edges != nil {
		m.bands = m.edges.Bands(m.pair)
	}
}

// pairUp makes edges of the moves, if each has one way back that is proposed alike.
func (m *moves) pairUp() {
	way := map[[2]int32]float64{}
	for i, x := range m.from {
		move := [2]int32{x, m.rows.To[i]}
		if _, twice := way[move]; twice {
			return
		}
		way[move] = m.each[i]
	}
	e := &lanes.Edges{From: []int{0}}
	for x := range len(m.rows.From) - 1 {
		to, _ := m.rows.Of(x)
		for i, y := range to {
			each := m.each[m.rows.From[x]+i]
			if way[[2]int32{y, int32(x)}] != each {
				return
			}
			if int(y) > x {
				e.To = append(e.To, y)
				m.pair = append(m.pair, each)
				m.begins = append(m.begins, int32(x))
			}
		}
		e.From = append(e.From, len(e.To))
	}
	e.There = make([]float64, len(e.To))
	e.Back = make([]float64, len(e.To))
	m.edges = e
}

// proposals lists the moves of a definition that is Proposed by the rule Metropolis: on a flat density it accepts all
// that it proposes.
func proposals(of chains.Outcomes, view *View) *moves {
	n := view.grid.Size()
	flat := &View{grid: view.grid, level: view.level, f: make([]float64, n)}
	for x := range flat.f {
		flat.f[x] = 1
	}
	m := &moves{}
	m.rows.From = []int{0}
	row := of.Float(flat)
	place := make([]int, n) // of each cell, in the row that has it last
	for x := range n {
		first := len(m.each)
		row(x, func(y int, weight numbers.Float) {
			each := float64(weight) / float64(of.Out)
			switch at := place[y]; {
			case y == x || each == 0:
			case at >= first && at < len(m.each) && m.rows.To[at] == int32(y): // again
				m.each[at] += each
			default:
				place[y] = len(m.each)
				m.add(x, y, each)
			}
		})
		m.end()
	}
	return m
}
