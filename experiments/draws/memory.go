package draws

import (
	"math/bits"
	"slices"

	"breadboard/grid"
	"breadboard/grid/sheets"
)

// A Need says of draws what decides how much memory it takes to read and judge them.
type Need struct {
	Draws, Chains, Samples int
	Cells, Axes            int // of the grid
	Longest                int // draws of a chain; 0 before it is known
	Largest                int // draws of a sample; 0 before it is known
}

// A Room is asked whether there is room for a need. Its error ends the reading.
type Room func(Need) error

// Bytes is the memory that reading and judging takes, at the most of both.
//
// A row is a draw of 24 bytes and its cell of 4, and a chain has a name in a table, some 64 bytes, and a slice of its
// own. Judging keeps q and z of each cell of each sample, and holds for one sample at a time the draws once more, a
// function of them with its autocovariances, and the Fourier transform of the longest chain: that chain with as many
// zeros, up to the next power of two, its spectrum and power, and two lists as long that the transform keeps for
// itself.
func (n Need) Bytes() float64 {
	const row, named, perChain, perCell, atOnce, perDraw, perPoint = 28, 64, 80, 16, 64, 24, 48
	read := float64(n.Draws)*row + float64(n.Chains)*(named+perChain)
	judge := float64(n.Draws)*4 + float64(n.Chains)*perChain + float64(n.Samples)*float64(n.Cells)*perCell +
		float64(n.Cells)*atOnce + float64(n.Largest)*perDraw
	if n.Longest > 0 {
		judge += float64(int(1)<<bits.Len(uint(2*n.Longest-1))) * perPoint
	}
	return max(read, judge)
}

// NeedOf is what it takes to judge these samples of cells of g.
func NeedOf(g grid.Grid, samples []Sample) Need {
	n := Need{Samples: len(samples), Cells: g.Size(), Axes: g.Axes()}
	for _, s := range samples {
		draws := 0
		for _, c := range s.Chains {
			draws += len(c)
			n.Longest = max(n.Longest, len(c))
		}
		n.Draws += draws
		n.Largest = max(n.Largest, draws)
		n.Chains += len(s.Chains)
	}
	return n
}

// foresee is what is known of draws before a row is read. Without a column that parts them they are one chain.
func foresee(s *sheets.Sheet, columns []sheets.Column, g grid.Grid) Need {
	n := Need{Chains: 1, Samples: 1, Cells: g.Size(), Axes: g.Axes()}
	rows, _ := s.Rows()
	n.Draws = min(rows, mostDraws)
	parts := func(c sheets.Column) bool { return c.Words }
	if !slices.ContainsFunc(columns, parts) {
		n.Longest, n.Largest = n.Draws, n.Draws
	}
	return n
}
