package explore

import (
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
func Painted(cells string) (toys.Target, error) {
	if strings.ContainsFunc(cells, func(r rune) bool { return r < ' ' || r > '~' || r == '"' || r == '#' }) {
		return toys.Target{}, experiments.Faultf("%v painted: it has signs of no number; log f, w for a wall, with a "+
			"comma between cells and a semicolon between rows, as in 0,1.5;w,2, would do", experiments.FieldTarget)
	}
	if n := 1 + strings.Count(cells, ",") + strings.Count(cells, ";"); n > MostCells {
		return toys.Target{}, experiments.Faultf("%v painted: %s cells; at most %s would do", experiments.FieldTarget,
			text.Thousands(n), text.Thousands(MostCells))
	}
	rows := strings.Split(cells, ";")
	for i, row := range rows {
		cells := strings.Split(row, ",")
		for j, cell := range cells {
			if strings.TrimSpace(cell) == "w" {
				cells[j] = "-inf"
			}
		}
		rows[i] = strings.Join(cells, ",")
	}
	t, err := toys.Read(strings.Join(rows, "\n"), "painted")
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

// Draw makes the target of a question, to paint on.
func Draw(ctx context.Context, q Question) (Drawn, error) {
	c, err := q.Chain()
	if err == nil {
		err = ctx.Err()
	}
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
	d := Drawn{Shape: shapeOf(t.Grid), Name: name, LogF: numbers(t.LogF)}
	if t.Grid.Axes() <= 2 {
		d.Target = PaintedText(t)
	}
	return d
}
