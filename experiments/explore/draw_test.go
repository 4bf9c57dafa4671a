package explore_test

import (
	"math"
	"testing"

	"breadboard/experiments/explore"
	"breadboard/toys"
)

func draw(t *testing.T, q explore.Question) explore.Drawn {
	t.Helper()
	d, err := explore.Draw(t.Context(), q)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// TestDrawIsTheToy: the drawn target is the toy's, and its text paints the same one, bit for bit.
func TestDrawIsTheToy(t *testing.T) {
	for name, toy := range map[string]toys.Target{"barrier": toys.Barrier(), "staircase": toys.Staircase()} {
		d := draw(t, explore.Question{Toy: name})
		if d.Rows*d.Columns != toy.Grid.Size() || d.Columns != toy.Grid.Len(1) {
			t.Errorf("%s: %d rows of %d for %v cells", name, d.Rows, d.Columns, toy.Grid)
		}
		painted, err := explore.Painted(d.Target)
		if err != nil {
			t.Fatal(err)
		}
		for x, v := range toy.LogF {
			if math.Float64bits(float64(d.LogF[x])) != math.Float64bits(v) {
				t.Errorf("%s, cell %d: log f is %v, and drawn %v", name, x, v, d.LogF[x])
			}
			if painted.LogF[x] != v || painted.Grid.Wall(x) != toy.Grid.Wall(x) || d.Walls[x] != toy.Grid.Wall(x) {
				t.Errorf("%s, cell %d: log f is %v, wall %v; painted from the text %v, wall %v", name, x, v,
					toy.Grid.Wall(x), painted.LogF[x], painted.Grid.Wall(x))
			}
		}
	}
}

// TestDrawFolds: nine spins are folded to 16 rows of 32, and have no text to paint.
func TestDrawFolds(t *testing.T) {
	d := draw(t, explore.Question{Toy: "ising:3x3:0.4"})
	if d.Rows != 16 || d.Columns != 32 || len(d.Axes) != 9 {
		t.Errorf("%d rows of %d for %d axes; 16 of 32 for 9 are expected", d.Rows, d.Columns, len(d.Axes))
	}
	if d.Target != "" {
		t.Errorf("nine axes have the text %.40q; none is expected", d.Target)
	}
}

// TestDrawNames: a random toy is named with its seed.
func TestDrawNames(t *testing.T) {
	for _, c := range []struct {
		q    explore.Question
		name string
	}{
		{explore.Question{Toy: "barrier"}, "barrier"},
		{explore.Question{Toy: "easy", Seed: new(uint64(7))}, "easy, seed 7"},
		{explore.Question{Target: "0,1;w,2"}, "painted"},
	} {
		if d := draw(t, c.q); d.Name != c.name {
			t.Errorf("the name is %q; %q is expected", d.Name, c.name)
		}
	}
}
