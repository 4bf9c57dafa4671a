package experiments

import (
	"errors"
	"math"
	"runtime"
	"testing"
	"time"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/exact"
	"breadboard/grid"
	"breadboard/toys"
)

// A target as large as there may be is asked about before anything of its size is
// made, and where that is refused, or something else is wrong, it never is.
func TestConsentComesFirst(t *testing.T) {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	no := errors.New("no")
	for _, toy := range []string{"ising:5x6:0.4", "potts:3x5:4:1"} {
		var asked []Need
		consent := func(s Space) error { asked = append(asked, s.Need(Exactness, 10, 20)); return no }
		_, err := Setting{Toy: toy, Consent: consent}.Chain()
		if !errors.Is(err, no) || len(asked) != 1 {
			t.Fatalf("%s: asked %d times, then %v", toy, len(asked), err)
		}
		n := asked[0]
		if n.Cells() != toys.MostCells || n.Levels != 30 || n.Runs != 2 || n.Name() != toy || !n.Large() || n.Bytes < 8*toys.MostCells {
			t.Errorf("%s: %d cells, %d levels, %g bytes", toy, n.Cells(), n.Levels, n.Bytes)
		}
		if _, err := (Setting{Toy: toy, Kernel: "metropolys", Consent: consent}).Chain(); err == nil || len(asked) != 1 {
			t.Errorf("%s: asked in spite of an unknown kernel: %v", toy, err)
		}
		n.Trial(1 << 10)
	}
	runtime.ReadMemStats(&after)
	if grown := after.TotalAlloc - before.TotalAlloc; grown > 8<<20 {
		t.Errorf("%d bytes were allocated", grown)
	}
}

// What a trial stands for is told from its own time in proportion: twice the cells
// take twice as long, and one axis more a move more.
func TestTrialTime(t *testing.T) {
	c, err := Setting{Toy: "ising:4x4:0.4"}.Chain()
	if err != nil {
		t.Fatal(err)
	}
	n := c.space(grid.New(2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2), func(from, to []float64) chains.Bridge {
		return chains.Geometric{From: from, To: to}
	}).Need(Exactness, 102)
	trial := n.Trial(1 << 10)
	if trial.Whole || trial.chain.Target.Grid.Axes() != 10 {
		t.Fatalf("the trial of %v is %v", n.Grid, trial.chain.Target.Grid)
	}
	level, start := time.Millisecond, 3*time.Millisecond
	got := trial.Time(start+trialFew*level, start+trialMore*level)
	want := (float64(start+level) + 102*float64(level)*21/11) * 1024 // 20 moves and staying, and 10
	if math.Abs(float64(got)/want-1) > 1e-9 {
		t.Errorf("%v, want %v", got, time.Duration(want))
	}
	if trial.Few(t.Context()) != nil || trial.More(t.Context()) != nil {
		t.Error("a trial failed")
	}
}

func TestShrunk(t *testing.T) {
	for _, c := range []struct {
		from, to grid.Grid
		cells    int
	}{
		{grid.New(7, 7), grid.New(7, 7), 49},
		{grid.New(100, 60), grid.New(25, 30), 1000},
		{grid.New(1 << 20), grid.New(1 << 9), 1 << 9},
		{grid.New(5, 5, 5, 5, 5), grid.New(5, 5, 5), 130},
		{grid.New(2, 2, 2, 2), grid.New(2, 2, 2), 1},
	} {
		if got := shrunk(c.from, c.cells); got.String() != c.to.String() {
			t.Errorf("%v to %d cells: %v, want %v", c.from, c.cells, got, c.to)
		}
	}
}

// Of a run on many states what is kept says the same but for its laws, also how far
// the target's own cell is from the target.
func TestKeepWithoutLaws(t *testing.T) {
	for _, kernel := range []string{"metropolis", "swap"} {
		c, err := Setting{Toy: "ising:1x3:0.7", Kernel: kernel}.Chain()
		if err != nil {
			t.Fatal(err)
		}
		a, _, err := c.At(t.Context(), 5)
		if err != nil {
			t.Fatal(err)
		}
		r, err := exact.Run(t.Context(), a)
		if err != nil {
			t.Fatal(err)
		}
		whole, bare := Exact{Chain: c}, Exact{Chain: c}
		whole.keep(r, a.Grid.Size())
		bare.keep(r, MostUnasked+1)
		q, final := whole.OfCells()
		none, same := bare.OfCells()
		if len(q) != 8 || none != nil || final != same || !(final.Jeffreys() > 0) {
			t.Errorf("%s: %v and %v, %v and %v", kernel, q, none, final, same)
		}
		if whole.Q == nil || bare.Q != nil || bare.P != nil || bare.J() != whole.J() || bare.B() != whole.B() || bare.LogR != whole.LogR {
			t.Errorf("%s: %+v of %+v", kernel, bare.Gap, whole.Gap)
		}
	}
}

// A large target that turns out to be steep is asked about again, and one that does
// not, or is small, once.
func TestConsentToSteepness(t *testing.T) {
	for toy, times := range map[string]int{"ising:3x5:0.4": 1, "ising:3x5:30": 2, "ising:3x4:30": 1} {
		var asked []Need
		_, err := Setting{Toy: toy, Consent: func(s Space) error {
			asked = append(asked, s.Need(Exactness, 10))
			return nil
		}}.Chain()
		if err != nil || len(asked) != times || asked[0].Steep {
			t.Fatalf("%s: asked %d times, %v", toy, len(asked), err)
		}
		if last := asked[times-1]; times == 2 && !(last.Steep && last.Bytes > asked[0].Bytes && last.Trial(1<<8).Few(t.Context()) == nil) {
			t.Errorf("%s: %+v, then %+v", toy, asked[0], last)
		}
	}
	no := errors.New("no")
	if _, err := (Setting{Toy: "ising:3x5:30", Consent: func(s Space) error {
		if s.Steep {
			return no
		}
		return nil
	}}).Chain(); !errors.Is(err, no) {
		t.Error(err)
	}
}

// What operators keep is needed by every work that makes one: gigabytes where every
// cell has hundreds of multisets of moves, and nothing beside the vectors where a king
// touches all cells.
func TestNeedKeeps(t *testing.T) {
	no := errors.New("no")
	for _, c := range []struct {
		toy, kernel string
		kept        float64 // bytes a cell
	}{
		{"ising:3x6:0.4", "multiple-try", 16*36*37/2 + 4*36},
		{"ising:3x5:0.4", "multiple-try", 16*30*31/2 + 4*30},
		{"ising:4x5:0.4", "king", 0},
		{"ising:3x6:0.4", "lazy:0.5", 0},
	} {
		for name, work := range map[string]Work{"exact": Exactness, "sample": Sampling{Chains: 2, Workers: 1}.Work(), "certify": Certifying} {
			_, err := Setting{Toy: c.toy, Kernel: c.kernel, Consent: func(s Space) error {
				plain := s
				plain.kernel = kernels.Metropolis{}
				more, n := s.Need(work, 2).Bytes-plain.Need(work, 2).Bytes, s.States
				if name == "certify" && c.kernel == "king" { // its rows are written out
					more -= 2 * 300 * n * (chains.Proposals(s.kernel, s.Grid) - chains.Proposals(plain.kernel, s.Grid))
				}
				if more < c.kept*n || c.kept == 0 && more != 0 {
					t.Errorf("%s of %s on %s: %g bytes more than for a kernel that keeps nothing; %g are kept", name, c.kernel, c.toy, more, c.kept*n)
				}
				return no
			}}.Chain()
			if !errors.Is(err, no) {
				t.Fatal(err)
			}
		}
	}
}
