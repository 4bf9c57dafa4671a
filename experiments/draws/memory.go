package draws

import (
	"slices"

	"breadboard/grid"
	"breadboard/grid/sheets"
)

// A Need says of draws what decides how much memory it takes to read and judge them.
type Need struct {
	Draws, Chains, Samples int
	Cells, Axes            int  // of the grid
	Numbered, Parted       bool // columns of the file say so, and rows are put in order
	Largest                int  // draws of a sample; 0 before it is known
	Points                 int  // of the longest Fourier transform; 0 if it is short
}

// A Room is asked whether there is room for a need. Its error ends the reading.
type Room func(Need) error

// Bytes is the memory that reading and judging takes, at the most of both.
//
// A row is a cell of 4 bytes, and if the file says so a part of 4 and a number of 8. Rows that are put in order stand
// twice then. A chain has a name in a table, its part in another, and a slice of its own. Judging keeps q and z of each
// cell of each sample, and holds for one sample at a time a function of its draws, and these in another order. A long
// transform has a block, its spectrum and that of what is ahead of it, their product, and two lists as long that the
// transform keeps for itself. The garbage of what is read is collected when it is as much as all that is held.
func (n Need) Bytes() float64 {
	const cell, number, part, named, perChain, perCell, atOnce, perDraw, perPoint = 4, 8, 4, 128, 64, 16, 64, 12, 48
	const garbage = 1.5
	row := float64(cell)
	if n.Numbered {
		row += number
	}
	if n.Parted {
		row = 2*row + part
	}
	read := float64(n.Draws)*row + float64(n.Chains)*(named+perChain)
	judge := float64(n.Draws)*cell + float64(n.Chains)*perChain + float64(n.Samples)*float64(n.Cells)*perCell +
		float64(n.Cells)*atOnce + float64(n.Largest)*perDraw + float64(n.Points)*perPoint
	return garbage * max(read, judge)
}

// NeedOf is what it takes to judge these samples of cells of g.
func NeedOf(g grid.Grid, samples []Sample) Need {
	n := Need{Samples: len(samples), Cells: g.Size(), Axes: g.Axes()}
	for _, s := range samples {
		draws := 0
		for _, c := range s.Chains {
			draws += len(c)
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
	n.Numbered = slices.ContainsFunc(columns, func(c sheets.Column) bool { return c.Name == "draw" })
	n.Parted = slices.ContainsFunc(columns, func(c sheets.Column) bool { return c.Words })
	if !n.Parted {
		n.Largest = n.Draws
	}
	return n
}
