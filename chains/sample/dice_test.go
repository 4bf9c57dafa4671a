package sample

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
	"breadboard/chains/evidence"
	"breadboard/chains/kernels"
	"breadboard/grid"
	"breadboard/grid/must"
	"breadboard/toys"
)

// The draws of seeded dice fit their weights, and a weight of 0 never comes.
// The seed is fixed: the test always sees the same draws.
func TestSeededDiceFitTheirWeights(t *testing.T) {
	w := []float64{0, 3, 0.5, 0, 1e-9, 2, 1, 0}
	counts := make([]int, len(w))
	d := Seeded(7)
	for range 100_000 {
		counts[d.Pick(w)]++
	}
	law := func(w []float64) []float64 { return floats.ScaleTo(make([]float64, len(w)), 1/floats.Sum(w), w) }
	if f := evidence.ChiSquare(counts, law(w)); !(f.P >= 1e-3) {
		t.Errorf("the weights fit with p = %v only: %v", f.P, counts)
	}
	if f := evidence.ChiSquare(counts, law([]float64{0, 3, 0.5, 0, 1e-9, 2.1, 1, 0})); !(f.P <= 1e-3) {
		t.Errorf("other weights fit too, with p = %v", f.P)
	}
}

// A law is drawn from as the weights are picked from, by the same dice; and other weights are not.
func TestSearchIsPick(t *testing.T) {
	for _, times := range []int{1, 8} { // short and long lists are searched in other ways
		w := slices.Repeat([]float64{0, 3, 0.5, 0, 1e-9, 2, 1, 0}, times)
		law := chains.NewLaw(w)
		other := chains.NewLaw(slices.Repeat([]float64{0, 3, 0.5, 0, 1e-9, 2.1, 1, 0}, times))
		pick := Seeded(7)
		search := Seeded(7)
		differ := 0
		same := Seeded(7)
		for range 10_000 {
			want := pick.Pick(w)
			if got := law.Draw(search); got != want {
				t.Fatalf("of %d outcomes %d is drawn, and %d picked", len(w), got, want)
			}
			if other.Draw(same) != want {
				differ++
			}
		}
		if differ == 0 {
			t.Errorf("a law of other weights of %d outcomes has the same draws", len(w))
		}
	}
}

// The largest random number does not draw what comes last and has no weight.
func TestSearchStopsAtTheLastWeight(t *testing.T) {
	for _, last := range []float64{1, 3, 0.7} {
		if got := search([]float64{0, last, last}, last); got != 1 {
			t.Errorf("outcome %d of weight 0 is drawn", got)
		}
	}
}

func TestSeedsAreTheWholeSeed(t *testing.T) {
	first := map[uint64][]uint64{}
	for _, seed := range [][]uint64{nil, {0}, {0, 0}, {1}, {1, 0}, {0, 1}, {1, 1}, {1, 0, 0}, {math.MaxUint64}} {
		u := generator(seed...).Uint64()
		if again := generator(seed...).Uint64(); again != u {
			t.Errorf("seed %v draws %x and then %x", seed, u, again)
		}
		if other, ok := first[u]; ok {
			t.Errorf("seeds %v and %v draw the same", seed, other)
		}
		first[u] = seed
	}
}

// lawAt returns the distribution that the slots of state x stand for.
func (t *table) lawAt(x, n int) []float64 {
	law := make([]float64, n)
	for _, s := range t.slots[x*int(t.k):][:t.k] {
		below := float64(s.threshold) / 0x1p64
		law[s.a] += below / float64(t.k)
		law[s.b] += (1 - below) / float64(t.k)
	}
	return law
}

// tableTolerance is a few roundings of probabilities that are added and
// subtracted as often as there are slots, at most some fifty.
const tableTolerance = 1e-14

func TestTablesAreRows(t *testing.T) {
	for _, s := range settings() {
		op := s.a.Kernel.On(s.a.Grid)
		l := s.a.NewLevel()
		n := s.a.Grid.Size()
		for at := 1; at <= s.a.T(); at++ {
			s.a.LevelAt(l, at)
			op.Aim(l)
			sameLaw(t, s.name, op, n)
			sameLaw(t, s.name+" reversed", op.Reversal(), n)
		}
	}
}

// sameLaw compares the table of op with its rows, outcome by outcome.
func sameLaw(t *testing.T, name string, op chains.Operator, n int) {
	t.Helper()
	var tab table
	if !tab.compile(op, n, tableLimit) {
		t.Fatalf("%s: not compiled", name)
	}
	for x := range n {
		row := make([]float64, n)
		row[x] = 1
		op.Row(x, func(y int, p float64) {
			row[y] += p
			row[x] -= p
		})
		for y, p := range tab.lawAt(x, n) {
			if math.Abs(p-row[y]) > tableTolerance {
				t.Errorf("%s: %d to %d has %v in the table, %v in the row", name, x, y, p, row[y])
			}
			if p > 0 && row[y] == 0 && y != x { // staying is what rounding leaves of 1
				t.Errorf("%s: %d to %d has %v in the table and is no step", name, x, y, p)
			}
		}
	}
}

