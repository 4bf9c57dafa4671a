package orbits

import (
	"fmt"

	"breadboard/grid"
)

// Symmetries say which cells of a box are of one orbit. A Group follows from symmetries of the axes and needs no table
// of the cells. Relabellings are given cell by cell.
type Symmetries interface {
	// Orbits is the number of orbits.
	Orbits() float64
	// Images are those of a cell by the symmetries that make all others.
	Images(cell int) []int
	// finder returns a function of a cell: the first cell of its orbit, and how many it has. It has memory of its own.
	finder() func(cell int) (first, size int)
}

// A Group has all symmetries that some lead to, one after the other.
type Group struct {
	All []Symmetry // the first takes every cell to itself
	box grid.Grid
	by  []Symmetry // those that make the group
	// The axes are cut into blocks. The number of a cell's image is a sum over blocks of what the cell's values there
	// become: tables[b][i] has these parts by symmetry, for the i-th place on block b.
	blocks []grid.Lines
	tables [][][]int
}

// MostSymmetries is the largest group. All exchanges of eight labels are 40,320.
const MostSymmetries = 1 << 16

// NewGroup returns the group that these symmetries of the box make. They have passed Check. It fails if they make
// more than MostSymmetries.
func NewGroup(box grid.Grid, by ...Symmetry) (*Group, error) {
	g := &Group{All: []Symmetry{Same(box)}, box: box, by: by}
	known := map[string]bool{fmt.Sprint(g.All[0]): true}
	for i := 0; i < len(g.All); i++ {
		for _, s := range by {
			more := g.All[i].then(s)
			if key := fmt.Sprint(more); !known[key] {
				known[key] = true
				g.All = append(g.All, more)
			}
			if len(g.All) > MostSymmetries {
				return nil, fmt.Errorf("more than %d symmetries; a smaller group would do", MostSymmetries)
			}
		}
	}
	const most = 256 // places on a block of several axes
	for last := box.Axes(); last > 0; {
		first, places := last-1, box.Len(last-1)
		for first > 0 && places*box.Len(first-1) <= most {
			first--
			places *= box.Len(first)
		}
		block, table := grid.Lines{Stride: box.Stride(last - 1), Length: places}, make([][]int, places)
		for i := range table {
			table[i] = make([]int, len(g.All))
			for k, s := range g.All {
				for a, from := range s.From {
					if from >= first && from < last {
						table[i][k] += s.Values[a][box.Coord(i*block.Stride, from)] * box.Stride(a)
					}
				}
			}
		}
		g.blocks, g.tables, last = append(g.blocks, block), append(g.tables, table), first
	}
	return g, nil
}

// Orbits counts by Burnside's lemma: the orbits are as many as the cells that a symmetry takes to themselves, on
// average.
func (g *Group) Orbits() float64 {
	sum := 0.0
	for _, s := range g.All {
		sum += s.fixed()
	}
	return sum / float64(len(g.All))
}

func (g *Group) Images(cell int) (all []int) {
	for _, s := range g.by {
		all = append(all, g.box.Index(s.Apply(g.box.Coords(cell))...))
	}
	return all
}

func (g *Group) finder() func(cell int) (first, size int) {
	images := make([]int, len(g.All))
	return func(cell int) (first, size int) {
		for b, block := range g.blocks {
			parts := g.tables[b][cell/block.Stride%block.Length][:len(images)]
			if b == 0 {
				copy(images, parts)
				continue
			}
			for k, part := range parts {
				images[k] += part
			}
		}
		first, ways := images[0], 0
		for _, y := range images {
			first = min(first, y)
			if y == cell {
				ways++
			}
		}
		return first, len(images) / ways
	}
}

// Relabellings are given by the images of all cells. Orbits are what hangs together by them.
type Relabellings struct {
	images [][]int
	first  []int // by cell
	sizes  []int // by first cell
	orbits float64
}

// NewRelabellings returns an error unless each takes the cells of the box to one another, and lines to lines whose
// neighbours stay neighbours.
func NewRelabellings(box grid.Grid, images ...[]int) (*Relabellings, error) {
	r := &Relabellings{images: images, first: numbers(box.Size()), sizes: make([]int, box.Size())}
	root := func(x int) int {
		for r.first[x] != x {
			r.first[x] = r.first[r.first[x]]
			x = r.first[x]
		}
		return x
	}
	for i, image := range images {
		if len(image) != box.Size() || !permutes(image) {
			return nil, fmt.Errorf("relabelling %d has not each cell of %v once", i+1, box)
		}
		if x, ok := linesTo(box, image); !ok {
			return nil, fmt.Errorf("relabelling %d takes cell %v to %v, and not each line of neighbours through the one to a line "+
				"through the other", i+1, box.Coords(x), box.Coords(image[x]))
		}
		for x, y := range image {
			a, b := root(x), root(y)
			r.first[max(a, b)] = min(a, b)
		}
	}
	for x := range r.first {
		r.first[x] = root(x)
		r.sizes[r.first[x]]++
	}
	for x, first := range r.first {
		if x == first {
			r.orbits++
		}
	}
	return r, nil
}

// linesTo reports whether lines lead to lines, and otherwise a cell on a line that does not.
func linesTo(box grid.Grid, image []int) (x int, ok bool) {
	for a := range box.Axes() {
		line := box.Lines(a)
		for i := range line.Count {
			x = line.First(i)
			values, to := make([]int, line.Length), -1 // the axis that the line goes to
			for b := range box.Axes() {
				if line.Length > 1 && box.Coord(image[x], b) != box.Coord(image[x+line.Stride], b) {
					to = b
				}
			}
			if line.Length == 1 {
				continue
			}
			other := box.Lines(max(to, 0))
			if to < 0 || other.Length != line.Length || box.Kind(to) != box.Kind(a) {
				return x, false
			}
			home, _ := other.Of(image[x])
			for v := range values {
				j, at := other.Of(image[x+v*line.Stride])
				if values[v] = at; j != home {
					return x, false
				}
			}
			if !kept(box.Kind(a), values) {
				return x, false
			}
		}
	}
	return 0, true
}

func (r *Relabellings) Orbits() float64 { return r.orbits }

// Images are those of the cell by each relabelling.
func (r *Relabellings) Images(cell int) (all []int) {
	for _, image := range r.images {
		all = append(all, image[cell])
	}
	return all
}

func (r *Relabellings) finder() func(cell int) (first, size int) {
	return func(cell int) (int, int) { return r.first[cell], r.sizes[r.first[cell]] }
}
