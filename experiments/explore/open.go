package explore

import (
	"bytes"

	"breadboard/experiments"
	"breadboard/grid"
	"breadboard/grid/text"
	"breadboard/toys"
)

// Open reads a target from the content of a file, as toys.Read does: CSV, .npy or .npz. The file holds log f, or p if
// density says so. A single axis of N cells becomes a row of 1xN, which is what a painted target is.
func Open(name, density string, content []byte) (Drawn, error) {
	name = text.Brief(text.OneLine(name), 80)
	if err := (experiments.Setting{Target: name, Density: density}).CheckDensity(); err != nil {
		return Drawn{}, err
	}
	d := toys.LogF
	if density != "" {
		d = toys.Density(density)
	}
	t, err := toys.ReadUpTo(bytes.NewReader(content), name, d, MostCells)
	if err != nil {
		return Drawn{}, experiments.Faultf("%v %v", experiments.FieldTarget, err)
	}
	switch g := t.Grid; g.Axes() {
	case 1:
		t.Grid = grid.New(1, g.Size()).WallsWhere(g.Wall)
	case 2:
	default:
		return Drawn{}, experiments.Faultf("%v %s: %v cells have %d axes; one or two axes, which can be painted, would do",
			experiments.FieldTarget, name, g, g.Axes())
	}
	return drawn(t, name), nil
}
