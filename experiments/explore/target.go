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

// Painted reads a target as the page writes it, as "0,1.5;w,2" for 2x2 cells with a wall. It reads it like a CSV file
// of log f, whose rows are lines and whose walls are -inf.
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

// PaintedText returns a target of one or two axes as Painted reads it, bit for bit; "" on more axes.
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

// CanvasOf makes the target of a question, to paint on.
func CanvasOf(q Question) (Canvas, error) {
	an, err := q.Annealer()
	if err != nil {
		return Canvas{}, err
	}
	d := Canvas{Shape: shapeOf(an.Target.Grid), Name: cmp.Or(an.TargetLabel(), "painted"),
		Target: PaintedText(an.Target)}
	if kinds := an.FullSetting().Axes; kinds != grid.Line.String() {
		d.Kinds = kinds
	}
	return d, nil
}
