package validation_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"breadboard/chains/evidence"
	"breadboard/chains/laws"
	"breadboard/chains/sample"
	"breadboard/experiments/validation"
)

// A kernel is not cleared by the moves from some of its cells, if what the others have
// together is more than the fault that is looked for: their moves may go anywhere.
func TestMovesFromSomeCells(t *testing.T) {
	o := validation.Sampling{Fault: 0.1, Level: 0.001, Power: 0.9}
	s := small(nil)
	p := []float64{0.3, -1.2, 1.1, 0.5, 0.9, -0.4}
	sum := 0.0
	for x, v := range p {
		p[x] = math.Exp(v)
		sum += p[x]
	}
	for _, c := range []struct {
		without int // the cell from which no move is seen
		unclear bool
	}{{0, true}, {1, false}} {
		d, seen := sample.Seeded(9, uint64(c.without)), evidence.NewTally(6)
		for i := range 300_000 {
			if x := i % 6; x != c.without {
				seen.Add(x, d.Pick(p))
			}
		}
		v := s.Count(seen, 1, o)
		i := slices.IndexFunc(v.Laws, func(f laws.Finding) bool { return f.Law == laws.SeenBalance })
		f := v.Laws[i]
		finds(t, fmt.Sprintf("no move from cell %d, of mass %.3g", c.without, p[c.without]/sum), f, true, c.unclear)
		if says := strings.Contains(f.Witness, "no move is seen from cells of mass 0.1"); says != c.unclear {
			t.Errorf("no move from cell %d: %s", c.without, f.Witness)
		}
	}
}

// Few moves are no evidence: nothing is accused, and there is not enough data to
// tell. One impossible move is enough.
func TestCount(t *testing.T) {
	scene := validation.Seeded(validation.Bug{})
	o := validation.Sampling{Fault: 0.1, Level: 0.001, Power: 0.9, Seed: 1}
	seen := evidence.NewTally(scene.Grid.Size())
	seen.Add(0, 0)
	seen.Add(0, 1)
	v := scene.Count(seen, 1, o)
	unclear := 0
	for _, l := range v.Laws {
		if l.Unclear {
			unclear++
		}
	}
	if !v.OK() {
		t.Errorf("two moves are accused: %s", v.Verdict())
	}
	if says := "of 2 there is not enough data to tell"; !strings.Contains(v.Verdict(), says) {
		t.Errorf("two moves: %s, want %q in it", v.Verdict(), says)
	}
	if unclear != 3 { // ways between cells too
		t.Errorf("two moves: %d laws are unclear", unclear)
	}
	seen.Add(0, 9)
	v = scene.Count(seen, 1, o)
	b := v.Broken()
	if len(b) == 0 {
		t.Fatalf("an impossible move breaks no law: %s", v.Verdict())
	}
	last := b[len(b)-1]
	if last.Law != laws.SeenRows {
		t.Errorf("an impossible move breaks %v, want %v", last.Law, laws.SeenRows)
	}
	if says := "from cell 0 [0 0] to 9 [1 2] 1 of 3 times, 0 expected"; !strings.Contains(last.Witness, says) {
		t.Errorf("an impossible move: the witness is %q, want %q in it", last.Witness, says)
	}
}
