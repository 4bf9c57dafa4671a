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

// Painted reads a target as the page writes it, as "0,1.5;w,2" for 2x2 cells with a wall, or "state,logf;0,1.5;1,w" for
// two cells on one axis. It reads it like a CSV file of log f, whose rows are lines and whose walls are -inf.
func Painted(cells string) (toys.Target, error) {
	var rows []string
	for row := range strings.SplitSeq(cells, ";") {
		all := strings.Split(row, ",")
		for i, cell := range all {
			if strings.TrimSpace(cell) == "w" {
				all[i] = "-inf"
			}
		}
		rows = append(rows, strings.Join(all, ","))
	}
	t, err := toys.Read(strings.Join(rows, "\n"), "painted")
	if err != nil {
		return t, experiments.Faultf("%v %v", experiments.FieldTarget, err)
	}
	if cells := t.Grid.Size(); cells > MostCells {
		return t, tooManyCells(experiments.FieldTarget, "painted", text.Thousands(cells))
	}
	return t, nil
}

// paintedText returns a target of one or two axes as Painted reads it, bit for bit; "" on more axes. On one axis it is
// a table of the states, because a row of cells is a grid of two axes.
func paintedText(t toys.Target) string {
	var rows []string
	switch t.Grid.Axes() {
	case 1:
		rows = append(rows, "state,logf")
		for x, v := range t.LogF {
			rows = append(rows, strconv.Itoa(x)+","+strconv.FormatFloat(v, 'g', -1, 64))
		}
	case 2:
		for row := range slices.Chunk(t.LogF, t.Grid.Len(1)) {
			var cells []string
			for _, v := range row {
				cells = append(cells, strconv.FormatFloat(v, 'g', -1, 64))
			}
			rows = append(rows, strings.Join(cells, ","))
		}
	}
	return strings.ReplaceAll(strings.Join(rows, ";"), "-Inf", "w")
}

// CanvasOf makes the target of a question, to paint on.
func CanvasOf(q Question) (Canvas, error) {
	an, err := q.Annealer()
	if err != nil {
		return Canvas{}, err
	}
	return CanvasOn(an), nil
}

// CanvasOn returns the target of an annealer, to paint on.
func CanvasOn(an experiments.Annealer) Canvas {
	d := Canvas{Shape: shapeOf(an.Target.Grid), Name: cmp.Or(an.TargetLabel(), "painted"),
		Target: paintedText(an.Target)}
	if kinds := an.FullSetting().Axes; kinds != grid.Line.String() || an.Target.Grid.Axes() == 1 {
		d.Kinds = kinds
	}
	return d
}
