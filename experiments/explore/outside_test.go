package explore

import (
	"context"
	"errors"
	"math"
	"testing"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/grid"
	"breadboard/grid/must"
)

// slow is Metropolis as a program tells it, or one that forgets to reject.
func slow(wrong bool) *Outside {
	return &Outside{Command: "python3 mine.py", Ask: func(_ context.Context, g grid.Grid, _ float64, logf []float64,
		cells []int) (rows []float64, err error) {
		still := chains.Geometric{From: logf, To: logf}
		op, _ := chains.Annealing{Grid: g, Bridge: still, Schedule: chains.Linear(2),
			Kernel: kernels.Metropolis{}}.Aimed(2, 1)
		for _, x := range cells {
			row := make([]float64, len(logf))
			row[x] = 1
			op.Row(x, func(y int, p float64) { row[y] += p; row[x] -= p })
			if wrong && x == 0 {
				row[1] += row[0]
				row[0] = 0
			}
			rows = append(rows, row...)
		}
		return rows, nil
	}}
}

// The page's program has the numbers of its kernel: J and B, and the laws by level. On a painted target it is
// asked anew.
func TestOutsideIsTheKernel(t *testing.T) {
	for _, target := range []Question{{Toy: "barrier", T: 20}, {Target: "0,1,2;0.5,w,3", T: 20}} {
		named := target
		named.Kernel = "metropolis"
		asked := target
		asked.Kernel = Told
		asked = asked.Asking(slow(false))
		ctx := t.Context()
		near := func(what string, got, want Number) {
			if math.Abs(float64(got-want)) > 1e-11 {
				t.Errorf("%+v: %s is %v, want %v", target, what, got, want)
			}
		}
		want := must.Have(Exactly(ctx, named))(t)
		got := must.Have(Exactly(ctx, asked))(t)
		near("J", got.J.Sum, want.J.Sum)
		near("B", got.B.Sum, want.B.Sum)
		frames := must.Have(Along(ctx, asked, 3))(t).Frames
		for i, frame := range must.Have(Along(ctx, named, 3))(t).Frames {
			near("the forward law", frames[i].Forward[0], frame.Forward[0])
		}
	}
}

// A question cannot name a program that the page has not. A kernel that breaks a law, and a schedule that is found by
// the kernel, are refused with words.
func TestOutsideRefused(t *testing.T) {
	broken := slow(false)
	broken.Ask = func(context.Context, grid.Grid, float64, []float64, []int) ([]float64, error) {
		return nil, errors.New("it hangs")
	}
	found := Question{Toy: "barrier", Kernel: Told, Schedule: "best-j"}
	for says, q := range map[string]Question{
		"this page has none; breadboard explore with exec COMMAND has one": {Toy: "barrier", Kernel: Told},
		"it hangs":                            Question{Toy: "easy", Kernel: Told}.Asking(broken),
		"pT = p":                              Question{Target: "0,1;1,3", Kernel: Told}.Asking(slow(true)),
		"is found by the rows of":             found.Asking(slow(false)),
		`kernel "python3 mine.py" is unknown`: {Toy: "barrier", Kernel: "python3 mine.py"},
	} {
		_, err := Measure(t.Context(), q)
		must.Fail(t, err, says, "%+v", q)
	}
}

// The catalogue of a page with a program has its kernel first; other pages have none.
func TestOutsideInCatalogue(t *testing.T) {
	own := Catalogue().With(slow(false)).Kernels
	if own[0].Example != Told || own[0].About != "python3 mine.py, which tells its rows" {
		t.Errorf("the first kernel is %+v", own[0])
	}
	if others := Catalogue().With(nil).Kernels; len(others) != len(own)-1 || others[0].Example == Told {
		t.Errorf("%d kernels without a program, and %d with one", len(others), len(own))
	}
}

// The rows of a program, of each level, are bounded before it is asked.
func TestToldIsBounded(t *testing.T) {
	q := Question{Toy: "ising:1x10:0.4", Kernel: Told, T: 47}.Asking(slow(false))
	must.Have(q.Chain())(t)
	q.T = 48
	must.Refuse(q.Chain())(t, "T 48 on 1024 states; at most 47 levels would do", "it")
}
