package explore

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"breadboard/experiments"
	"breadboard/grid"
	"breadboard/grid/text"
	"breadboard/toys"
)

// Painted reads a target as the page writes it, such as "0,1.5;w,2" for 2x2 cells with a wall. It is read as a CSV file
// of log f is, whose rows are lines and whose walls are -inf.
func Painted(cells string) (toys.Target, error) {
	return read(strings.NewReplacer("w", "-inf", ";", "\n").Replace(cells), "painted")
}

// read reads a target of a size that a page may ask for.
func read(content, name string) (toys.Target, error) {
	t, err := toys.Read(content, name)
	if err != nil {
		return t, experiments.Faultf("%v %v", experiments.FieldTarget, err)
	}
	if cells := t.Grid.Size(); cells > MostCells {
		return t, tooManyCells(experiments.FieldTarget, name, cells)
	}
	return t, nil
}

// PaintedText writes a target of two axes as Painted reads it, bit for bit. A path of one axis is a row.
// It is "" on more axes.
func PaintedText(t toys.Target) string {
	if t.Grid.Axes() > 2 {
		return ""
	}
	var rows []string
	for row := range slices.Chunk(t.LogF, t.Grid.Len(t.Grid.Axes()-1)) {
		var cells []string
		for _, v := range row {
			cells = append(cells, strconv.FormatFloat(v, 'g', -1, 64))
		}
		rows = append(rows, strings.Join(cells, ","))
	}
	return strings.ReplaceAll(strings.Join(rows, ";"), "-Inf", "w")
}

// Open reads a target of one or two axes, which can be painted, from the content of a file, as toys.Read does: CSV or
// .npy. A single axis of N cells becomes a row of 1xN, which is what a painted target is.
func Open(name string, content []byte) (Drawn, error) {
	name = text.Brief(text.OneLine(name), 80)
	t, err := read(string(content), name)
	if err != nil {
		return Drawn{}, err
	}
	switch g := t.Grid; g.Axes() {
	case 1:
		t.Grid = grid.New(1, g.Size()).WallsWhere(g.Wall)
	case 2:
	default:
		return Drawn{}, experiments.Faultf("%v %s: %v cells have %d axes; one or two axes, which can be painted, "+
			"would do", experiments.FieldTarget, name, g, g.Axes())
	}
	return drawn(t, name), nil
}

// Draw makes the target of a question, to paint on.
func Draw(q Question) (Drawn, error) {
	c, err := q.Chain()
	if err != nil {
		return Drawn{}, err
	}
	d := drawn(c.Target, cmp.Or(c.TargetLabel(), "painted"))
	if kinds := c.Pinned().Axes; kinds != grid.Line.String() {
		d.Kinds = kinds
	}
	return d, nil
}

// drawn lays a target out to be painted.
func drawn(t toys.Target, name string) Drawn {
	return Drawn{Shape: shapeOf(t.Grid), Name: name, LogF: numbers(t.LogF), Target: PaintedText(t)}
}
