package pagetest

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"testing"

	"breadboard/reports/explorer/browsertest"
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
	tab := open(t, browsertest.Desk, serve(t, "127.0.0.1:0").link("toy=barrier&T=2"))
	dice := rand.New(rand.NewPCG(1, 2))
	for range 40 {
		rows, columns, share := 1+dice.IntN(5), 1+dice.IntN(6), float64(1+dice.IntN(7))/8
		values := eighths(dice, rows*columns)
		want, ok := smallest(values, rows, columns, share)
		if !ok {
			continue
		}
		got := browsertest.Value[box](tab, fmt.Sprintf(
			`import("explorer/views/where.js").then(({smallest}) => smallest(%s, {rows: %d, columns: %d}, %v))`,
			script(t, values), rows, columns, share))
		if got.Cells != want.Cells || got.Part != want.Part { // several boxes may be as good
			t.Errorf("%dx%d cells %v, a share of %v: %+v, and every box: %+v", rows, columns, values, share, got, want)
		}
	}
}

// The words below the bars name the shortest run of steps that holds half of B: no other run is shorter.
func TestShortestRun(t *testing.T) {
	tab := open(t, browsertest.Desk, serve(t, "127.0.0.1:0").link("toy=barrier&T=2"))
	dice := rand.New(rand.NewPCG(3, 4))
	for range 40 {
		steps := eighths(dice, 1+dice.IntN(20))
		betas := []float64{0}
		whole := 0.0
		for i := range steps {
			steps[i] = max(steps[i], 0)
			whole += steps[i]
			betas = append(betas, betas[i]+float64(dice.IntN(5))/8) // a schedule may stand still
		}
		if whole == 0 {
			continue
		}
		got := browsertest.Value[struct{ From, To int }](tab, fmt.Sprintf(
			`import("explorer/views/where.js").then(({shortest}) => shortest(%s, %s))`, script(t, steps), script(t, betas)))
		if width, want := betas[got.To]-betas[got.From], narrowest(steps, betas, whole/2); width != want {
			t.Errorf("%v at %v: a run of width %v, and every run: %v", steps, betas, width, want)
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

// script writes numbers as a list in JavaScript.
func script(t *testing.T, values []float64) string {
	t.Helper()
	text, err := json.Marshal(values)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
