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

// What stands along the annealing is the level at the slider, with each law in its own column.
func TestLevelsAreTheAnswer(t *testing.T) {
	one := answered(1)
	levels, exact := one.Answers["levels"].(explore.Levels), one.Answers["exact"].(explore.Exact)
	for less3, pair := range map[string][3]string{"": {"forward", "p", "forward − p"},
		"forward-reverse": {"forward", "reverse", "forward − reverse"}} {
		parts := shown(t, "levels", false, map[string]string{"beta": "0.32", "less": less3}, one)
		frame := levels.Frames[2] // at 0.3, and the next one at 0.85
		laws := map[string][]explore.Number{"p": frame.P, "forward": frame.Forward, "reverse": frame.Reverse}
		place := parts["The laws at this level"]
		place.chartIs(t, 0, mapped(column{"p, the aim (probability)", frame.P},
			column{"forward chains (probability)",
				frame.Forward}, column{"reverse chains (probability)", frame.Reverse},
			column{pair[2] + " (probability)", less(laws[pair[0]], laws[pair[1]])}), "p, the aim", "probability")
		parts["What each cell adds to B and J"].chartIs(t, 0, mapped(column{"B, all steps (nats)", exact.BParts},
			column{"B, this step (nats)", frame.BParts}, column{"J, final states (nats)", exact.JParts}), "nats")
		saysAll(t, place.Words, fmt.Sprintf("would have to move %.0f%%", 100*moved(frame.Forward, frame.P)),
			fmt.Sprintf("that of the reverse chains %.0f%%", 100*moved(frame.Reverse, frame.P)),
			fmt.Sprintf("adds %.4f nats to B, which is %.0f%% of it", frame.Step, 100*frame.Step/exact.B.Sum))
	}
}

// digits is a number with four digits that count.
func digits(v float64) string {
	return fmt.Sprintf("%.*f", 3-int(math.Floor(math.Log10(v))), v)
}

// The bars are what the steps add, shared among equal pieces of beta by length, or one by one by level.
func TestStepsAreTheAnswer(t *testing.T) {
	one := answered(3)
	exact := one.Answers["exact"].(explore.Exact)
	byBeta, byLevel := [][]any{{"beta from", "beta to", "B in each bar"}}, [][]any{{"t from", "t to", "B in each bar"}}
	for k := range exact.Steps {
		low, high := float64(k)/4, float64(k+1)/4
		byBeta = append(byBeta, []any{low, high, pieceOf(exact, low, high)})
		byLevel = append(byLevel, []any{k + 1, k + 2, float64(exact.Steps[k])})
	}
	for by, want := range map[string][][]any{"beta": byBeta, "t": byLevel} {
		parts := shown(t, "levels", false, map[string]string{"beta": "0.3", "by": by}, one)
		parts["What each step adds to B"].chartIs(t, 0, want, "B in each bar, nats")
	}
}

// pieceOf is what the steps add between two betas.
func pieceOf(exact explore.Exact, low, high float64) (sum float64) {
	for i, step := range exact.Steps {
		from, to := float64(exact.Betas[i]), float64(exact.Betas[i+1])
		sum += float64(step) * max(min(to, high)-max(from, low), 0) / (to - from)
	}
	return sum
}

// What compares two settings has left less right, in this order, each at the level that is nearest to the slider.
func TestLevelsOfBoth(t *testing.T) {
	a, b := answered(4), answered(5)
	parts := shown(t, "levels", true, map[string]string{"beta": "0.1"}, a, b)
	left, right := a.Answers["exact"].(explore.Exact), b.Answers["exact"].(explore.Exact)
	forward := func(s setting) []explore.Number { return s.Answers["levels"].(explore.Levels).Frames[1].Forward }
	place := parts["The laws, left − right"]
	place.chartIs(t, 0, mapped(column{"targets, p (probability)", less(left.P, right.P)},
		column{"samples, q (probability)", less(left.Q, right.Q)},
		column{"forward chains at the slider (probability)", less(forward(a), forward(b))}))
	share := 100 * moved(left.Q, right.Q)
	saysAll(t, place.Words, fmt.Sprintf("would have to move %.*f%%", 2-int(math.Floor(math.Log10(share))), share))

	rows := [][]any{{"series", "beta", "B in 0.025 of beta"}}
	for i, exact := range []explore.Exact{left, right} {
		name := sideNames[i]
		for k := range 40 {
			low, high := float64(k)/40, float64(k+1)/40
			rows = append(rows, []any{name, low, pieceOf(exact, low, high)})
		}
		rows = append(rows, []any{name, 1.0, pieceOf(exact, 39./40, 1)})
	}
	steps := parts["B along beta, of both"]
	sameTo(t, steps, rows, 1e-9) // a piece ends where a step does, but for rounding
	coloursAre(t, steps.Charts[0].Picture, map[string]string{"left": "var(--line-0)", "right": "var(--line-1)"})
	fewer := "right"
	if left.B.Sum < right.B.Sum {
		fewer = "left"
	}
	saysAll(t, steps.Words,
		"B is "+digits(float64(left.B.Sum))+" nats on the left and "+digits(float64(right.B.Sum))+" on the right",
		"the "+fewer+" setting has "+digits(math.Abs(float64(left.B.Sum-right.B.Sum))))
}

// sameTo holds the first chart of a part to a table, to a share of its numbers.
func sameTo(t *testing.T, p part, want [][]any, off float64) {
	t.Helper()
	sameRows(t, p.Title, p.Charts[0].CSV.Rows(t), want, off)
}

// What is compared has one scale: differences that are a thousand times smaller end where the others do.
func TestComparedMapsHaveOneScale(t *testing.T) {
	a, b := answered(6), answered(7)
	for _, f := range b.Answers["levels"].(explore.Levels).Frames {
		for x := range f.P {
			f.Forward[x] = f.P[x] + (f.Forward[x]-f.P[x])/1000
		}
	}
	end := func(all ...setting) string {
		parts := shown(t, "levels", false, map[string]string{"beta": "0.3", "colours": "all"}, all...)
		return parts["The laws at this level"].Charts[0].Picture.All("aria-label", "scale")[3].Words()
	}
	if alone, both := end(b), end(b, a); alone == both {
		t.Errorf("the differences end at %q alone, and beside larger ones", alone)
	}
}
