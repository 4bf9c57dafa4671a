package operators

// A Memo keeps what was found of single cells at a level, until the next level. Where a space has few cells it is a
// list of all of them, because many chains look up as many: a list takes a tenth of the time of a map. Of many cells
// few are asked, and a map has those.
type Memo[E any] struct {
	cells int
	level uint32
	at    []uint32 // by cell, the level at which it was kept; nil before one is, and where a map has the cells
	list  []E
	some  map[int]E
}

const (
	mostListed = 1 << 18 // cells of a list, which then takes some megabytes
	mostSome   = 1 << 20 // cells of a map: where there are more all are forgotten
)

// NewMemo returns a memo of a space of so many cells, which keeps none.
func NewMemo[E any](cells int) *Memo[E] { return &Memo[E]{cells: cells, level: 1} }

// Forget forgets all cells.
func (m *Memo[E]) Forget() {
	clear(m.some)
	m.level++
	if m.level == 0 { // after 2^32 levels
		clear(m.at)
		m.level = 1
	}
}

// Of returns what is kept of a cell, if anything is.
func (m *Memo[E]) Of(x int) (found E, ok bool) {
	if m.at != nil {
		if m.at[x] != m.level {
			return found, false
		}
		return m.list[x], true
	}
	found, ok = m.some[x]
	return found, ok
}

// Keep keeps what was found of a cell.
func (m *Memo[E]) Keep(x int, found E) {
	switch {
	case m.at != nil:
	case m.cells <= mostListed:
		m.at = make([]uint32, m.cells)
		m.list = make([]E, m.cells)
	case m.some == nil || len(m.some) == mostSome:
		m.some = map[int]E{}
	}
	if m.at == nil {
		m.some[x] = found
		return
	}
	m.at[x] = m.level
	m.list[x] = found
}
