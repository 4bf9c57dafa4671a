package explore

import (
	"bytes"
	"cmp"
	"context"
	"math"
	"strconv"
	"strings"

	"breadboard/experiments"
	"breadboard/grid"
	"breadboard/grid/text"
	"breadboard/toys"
)

// Painted reads a target as the page writes it, such as "0,1.5;w,2" for 2x2 cells with a wall. It is read
// as a CSV file of log f is, whose rows are lines and whose walls are -inf.
func Painted(text string) (toys.Target, error) {
	if strings.ContainsFunc(text, func(r rune) bool { return r < ' ' || r > '~' || r == '"' || r == '#' }) {
		return toys.Target{}, experiments.Faultf("%v painted: it has signs of no number; log f, w for a wall, with "+
			"a comma between cells and a semicolon between rows, as in 0,1.5;w,2, would do", experiments.FieldTarget)
	}
	if cells := 1 + strings.Count(text, ",") + strings.Count(text, ";"); cells > MostCells {
		return toys.Target{}, experiments.Faultf("%v painted: %d cells; at most %d would do", experiments.FieldTarget,
			cells, MostCells)
	}
	var file strings.Builder
	for row := range strings.SplitSeq(text, ";") {
		for i, cell := range strings.Split(row, ",") {
			if i > 0 {
				file.WriteByte(',')
			}
			if cell = strings.TrimSpace(cell); cell == "w" {
				cell = "-inf"
			}
			file.WriteString(cell)
		}
		file.WriteByte('\n')
	}
	t, err := toys.Read(strings.NewReader(file.String()), "painted", toys.LogF)
	if err != nil {
		return toys.Target{}, experiments.Faultf("%v %v", experiments.FieldTarget, err)
	}
	return t, nil
}

// PaintedText writes a target of two axes as Painted reads it, bit for bit. A path of one axis is a row.
// It is "" on more axes.
func PaintedText(t toys.Target) string {
	if t.Grid.Axes() > 2 {
		return ""
	}
	columns := t.Grid.Len(t.Grid.Axes() - 1)
	var text []byte
	for x, v := range t.LogF {
		switch {
		case x > 0 && x%columns == 0:
			text = append(text, ';')
		case x > 0:
			text = append(text, ',')
		}
		if math.IsInf(v, -1) {
			text = append(text, 'w')
		} else {
			text = strconv.AppendFloat(text, v, 'g', -1, 64)
		}
	}
	return string(text)
}

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

// Draw makes the target of a question, to paint on.
func Draw(ctx context.Context, q Question) (Drawn, error) {
	c, err := q.Chain()
	if err == nil {
		err = ctx.Err()
	}
	if err != nil {
		return Drawn{}, err
	}
	return drawn(c.Target, cmp.Or(c.TargetLabel(), "painted")), nil
}

// drawn lays a target out to be painted.
func drawn(t toys.Target, name string) Drawn {
	d := Drawn{Shape: shapeOf(t.Grid), Name: name, LogF: Numbers(t.LogF)}
	if t.Grid.Axes() <= 2 {
		d.Target = PaintedText(t)
	}
	return d
}
