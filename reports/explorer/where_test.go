package explorer_test

import (
	"math/rand/v2"
	"testing"

	"breadboard/reports/explorer/nodetest"
)

// A box is what where.js says of the smallest box of cells that holds a share of all.
type box struct {
	Top, Bottom, Left, Right int
	Part                     float64
	Cells                    int
}

// smallest looks at every box, and sums every one anew.
func smallest(values []float64, rows, columns int, share float64) (box, bool) {
	var best box
	found := false
	whole := sumOf(values, columns, box{Bottom: rows - 1, Right: columns - 1})
	for top := range rows {
		for bottom := top; bottom < rows; bottom++ {
			for left := range columns {
				for right := left; right < columns; right++ {
					b := box{Top: top, Bottom: bottom, Left: left, Right: right}
					b.Part, b.Cells = sumOf(values, columns, b), (bottom-top+1)*(right-left+1)
					better := !found || b.Cells < best.Cells || b.Cells == best.Cells && b.Part > best.Part
					if b.Part >= share*whole && better {
						best, found = b, true
					}
				}
			}
		}
	}
	return best, found && whole > 0
}

func sumOf(values []float64, columns int, b box) (sum float64) {
	for r := b.Top; r <= b.Bottom; r++ {
		for c := b.Left; c <= b.Right; c++ {
			sum += values[r*columns+c]
		}
	}
	return sum
}

// eighths are numbers whose sums are exact in any order. Some are below 0, as the parts of B may be.
func eighths(dice *rand.Rand, n int) []float64 {
	all := make([]float64, n)
	for i := range all {
		all[i] = float64(dice.IntN(40)-6) / 8
	}
	return all
}

// The words below the maps name the smallest box that holds most of B: no other box is smaller, or holds more.
func TestSmallestBox(t *testing.T) {
	type question struct {
		Values        []float64 `json:"values"`
		Rows, Columns int
		Share         float64
	}
	dice := rand.New(rand.NewPCG(1, 2))
	var asked []question
	for range 300 {
		q := question{Rows: 1 + dice.IntN(5), Columns: 1 + dice.IntN(6), Share: float64(1+dice.IntN(7)) / 8}
		q.Values = eighths(dice, q.Rows*q.Columns)
		asked = append(asked, q)
	}
	said := nodetest.Value[[]*box](t, `const {smallest} = await load("explorer/views/where.js");
		return input.map(({values, Rows, Columns, Share}) => smallest(values, {rows: Rows, columns: Columns}, Share));`,
		asked)
	for i, q := range asked {
		want, ok := smallest(q.Values, q.Rows, q.Columns, q.Share)
		if got := said[i]; (got != nil) != ok {
			t.Errorf("%+v: it is %v that there is a box, and every box: %v", q, got != nil, ok)
		} else if ok && (got.Cells != want.Cells || got.Part != want.Part) { // several boxes may be as good
			t.Errorf("%+v: %+v, and every box: %+v", q, *got, want)
		}
	}
}

// The words below the bars name the shortest run of steps that holds half of B: no other run is shorter.
func TestShortestRun(t *testing.T) {
	type question struct{ Steps, Betas []float64 }
	dice := rand.New(rand.NewPCG(3, 4))
	var asked []question
	for len(asked) < 300 {
		q := question{Steps: eighths(dice, 1+dice.IntN(20)), Betas: []float64{0}}
		whole := 0.0
		for i := range q.Steps {
			q.Steps[i] = max(q.Steps[i], 0)
			whole += q.Steps[i]
			q.Betas = append(q.Betas, q.Betas[i]+float64(dice.IntN(20))/64) // a schedule may stand still
		}
		if whole > 0 {
			asked = append(asked, q)
		}
	}
	said := nodetest.Value[[]struct{ From, To int }](t, `const {shortest} = await load("explorer/views/where.js");
		return input.map(({Steps, Betas}) => shortest(Steps, Betas));`, asked)
	for i, q := range asked {
		half := 0.0
		for _, step := range q.Steps {
			half += step / 2
		}
		if width, want := q.Betas[said[i].To]-q.Betas[said[i].From], narrowest(q.Steps, q.Betas, half); width != want {
			t.Errorf("%+v: a run of width %v, and every run: %v", q, width, want)
		}
	}
}

// narrowest looks at every run that holds so much.
func narrowest(steps, betas []float64, enough float64) float64 {
	best := betas[len(betas)-1]
	for from := range steps {
		held := 0.0
		for to := from; to < len(steps); to++ {
			if held += steps[to]; held >= enough {
				best = min(best, betas[to+1]-betas[from])
			}
		}
	}
	return best
}
