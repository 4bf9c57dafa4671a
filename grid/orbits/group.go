package orbits

import (
	"fmt"

	"breadboard/grid"
)

// A Group has all symmetries of a box that some of them lead to, one after the other. Of a small box it has a table:
// the cells that hang together are an orbit. Of a larger one it lists the symmetries, and no cells.
type Group struct {
	box  grid.Grid
	by   []Symmetry // those that make the group
	near images     // by these
	all  []Symmetry // every one, if there is no table
	far  images     // by all of them

	first []int32 // by cell, the first of its orbit; nil if there is no table
	sizes []int32 // by first cell
}

// MostTabled is the largest box with a table: 128 MiB.
const MostTabled = 1 << 24

// NewGroup returns the group that these symmetries of the box make. They have passed Check. It fails if the box is
// large, and they make more symmetries than one can list.
func NewGroup(box grid.Grid, by ...Symmetry) (g *Group, err error) {
	g = &Group{box: box, by: by, near: imagesBy(box, by)}
	if box.Size() <= MostTabled {
		g.table()
		return g, nil
	}
	return g, g.list()
}

// list finds all symmetries, and what they do to the places on an axis.
func (g *Group) list() (err error) {
	g.all, err = g.All()
	g.far = imagesBy(g.box, g.all)
	return err
}

// All lists the symmetries of the group. The first takes every cell to itself. It fails if they are too many.
func (g *Group) All() (all []Symmetry, err error) {
	const most, mostNumbers = 1 << 16, 1 << 22
	all = []Symmetry{Same(g.box)}
	numbers := 0 // that make a symmetry
	for _, n := range g.box.Lens() {
		numbers += 1 + n
	}
	known := map[string]bool{fmt.Sprint(all[0]): true}
	for i := 0; i < len(all); i++ {
		for _, s := range g.by {
			more := all[i].then(s)
			if key := fmt.Sprint(more); !known[key] {
				known[key] = true
				all = append(all, more)
			}
			if len(all) > most || len(all)*numbers > mostNumbers {
				return nil, fmt.Errorf("more than %d symmetries; a smaller group would do", len(all)-1)
			}
		}
	}
	return all, nil
}

// table finds what hangs together: it joins every cell with its images.
func (g *Group) table() {
	joined := grid.NewClasses(g.box.Size())
	to := make([]int, len(g.by))
	for x := range joined {
		for _, y := range g.near.of(x, to) {
			joined.Join(x, y)
		}
	}
	joined.Settle()
	g.first, g.sizes = joined, make([]int32, len(joined))
	for _, first := range joined {
		g.sizes[first]++
	}
}

// Orbits is the number of orbits. Without a table it is Burnside's: they are as many as the cells that a symmetry takes
// to themselves, on average.
func (g *Group) Orbits() (n float64) {
	for _, size := range g.sizes {
		if size > 0 {
			n++
		}
	}
	fixed := 0.0
	for _, s := range g.all {
		fixed += s.fixed()
	}
	return n + fixed/float64(max(1, len(g.all)))
}

// Images are those of a cell by the symmetries that make the group.
func (g *Group) Images(cell int) []int { return g.near.of(cell, make([]int, len(g.by))) }

// finder returns a function of a cell: the first cell of its orbit, and how many it has. It has memory of its own.
func (g *Group) finder() func(cell int) (first, size int) {
	if g.first != nil {
		return func(cell int) (first, size int) { return int(g.first[cell]), int(g.sizes[g.first[cell]]) }
	}
	to := make([]int, len(g.all))
	return func(cell int) (first, size int) {
		first, ways := cell, 0
		for _, y := range g.far.of(cell, to) {
			first = min(first, y)
			if y == cell {
				ways++
			}
		}
		return first, len(to) / ways
	}
}

// images are those of all cells by some symmetries. The axes are cut into blocks. The number of a cell's image is a sum
// over blocks of what the cell's values there become: tables[b][i] has these parts by symmetry, for the i-th place on
// block b.
type images struct {
	blocks []grid.Lines
	tables [][][]int
}

func imagesBy(box grid.Grid, by []Symmetry) (m images) {
	const most = 256 // places on a block of several axes
	for last := box.Axes(); last > 0; {
		first, places := last-1, box.Len(last-1)
		for first > 0 && places*box.Len(first-1) <= most {
			first--
			places *= box.Len(first)
		}
		block := grid.Lines{Stride: box.Stride(last - 1), Length: places}
		table := make([][]int, places)
		for i := range table {
			table[i] = make([]int, len(by))
			for k, s := range by {
				for a, from := range s.From {
					if from >= first && from < last {
						table[i][k] += s.Values[a][box.Coord(i*block.Stride, from)] * box.Stride(a)
					}
				}
			}
		}
		m.blocks = append(m.blocks, block)
		m.tables = append(m.tables, table)
		last = first
	}
	return m
}

// of writes the images of a cell to a slice with a place for each.
func (m images) of(cell int, to []int) []int {
	for b, block := range m.blocks {
		parts := m.tables[b][cell/block.Stride%block.Length][:len(to)]
		if b == 0 {
			copy(to, parts)
			continue
		}
		for k, part := range parts {
			to[k] += part
		}
	}
	return to
}
