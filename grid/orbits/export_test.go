package orbits

import "breadboard/grid"

// Listed is NewGroup without a table of the cells.
func Listed(box grid.Grid, by ...Symmetry) (g *Group, err error) {
	g = &Group{box: box, by: by, near: imagesBy(box, by)}
	return g, g.list()
}
