package explorer_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
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

// counted is a number of moves below 100, with two digits that count.
func counted(v float64) string {
	return fmt.Sprintf("%.*f", max(0, 1-int(math.Floor(math.Log10(v)))), v)
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

// turnedMode is a mode with the sign that makes its largest value positive.
func turnedMode(mode []explore.Number) []explore.Number {
	all := slices.Clone(mode)
	if -slices.Min(all) > slices.Max(all) {
		for x := range all {
			all[x] = -all[x]
		}
	}
	return all
}

// slow is the speed at the beta where the kernel forgets last.
func slow(s explore.Spectrum) explore.Speed {
	return slices.MaxFunc(s.At, func(a, b explore.Speed) int { return int(1e6 * (a.Relaxation - b.Relaxation)) })
}

// The maps of cells are the answer at the level of the slider, each number in its own column, and so are the words.
func TestCellsAreTheAnswer(t *testing.T) {
	one := answered(1)
	levels, exact := one.Answers["levels"].(explore.Levels), one.Answers["exact"].(explore.Exact)
	spectrum := one.Answers["spectrum"].(explore.Spectrum)
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
		fmt.Sprintf("adds %s nats to B, which is %.0f%% of it", digits(float64(frame.Step)), 100*frame.Step/exact.B.Sum))
	mode := parts["Between which cells the chain is slow"]
	mode.chartIs(t, 0, mapped(column{"slowest mode", turnedMode(spectrum.At[2].Slowest)}))
	worst := slow(spectrum)
	saysAll(t, mode.Words, fmt.Sprintf("at beta = %v, where the gap is %s", worst.Beta, digits(float64(worst.Gap))),
		"the relaxation time "+counted(float64(worst.Relaxation))+" moves",
		"to a half in "+counted(math.Log(0.5)/math.Log1p(-1/float64(worst.Relaxation)))+" moves")
}

// Of two settings each left map stands before the right one, under its name, and each pair ends at one place of the
// scale; the slowest modes have their own scales.
func TestCellsOfTwo(t *testing.T) {
	a, b := answered(4), answered(7)
	left, right := a.Answers["exact"].(explore.Exact), b.Answers["exact"].(explore.Exact)
	for x := range right.JParts { // as if it were a thousand times nearer
		right.JParts[x] /= 1000
	}
	frames := [2]explore.Frame{a.Answers["levels"].(explore.Levels).Frames[1],
		b.Answers["levels"].(explore.Levels).Frames[1]}
	parts := shown(t, "cells", map[string]string{"beta": "0.1"}, a, b)
	shares := parts["What each cell adds to J and B"]
	picture := shares.chartIs(t, 0, mapped(column{"J, final states, left (nats)", left.JParts},
		column{"J, final states, right (nats)", right.JParts}, column{"B, all steps, left (nats)", left.BParts},
		column{"B, all steps, right (nats)", right.BParts}, column{"B, this step, left (nats)", frames[0].BParts},
		column{"B, this step, right (nats)", frames[1].BParts}))
	scales := picture.All("aria-label", "scale")
	for i := 0; i < len(scales); i += 2 {
		if l, r := scales[i].Words(), scales[i+1].Words(); l != r {
			t.Errorf("pair %d has the scales %q and %q", i/2, l, r)
		}
	}
	saysAll(t, shares.Words, "Left: ", "\nRight: ")
	mode := parts["Between which cells the chain is slow"]
	speeds := [2]explore.Spectrum{a.Answers["spectrum"].(explore.Spectrum), b.Answers["spectrum"].(explore.Spectrum)}
	mode.chartIs(t, 0, mapped(column{"slowest mode, left", turnedMode(speeds[0].At[1].Slowest)},
		column{"slowest mode, right", turnedMode(speeds[1].At[1].Slowest)}))
	place := parts["What differs, left − right"]
	place.chartIs(t, 0, mapped(column{"targets, p (probability)", less(left.P, right.P)},
		column{"samples, q (probability)", less(left.Q, right.Q)}))
	share := 100 * moved(left.Q, right.Q)
	saysAll(t, place.Words, fmt.Sprintf("would have to move %.*f%%", 2-int(math.Floor(math.Log10(share))), share))
}

// The laws along the annealing may come for one setting first. Until they are there for both, no map of this step is
// shown: alone it would have a scale of its own. A program has none, and the other's map does not wait for it.
func TestStepsOfCellsComeTogether(t *testing.T) {
	const step = "B, this step"
	a, b := answered(4), answered(5)
	delete(b.Answers, "levels")
	shares := shown(t, "cells", map[string]string{"beta": "0.1"}, a, b)["What each cell adds to J and B"]
	if words := shares.Charts[0].Picture.Words(); strings.Contains(words, step) {
		t.Errorf("the laws of the right setting are not there, and the left one has a map of this step: %s", words)
	}
	program := b.Answers["exact"].(explore.Exact)
	program.BParts = nil
	b.Answers["exact"] = program
	shares = shown(t, "cells", map[string]string{"beta": "0.1"}, a, b)["What each cell adds to J and B"]
	saysAll(t, shares.Charts[0].Picture.Words(), step+", left")
}

// Settings on different grids have a chart each, and so have those whose walls differ: no map takes the walls of
// another. What is the same on both sides is said once.
func TestCellsOfTwoGrids(t *testing.T) {
	a, b := answered(6), answered(6)
	exact := b.Answers["exact"].(explore.Exact)
	exact.Walls = make([]bool, len(shape.Walls))
	b.Answers["exact"] = exact
	shares := shown(t, "cells", nil, a, b)["What each cell adds to J and B"]
	if len(shares.Charts) != 2 {
		t.Errorf("there are %d charts of two boards with other walls", len(shares.Charts))
	}
	mode := shown(t, "cells", nil, a, a)["Between which cells the chain is slow"]
	saysAll(t, mode.Words, "Both: ", "At their worst betas both forget equally fast.")
}
