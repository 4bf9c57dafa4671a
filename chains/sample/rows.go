package sample

import "breadboard/chains/programs"

// rowLimit is the number of outcomes that are kept for one move. They take 12 MB.
const rowLimit = 1 << 20

// rows are the outcomes of one move from each cell, looked up when they are first needed. A
// swarm needs only the rows of cells with particles, and many swarms share them.
type rows struct {
	move     programs.Move
	from     []int32 // by cell: 1 + the place of its row, and 0 if it is not known
	to       []int32 // the rows, one after another, and what ends each: its own cell
	p        []float64
	occupied []int32 // the cells whose rows are known
	limit    int
}

func newRows(cells, limit int) *rows { return &rows{from: make([]int32, cells), limit: limit} }

// aim forgets the rows, and takes the next ones from a move.
func (r *rows) aim(m programs.Move) {
	for _, x := range r.occupied {
		r.from[x] = 0
	}
	r.move, r.to, r.p, r.occupied = m, r.to[:0], r.p[:0], r.occupied[:0]
}

// add moves mass from x to a mixture.
func (r *rows) add(m *mixture, x int32, mass float64) {
	if r.from[x] == 0 && len(r.to) > r.limit {
		stay := mass
		r.move.Row(int(x), func(y int, p float64) {
			m.add(int32(y), mass*p)
			stay -= mass * p
		})
		m.add(x, max(stay, 0))
		return
	}
	if r.from[x] == 0 {
		r.look(x)
	}
	for i := r.from[x] - 1; ; i++ {
		y := r.to[i]
		m.add(y, mass*r.p[i])
		if y == x {
			return
		}
	}
}

// look looks up the row of x and keeps it. The last outcome of a row is to stay at x.
func (r *rows) look(x int32) {
	r.from[x], r.occupied = int32(len(r.to))+1, append(r.occupied, x)
	stay := 1.0
	r.move.Row(int(x), func(y int, p float64) {
		if p > 0 {
			r.to, r.p, stay = append(r.to, int32(y)), append(r.p, p), stay-p
		}
	})
	r.to, r.p = append(r.to, x), append(r.p, max(stay, 0))
}

// A mixture is a measure on cells, of which few have mass.
type mixture struct {
	mass  []float64 // by cell; 0 for the others
	cells []int32   // in the order in which they came
}

func newMixture(cells int) *mixture { return &mixture{mass: make([]float64, cells)} }

// add adds a mass to a cell.
func (m *mixture) add(x int32, mass float64) {
	if mass == 0 {
		return
	}
	if m.mass[x] == 0 {
		m.cells = append(m.cells, x)
	}
	m.mass[x] += mass
}

// take appends the cells and their masses, and empties the mixture.
func (m *mixture) take(cells []int32, masses []float64) ([]int32, []float64) {
	for _, x := range m.cells {
		cells, masses = append(cells, x), append(masses, m.mass[x])
		m.mass[x] = 0
	}
	m.cells = m.cells[:0]
	return cells, masses
}