// Of random words as far apart as words can be, each outcome gets its share, to
// within the one word that each of the 2k stretches of words may miss or have.
func TestWordsGoToTheirShares(t *testing.T) {
	const words = 1 << 16
	var tab table
	w := []float64{0.5, 0, 3, 1e-3, 1, 0.25, 0}
	tab.weigh(w)
	var counts [7]float64
	for i := range uint64(words) {
		counts[tab.slots.at(tab.k, 0, i<<48)]++
	}
	total := 4.751
	for x, c := range counts {
		if want := w[x] / total * words; math.Abs(c-want) > float64(2*tab.k) {
			t.Errorf("outcome %d came %v times; %v is its share", x, c, want)
		}
		if (w[x] == 0) != (c == 0) {
			t.Errorf("outcome %d of weight %v came %v times; only weight 0 never comes", x, w[x], c)
		}
	}
}

// What is no distribution is a programmer's error, as weights and as a row.
func TestWhatIsNoDistributionPanics(t *testing.T) {
	for name, w := range map[string][]float64{
		"none": nil, "no mass": {0, 0}, "negative": {1, -1}, "NaN": {1, math.NaN()}, "infinite": {1, math.Inf(1)},
	} {
		must.Panic(t, func() { Seeded(1).Pick(w) }, "%s", name)
	}
	for name, p := range map[string]float64{"more than 1": 1.1, "negative": -0.1, "NaN": math.NaN()} {
		row := func(_ grid.Grid, _ []float64, x int, visit func(int, float64)) { visit(1-x, p) }
		must.Panic(t, func() { new(table).compile(kernels.Rows{To: row}.On(grid.New(2)), 2, tableLimit) },
			"a row with %s", name)
	}
}

// aimedAtBarrier is Metropolis on BARRIER.
func aimedAtBarrier() (chains.Operator, []float64) {
	b := toys.Barrier()
	op, _ := chains.Annealing{Grid: b.Grid, Bridge: chains.Geometric{From: b.LogF, To: b.LogF},
		Kernel: kernels.Metropolis{}}.Aimed(2, 1)
	return op, b.LogF
}

// The third states of many paths fit the law that pushes give, by tables and by plain steps; they do
// not fit that of two pushes.
func TestPathsHaveTheLawOfPushes(t *testing.T) {
	op, logf := aimedAtBarrier()
	n := len(logf)
	start := make([]float64, n)
	second := make([]float64, n)
	third := make([]float64, n)
	start[3], start[40] = 0.25, 0.75
	op.Push(third, start)
	op.Push(second, third)
	op.Push(third, second)
	for name, paths := range map[string]Paths{"tables": NewPaths(op, n), "plain steps": {op: op}} {
		counts, path := make([]int, n), make([]int32, 3)
		for i := range uint64(20_000) {
			paths.Draw(path, chains.NewLaw(start), 5, i)
			counts[path[2]]++
		}
		if f := evidence.ChiSquare(counts, third); !(f.P >= 1e-3) {
			t.Errorf("%s: x_3 fits its law with p = %v only", name, f.P)
		}
		if f := evidence.ChiSquare(counts, second); !(f.P <= 1e-3) {
			t.Errorf("%s: x_3 fits the law of x_2 too, with p = %v", name, f.P)
		}
	}
}

// A path is its seed, and a longer path begins as a shorter one.
func TestPathsAreTheirSeeds(t *testing.T) {
	op, logf := aimedAtBarrier()
	paths := NewPaths(op, len(logf))
	start := chains.NewLaw(chains.Normalized(logf))
	long := make([]int32, 100)
	short := make([]int32, 50)
	other := make([]int32, 50)
	paths.Draw(long, start, 1, 2)
	paths.Draw(short, start, 1, 2)
	paths.Draw(other, start, 1, 3)
	if !slices.Equal(long[:50], short) {
		t.Error("a longer path begins otherwise")
	}
	if slices.Equal(short, other) {
		t.Error("paths of two seeds are the same")
	}
}

// A table is made of the same probabilities, in the same order, whether an operator lists its rows or is asked for them
// one by one: of all kernels of the catalogue, to the last bit.
func TestListedRowsAreRows(t *testing.T) {
	listed := 0
	for _, g := range []grid.Grid{grid.New(4, 3), grid.New(2, 2, 2).Of(grid.Any)} {
		from, to := uneven(g)
		for _, k := range kernels.All {
			if chains.Fits(k.Make, g) != nil {
				continue
			}
			a := chains.Annealing{Grid: g, Bridge: chains.Geometric{From: from, To: to}, Kernel: k.Make,
				Schedule: chains.Linear(3)}
			op := a.Kernel.On(a.Grid)
			level := a.NewLevel()
			a.LevelAt(level, 2)
			op.Aim(level)
			_, lists := op.(chains.Lister)
			if !lists {
				continue
			}
			listed++
			var list, asked table
			list.compile(op, a.Grid.Size(), tableLimit)
			asked.compile(struct{ chains.Operator }{op}, a.Grid.Size(), tableLimit)
			if !slices.Equal(list.slots, asked.slots) {
				t.Errorf("%s on %v: a list of rows makes another table", k.Name, g)
			}
		}
	}
	if listed < 10 {
		t.Errorf("only %d operators list their rows", listed)
	}
}
