package draws

import "math"

// A chain whose next cell depends on its last alone forgets all before. So the sum over its moves, from x to y, of
// h(y) - (Ph)(x) has mean 0, whatever h is, a function of cells that the draws before x chose. (Ph)(x) is the mean of h
// over the ends of all other moves from x. Where draws remember more, they are where they have been: the sum is large
// if h counts earlier draws.
//
// First h counts one draw, at each distance, as of walkers that take turns. Then it counts the draws of the part of the
// file before this one, as of a slow change that the cells do not show.
const (
	beyond    = 5.2        // standard errors: the largest of a thousand sums has more with probability Level
	fewParts  = 8          // of the file, and twice as many up to mostParts
	mostParts = 128        // of the file
	mostApart = 1000       // how far apart draws are compared, if there are many
	mostWork  = 50_000_000 // comparisons: of a longer file those at its beginning are made
)

// moves has the moves along chains.
type moves struct {
	chains [][]int32
	cells  int
	n      int
	from   []float64 // the number of moves from each cell
	to     []float64 // and of those to each, in rows
	ends   [][]int32 // of the moves from each cell, each once
}

func movesOf(chains [][]int32, cells int) moves {
	m := moves{chains: chains, cells: cells, from: make([]float64, cells), to: make([]float64, cells*cells),
		ends: make([][]int32, cells)}
	for _, c := range chains {
		for t := 1; t < len(c); t++ {
			x, y := c[t-1], c[t]
			at := m.at(x, y)
			if *at == 0 {
				m.ends[x] = append(m.ends[x], y)
			}
			*at++
			m.from[x]++
			m.n++
		}
	}
	return m
}

// at returns where the moves from x to y are counted.
func (m moves) at(x, y int32) *float64 { return &m.to[int(x)*m.cells+int(y)] }

// between returns the number of moves that do not stay.
func (m moves) between() float64 {
	n := float64(m.n)
	for x := range m.from {
		n -= *m.at(int32(x), int32(x))
	}
	return n
}

// off returns h(y) - (Ph)(x) of a move from x to where h is here; ahead is the sum of h over all moves from x.
func (m moves) off(x int32, here, ahead float64) float64 {
	if m.from[x] < 2 {
		return 0
	}
	return here - (ahead-here)/(m.from[x]-1)
}

// apart returns how far apart draws are alike too often; 0 if they are at no distance.
func (m moves) apart() int {
	most := min(m.n/2, max(mostApart, mostWork/max(m.n, 1)))
	for d := 2; d <= most; d++ {
		sum, square := 0.0, 0.0
		left := mostWork / most
		for _, c := range m.chains {
			c = c[:min(len(c), d+left)]
			left -= max(0, len(c)-d)
			for t := d; t < len(c); t++ {
				x, before, here := c[t-1], c[t-d], 0.0
				if c[t] == before {
					here = 1
				}
				off := m.off(x, here, *m.at(x, before))
				sum += off
				square += off * off
			}
		}
		if sum > beyond*(1+math.Sqrt(square)) {
			return d
		}
	}
	return 0
}

// drifts reports whether draws are too often where those of the part before were.
func (m moves) drifts() bool {
	for parts := fewParts; parts <= min(mostParts, m.n/2); parts *= 2 {
		before, now, ahead := make([]float64, m.cells), make([]float64, m.cells), make([]float64, m.cells)
		sum, square := 0.0, 0.0
		k := 0
		for _, c := range m.chains {
			for t := 1; t < len(c); t++ {
				if k%(1+m.n/parts) == 0 {
					before, now = now, before
					clear(now)
					for x, ends := range m.ends {
						ahead[x] = 0
						for _, y := range ends {
							ahead[x] += *m.at(int32(x), y) * before[y]
						}
					}
				}
				k++
				now[c[t]]++
				off := m.off(c[t-1], before[c[t]], ahead[c[t-1]])
				sum += off
				square += off * off
			}
		}
		if sum > beyond*math.Sqrt(square) {
			return true
		}
	}
	return false
}
