package explore

import (
	"math"
	"strconv"
	"strings"

	"breadboard/experiments"
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
