package explorer_test

import (
	"fmt"
	"math"
	"testing"

	"breadboard/experiments/explore"
)

// column is a list of numbers with the name of its column.
type column struct {
	name   string
	values []explore.Number
}

// less is a - b, by cell.
func less[V ~float64](a, b []V) []V {
	all := make([]V, len(a))
	for i := range a {
		all[i] = a[i] - b[i]
	}
	return all
}

// mapped is the table of maps on the shape.
func mapped(columns ...column) [][]any {
	rows := [][]any{{"cell", "row", "column", "wall"}}
	for _, c := range columns {
		rows[0] = append(rows[0], c.name)
	}
	for x, wall := range shape.Walls {
		row := []any{x, x / shape.Columns, x % shape.Columns, fmt.Sprint(wall)}
		for _, c := range columns {
			row = append(row, float64(c.values[x]))
		}
		rows = append(rows, row)
	}
	return rows
}

// moved is the share of a law that would have to move to make another one of it.
func moved(a, b []explore.Number) float64 {
	sum := 0.0
	for _, v := range less(a, b) {
		sum += math.Abs(float64(v)) / 2
	}
	return sum
}

// digits is a number with four digits that count.
func digits(v float64) string {
	return fmt.Sprintf("%.*f", 3-int(math.Floor(math.Log10(v))), v)
}

// pieceOf is what the steps add between two betas.
func pieceOf(exact explore.Exact, low, high float64) (sum float64) {
	for i, step := range exact.Steps {
		from := float64(exact.Betas[i])
		to := float64(exact.Betas[i+1])
		sum += float64(step) * max(min(to, high)-max(from, low), 0) / (to - from)
	}
	return sum
}

// The maps of cells are the answer at the level of the slider, each number in its own column, and so are the words.
func TestCellsAreTheAnswer(t *testing.T) {
	one := answered(1)
	levels, exact := one.Answers["levels"].(explore.Levels), one.Answers["exact"].(explore.Exact)
	parts := shown(t, "cells", map[string]string{"beta": "0.32"}, one)
	frame := levels.Frames[2] // at 0.3, and the next one at 0.85
	shares := parts["What each cell adds to J and B"]
	shares.chartIs(t, 0, mapped(column{"J, final states (nats)", exact.JParts},
		column{"B, all steps (nats)", exact.BParts}, column{"B, this step (nats)", frame.BParts}), "nats")
	ways := parts["Runs forward and in reverse, at this level"]
	ways.chartIs(t, 0, mapped(column{"reverse runs (probability)", frame.Reverse},
		column{"forward − reverse (probability)", less(frame.Forward, frame.Reverse)}), "probability")
	saysAll(t, ways.Words, fmt.Sprintf("would have to move %.0f%%", 100*moved(frame.Forward, frame.P)),
		fmt.Sprintf("that of the reverse runs %.0f%%", 100*moved(frame.Reverse, frame.P)),
		fmt.Sprintf("adds %s nats to B, which is %.0f%% of it", digits(float64(frame.Step)),
			100*frame.Step/exact.B.Sum))
}
