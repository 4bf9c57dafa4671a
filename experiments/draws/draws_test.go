package draws

import (
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat/distuv"

	"breadboard/chains"
	"breadboard/chains/evidence"
	"breadboard/chains/kernels"
	"breadboard/chains/sample"
	"breadboard/exact/spectra"
	"breadboard/grid"
	"breadboard/grid/must"
	"breadboard/grid/npy"
	"breadboard/grid/sheets"
	"breadboard/toys/zoo"
)

// independent are draws of p.
func independent(p []float64, n int, seed uint64) (all []int32) {
	d := sample.Seeded(seed)
	for range n {
		all = append(all, int32(d.Pick(p)))
	}
	return all
}

// judged judges one sample on a path.
func judged(p []float64, chains ...[]int32) Result {
	return Judge(grid.New(len(p)), p, []Sample{{Chains: chains}})[0]
}

// differ begins the reason where shares differ from p and accuse nobody.
const differ = "the shares differ from p, as those of a wrong sampler do, and those of a right chain that has not " +
	"been everywhere in proportion; moves along a chain tell more; if the draws are independent, give each a chain of " +
	"its own"

// alone returns draws, each as a chain of its own.
func alone(draws []int32) (chains [][]int32) {
	for _, x := range draws {
		chains = append(chains, []int32{x})
	}
	return chains
}

// TestVerdicts: a draw where p is 0 is certain evidence, even alone; cells without a draw lack if p expects five of
// those kept, which accuses no chain; and chains that stand still tell nothing.
func TestVerdicts(t *testing.T) {
	third := []float64{1. / 3, 1. / 3, 1. / 3, 0}
	for name, c := range map[string]struct {
		p       []float64
		chain   []int32
		verdict string
		lacking []int
		why     string
	}{
		"of p":          {third, independent(third, 3000, 1), Fits, []int{}, ""},
		"one cell less": {third, independent([]float64{0.5, 0.5}, 3000, 1), Unclear, []int{2}, differ},
		"one too often": {third, independent([]float64{0.2, 0.4, 0.4}, 3000, 1), Differs, []int{}, ""},
		"in a wall":     {third, append(independent(third, 3000, 1), 3), Differs, []int{}, ""},
		"few": {third, independent(third, 30, 1), Unclear, []int{},
			"the 30 draws are worth 30 independent ones, and about 50 are needed"},
		"still": {third, make([]int32, 3000), Unclear, []int{},
			"the 3000 draws are worth 1 independent ones, and about 50 are needed"},
		"one pool": {third, independent(third, 74, 1), Unclear, []int{},
			"the 74 draws are worth 74 independent ones, and about 75 are needed"},
		"two pools": {third, independent(third, 75, 1), Fits, []int{}, ""},
	} {
		r := judged(c.p, c.chain)
		if unclear := c.verdict == Unclear; r.Verdict != c.verdict || !cmp.Equal(r.Lacking, c.lacking) ||
			math.IsNaN(r.P) != unclear || r.Why != c.why {
			t.Errorf("%s: %+v, want %q, %q, without %v", name, r, c.verdict, c.why, c.lacking)
		}
	}
	if r := judged(third, alone(independent([]float64{0.5, 0.5}, 3000, 1))...); r.Verdict != Differs {
		t.Errorf("one cell less, of independent draws: %+v", r)
	}
	if r := judged(third, []int32{3}); r.Impossible != 1 || r.P != 0 {
		t.Errorf("one draw in a wall: %+v", r)
	}
}

// TestLightCells: draws where p has hardly any mass are not p's, however few and however they depend. The way of a
// chain from a light start is no fault. Where one cell has all of p, to rounding, draws of that cell tell nothing.
func TestLightCells(t *testing.T) {
	on := independent([]float64{1, math.Exp(-1)}, 999, 2)
	two := independent([]float64{0.5, 0.5}, 8000, 1)
	ends := slices.Repeat([][]int32{{0}}, 100)
	for name, c := range map[string]struct {
		f       []float64
		chains  [][]int32
		verdict string
		why     string
	}{
		"half in cells of 1e-18":  {[]float64{0, -40, -40}, [][]int32{two}, Differs, "8000 draws of p, however"},
		"one draw in them":        {[]float64{0, -40, -40}, [][]int32{append(make([]int32, 99), 1)}, Differs, "so light"},
		"runs that end in one":    {[]float64{0, -40, -40}, slices.Repeat([][]int32{{1}}, 100), Differs, "so light"},
		"still in one":            {[]float64{0, -40, -40}, [][]int32{{1, 1, 1}}, Unclear, "cell 0 has all of p"},
		"from one of them":        {[]float64{0, -1, -40}, [][]int32{append([]int32{2, 2}, on...)}, Fits, ""},
		"of p, all in one cell":   {[]float64{0, -40, -40}, ends, Unclear, "cell 0 has all of p, to rounding"},
		"of p, in the only cell":  {[]float64{0}, ends, Unclear, "cell 0 has all of p, to rounding"},
		"in a cell that p's beat": {[]float64{0, -2, -2}, [][]int32{two}, Differs, ""},
	} {
		r := judged(chains.Normalized(c.f), c.chains...)
		if r.Verdict != c.verdict || !strings.Contains(r.Why, c.why) || (r.P <= Level) != (r.Verdict == Differs) {
			t.Errorf("%s: %s, %q, p = %v, ESS %v", name, r.Verdict, r.Why, r.P, r.ESS)
		}
	}
}

// TestLightCellsSlowly: the p-value of the lightest cells follows from its definition, by binomials at the ESS of being
// there. Half of the draws where p expects five are accused if they are independent, and so are ten times as many in
// one of several light cells beside heavy ones. Five are not, and neither are stays: long ones of a right chain, or
// half of all draws.
func TestLightCellsSlowly(t *testing.T) {
	const n = 2000
	two, seven := []float64{1 - 5./n, 5. / n}, []float64{0.5 - 5./n, 0.5, 1. / n, 1. / n, 1. / n, 1. / n, 1. / n}
	f := make([]float64, 100)
	for x := range f {
		f[x] = -float64(x % 2)
	}
	f[51] -= 0.001 // the lightest cell
	hundred := chains.Normalized(f)
	stay := independent(hundred, n, 4)
	for k := range 100 {
		stay[k+n/4] = 51
	}
	for name, c := range map[string]struct {
		p       []float64
		chain   []int32
		accused bool
	}{
		"five":              {two, independent(two, n, 1), false},
		"half":              {two, independent([]float64{0.5, 0.5}, n, 1), true},
		"half, in stays":    {two, lazy([]float64{0.5, 0.5}, 1, n, 0.8, 1)[0], false},
		"ten times, in one": {seven, independent([]float64{0.49, 0.48, 0.001, 0.001, 0.026, 0.001, 0.001}, n, 1), true},
		"of p":              {seven, independent(seven, n, 2), false},
		"in one stay":       {hundred, stay, false},
	} {
		r := judged(c.p, c.chain)
		if r.Verdict == Differs != c.accused || strings.HasPrefix(r.Why, "the lightest cells, up to cell ") != c.accused {
			t.Errorf("%s: %s, %q", name, r.Verdict, r.Why)
		}
		least := 1.0
		cells := 0.0
		among := slices.Clone(c.p) // the cells with draws
		for x := range among {
			if !slices.Contains(c.chain, int32(x)) {
				among[x] = 0
			}
		}
		floats.Scale(1/floats.Sum(among), among)
		for x, mass := range among {
			if mass == 0 {
				cells++
				continue
			}
			upTo, k := mass, 0.0
			isIn := func(y int32) float64 {
				if among[y] < mass || among[y] == mass && int(y) <= x {
					return 1
				}
				return 0
			}
			for y, lighter := range among {
				if y != x {
					upTo += isIn(int32(y)) * lighter
				}
			}
			for _, y := range c.chain {
				k += isIn(y)
			}
			if upTo*float64(r.Worth) >= Pooled {
				continue
			}
			cells++
			tail := func(worth float64) (sum float64) {
				binomial := distuv.Binomial{N: math.Floor(worth), P: upTo}
				for i := math.Floor(k / float64(len(c.chain)) * worth); i <= worth; i++ {
					sum += binomial.Prob(i)
				}
				return sum
			}
			least = min(least, tail(r.ESS))
		}
		if c.accused { // and the chain begins in the heavier half
			must.Near(t, r.P, least*cells, 0.7*least*cells, "%s: p", name) // ESS need not be whole
		}
	}
}

// TestStays: draws of p with ten long stays in one cell, which neither log p nor a coordinate shows, may be of a right
// chain, or of several. The same draws in any order are not p's.
func TestStays(t *testing.T) {
	f := make([]float64, 51)
	for x := range f {
		f[x] = -float64(x % 2)
	}
	p := chains.Normalized(f)
	chain := independent(p, 5000, 1)
	for k := range 100 {
		chain[k/10*500+100+k%10] = 25
	}
	for _, c := range [][][]int32{{chain}, {chain[:1100], chain[1100:2000], chain[2000:]}} {
		if r := judged(p, c...); r.Verdict != Unclear || r.Why != differ {
			t.Errorf("stays in %d chains: %s, p = %v, ESS %v", len(c), r.Verdict, r.P, r.ESS)
		}
	}
	shuffled := slices.Clone(chain)
	shuffle(shuffled)
	if r := judged(p, shuffled); r.Verdict != Differs || r.Worth != 5000 {
		t.Errorf("shuffled: %s, p = %v, ESS %v", r.Verdict, r.P, r.ESS)
	}
}

// shuffle brings draws into any order.
func shuffle(draws []int32) {
	rand.New(rand.NewPCG(1, 1)).Shuffle(len(draws), func(i, j int) { draws[i], draws[j] = draws[j], draws[i] })
}

// TestRightChainsThatHaveNotBeenEverywhere: right draws that are worth hardly one are not accused, though their ESS is
// hundreds: of a chain on two modes that was in one of them or seldom changed, of every 20th draw of it, which look
// independent, and of walkers that take turns and stand still. The same draws in any order are accused where they were
// in both modes, and those of one mode where each is a chain of its own.
func TestRightChainsThatHaveNotBeenEverywhere(t *testing.T) {
	f := []float64{0, 0.5, 0, -6, -6, -6, 0, 0.5, 0.2}
	p := chains.Normalized(f)
	op, _ := chains.Annealing{Grid: grid.New(len(p)), Kernel: kernels.Metropolis{},
		Bridge: chains.Geometric{From: make([]float64, len(p)), To: f}}.Aimed(2, 1)
	rows := chains.NewKeptRows(len(p), op)
	walk := func(n, every, seed int) (all []int32) {
		dice := sample.Seeded(uint64(seed))
		x := chains.NewDistribution(p).Draw(dice)
		for k := range n * every {
			if x = rows.Step(x, dice); k%every == 0 {
				all = append(all, int32(x))
			}
		}
		return all
	}
	found := map[string]int{}
	for seed := range 10 {
		var walkers [][]int32
		for w := range 16 {
			walkers = append(walkers, walk(100, 1, 100*seed+w))
		}
		for name, chain := range map[string][]int32{"long": walk(5000, 1, seed), "short": walk(1000, 1, seed),
			"thinned": walk(400, 20, seed), "in turn": turns(walkers, false)[0]} {
			if r := judged(p, chain); r.Verdict == Differs {
				t.Errorf("%s, seed %d: %+v", name, seed, r)
			}
			shuffle(chain)
			if judged(p, chain).Verdict == Differs {
				found[name+", in any order"]++
			}
			if judged(p, alone(chain)...).Verdict == Differs {
				found[name+", each alone"]++
			}
		}
	}
	for name, least := range map[string]int{"long, in any order": 3, "short, each alone": 9, "thinned, each alone": 9} {
		if found[name] < least {
			t.Errorf("%s: accused in %d of 10", name, found[name])
		}
	}
}

// TestASmallPIsTold: draws whose p-value accuses nobody and is small have a caution.
func TestASmallPIsTold(t *testing.T) {
	for ones, why := range map[int]string{
		500: "",
		560: "p = 0.00015 is small, as of one in 6800 right samplers: four times as many draws would tell more",
	} {
		chain := append(make([]int32, 1000-ones), slices.Repeat([]int32{1}, ones)...)
		shuffle(chain)
		if r := judged([]float64{0.5, 0.5}, alone(chain)...); r.Why != why {
			t.Errorf("%d of 1000: %+v", ones, r)
		}
	}
}

// TestSamplesShareTheLevel: several samples share the level.
func TestSamplesShareTheLevel(t *testing.T) {
	p := []float64{0.1, 0.2, 0.3, 0.4}
	s := Sample{Chains: [][]int32{independent(p, 1000, 1)}}
	one := Judge(grid.New(4), p, []Sample{s})[0].P
	two := Judge(grid.New(4), p, []Sample{s, s})[1].P
	if two != min(1, 2*one) {
		t.Errorf("p-values %v and %v", one, two)
	}
}

func TestRead(t *testing.T) {
	g, dir := grid.New(2, 3), t.TempDir()
	read := func(data string) ([]Sample, error) {
		path := filepath.Join(dir, "d.csv")
		must.Do(t, os.WriteFile(path, []byte(data), 0o600))
		s, err := sheets.Open(path, "cells")
		if err != nil {
			return nil, err
		}
		return Read(s, g)
	}
	for data, want := range map[string][]Sample{
		"5\n4\n4\n":                             {{"", [][]int32{{5, 4, 4}}}},
		"state\n5\n4\n":                         {{"", [][]int32{{5, 4}}}},
		",x_1,x_2\n0,1,2\n1,0,1\n":              {{"", [][]int32{{5, 1}}}},
		"chain,cell\na,5\nb,1\na,4":             {{"", [][]int32{{5, 4}, {1}}}},
		"chain;cell\na;5\nb;1,0\na;4":           {{"", [][]int32{{5, 4}, {1}}}},
		"row,col\n1,2\n0.0,1\n":                 {{"", [][]int32{{5, 1}}}},
		"draw,cell\n2,5\n10,1\n1,4":             {{"", [][]int32{{4, 5, 1}}}},
		"T,direction,cell\n9,r,1\n9,f,5\n9,r,4": {{"T = 9, r", [][]int32{{1, 4}}}, {"T = 9, f", [][]int32{{5}}}},
		"draw,chain,cell\n1,b,4\n0,a,3\n2,b,5":  {{"", [][]int32{{4, 5}, {3}}}},
		"walker,step,cell\na,2,5\nb,2,1\na,1,4": {{"", [][]int32{{4, 5}, {1}}}},
		"# a = 1\n# b\nlp__,cell\n# c\n-1,5\n#": {{"", [][]int32{{5}}}},
		npy.Magic + "\x01\x009\x00{'descr': '|i1', 'fortran_order': False, 'shape': (3, 2)}\x00\x02\x01\x00\x05\x01": {
			{"", [][]int32{{0, 2}, {1, 0}, {5, 1}}}}, // as places, (5, 1) is outside
		npy.Magic + "\x01\x00<\x00{'descr': '|i1', 'fortran_order': False, 'shape': (2, 1, 2)}\x00\x01\x01\x02": {
			{"", [][]int32{{1}, {5}}}},
	} {
		got, err := read(data)
		if err != nil || !cmp.Equal(want, got) {
			t.Errorf("%q: %v, %v, want %v", data, got, err, want)
		}
	}
	for data, says := range map[string]string{
		npy.Magic + "\x01\x009\x00{'descr': '|i1', 'fortran_order': False, 'shape': (3, 2)}" +
			"\x00\x02\x01\x00\x00\x01": "(3, 2) may be places",
		"x_1,x_2\n0,3\n":        "row 1, column x_2 is 3; use a whole number from 0 to 2",
		"cell\n0.5\n":           "row 1, column cell is 0.5; use a whole number",
		"cell\n1\n6\n6\n":       "row 2, column cell is 6; use a whole number from 0 to 5; if they are counted from 1",
		"x_1,x_2,x_3\n0,0,0\n":  "d.csv: a column x_3, and 2x3 has axes 1 to 2; use a column for each of these",
		"draw,cell\n1,5\n1,5\n": "d.csv: draw 1 stands twice in a chain; use each once, or a column chain",
		"draw,cell\nnan,5\n":    "d.csv: row 1, column draw is NaN; use a number",
		"draw,cell\n1,5\ninf,4": "d.csv: row 2, column draw is +Inf; use a number",
		"cell\n":                "no draws",
		"from,to\n0,1\n":        "d.csv: from and to are moves; give the file alone, and not as draws",
		"chain,x,y\n0,1,1\n": "no column x_1; use cell, or x_1 and so on for each axis of 2x3; the file has " +
			"chain, x, y; the option columns says which it is",
		"chain,state\n1,left\n": `row 1, column state is "left"; use a whole number`,
	} {
		if _, err := read(data); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%q: %v, want %q", data, err, says)
		}
		if _, err := read(data + "0\n"); err != nil && strings.Contains(err.Error(), "from 1") {
			t.Errorf("%q, and a 0: %v", data, err)
		}
	}
}

// TestCauses: draws of p whose cells are written in another way are not p's, and the way is named. Of draws of p there
// is no cause, and none of those of another distribution.
func TestCauses(t *testing.T) {
	g := grid.New(5, 5)
	f := make([]float64, g.Size()) // with hardly any mass on the rim, and no symmetry
	for x := range f {
		r, c := float64(g.Coord(x, 0))-2, float64(g.Coord(x, 1))-2
		f[x] = -2*r*r - 1.5*(c+0.2)*(c+0.2) + 0.9*r*c + math.Log(1.6+0.3*r)
	}
	p := chains.Normalized(f)
	for says, written := range map[string]func(r, c int) (int, int){
		"":                           func(r, c int) (int, int) { return r, c },
		"axes 1 and 2 are exchanged": func(r, c int) (int, int) { return c, r },
		"places along all axes are counted from 1, or one too large": func(r, c int) (int, int) { return r + 1, c + 1 },
		"places along all axes are one too small":                    func(r, c int) (int, int) { return r - 1, c - 1 },
		"places along axis 1 are counted from 1, or one too large":   func(r, c int) (int, int) { return r + 1, c },
		"places along axis 2 are one too small":                      func(r, c int) (int, int) { return r, c - 1 },
		"places along axis 2 are counted from the other end":         func(r, c int) (int, int) { return r, 4 - c },
		"cells are one too small": func(r, c int) (int, int) {
			x := 5*r + c - 1
			return x / 5, x % 5
		},
		"no cause": func(r, c int) (int, int) { return r, c - c%2 },
	} {
		var chain []int32
		for _, x := range independent(p, 5000, 1) {
			r, c := written(g.Coord(int(x), 0), g.Coord(int(x), 1))
			if y, inside := cellAt(g, []int{r, c}); inside { // what is off the grid cannot be written
				chain = append(chain, int32(y))
			}
		}
		got := Judge(g, p, []Sample{{Chains: [][]int32{chain}}})[0]
		if strings.TrimPrefix(got.Why, "read in another way these could be draws of p: ") !=
			strings.TrimPrefix(says, "no cause") || (got.Verdict == Differs) != (says != "") {
			t.Errorf("%q: %s, %q", says, got.Verdict, got.Why)
		}
	}
}

// nine is the distribution of nine cells that the page has.
var nine = chains.Normalized([]float64{0, 1, 2, 3, 0.5, 1, 0, 0, 4})

// TestIndependentDrawsAreWorthOne: independent draws are all worth one, in a chain or in many. Chains of two equal
// draws are worth one each.
func TestIndependentDrawsAreWorthOne(t *testing.T) {
	for _, length := range []int{1, 2, 3} {
		single, double := [][]int32(nil), [][]int32(nil)
		for seed := range uint64(2000) {
			single = append(single, independent(nine, length, seed))
			double = append(double, slices.Repeat(single[seed][:1], 2))
		}
		if r := judged(nine, single...); r.Verdict != Fits || r.Worth != 2000*length {
			t.Errorf("chains of %d: %d kept, %s", length, r.Worth, r.Verdict)
		}
		if r := judged(nine, double...); r.Verdict != Fits || !(math.Abs(r.ESS-2000) <= 1) || r.Worth != 2000 {
			t.Errorf("chains of the same draw twice: ESS %v, %d kept, %s", r.ESS, r.Worth, r.Verdict)
		}
	}
	if r := judged(nine, slices.Repeat([][]int32{{3}}, 100)...); r.Verdict != Differs {
		t.Errorf("a hundred runs that ended in one cell: %s", r.Verdict)
	}
}

// TestTheLevelIsWorth: of draws on two cells a binomial distribution gives the shares that are accused: the level
// is about kept, with 25 draws expected of the light cell and with fewer.
func TestTheLevelIsKept(t *testing.T) {
	for _, light := range []float64{0.003, 0.005, 0.01, 0.025, 0.05, 0.3} {
		share, binomial := 0.0, distuv.Binomial{N: 1000, P: light}
		for k := range 1001 {
			counts, pools := pooled([]int{k, 1000 - k}, []float64{light, 1 - light}, 1000)
			if evidence.ChiSquare(counts, pools).P <= Level && len(pools) > 1 {
				share += binomial.Prob(float64(k))
			}
		}
		if share > 2.5*Level {
			t.Errorf("a cell of %v: %v of samples are accused", light, share)
		}
	}
	for _, p := range [][]float64{nine, {0, 0, 1}, {0.01, 0.99}, slices.Repeat([]float64{0.01}, 100)} {
		for _, n := range []int{1, 30, 100, 1000} {
			counts := make([]int, len(p))
			counts[len(p)-1] = n
			of, distribution := pooled(counts, p, n)
			if least := slices.Min(distribution); of[len(of)-1] != n || !(math.Abs(floats.Sum(distribution)-1) <= 1e-12) ||
				len(distribution) > 1 && least*float64(n) < Pooled-1e-9 {
				t.Errorf("%d draws of %v: pools of %v with %v", n, p, distribution, of)
			}
		}
	}
}

// TestZ: z is the error of a share over its standard deviation, which is summed over all counts that a cell may have.
func TestZ(t *testing.T) {
	const n = 40
	r := Result{Worth: n, Target: []float64{0.5, 0.3, 0.15, 0.05}, Q: []float64{0.4, 0.45, 0.1, 0.05}}
	r.compareCells()
	for x, p := range r.Target {
		binomial := distuv.Binomial{N: n, P: p}
		want := (r.Q[x] - p) * n / binomial.StdDev()
		must.Near(t, r.Z[x], want, 1e-9, "cell %d of p = %v: z", x, p)
	}
}

// TestFalseAlarmsAndPower: right draws fit and those of p^0.8 do not, in one chain, in several, and of walkers by the
// dozen that take turns. They are exact draws along chains of two kernels on the small densities of the zoo, all
// 30 times as long as the autocorrelation time of the slowest mode, (2 - gap)/gap, and each walker 10 times.
func TestFalseAlarmsAndPower(t *testing.T) {
	times := 1
	if os.Getenv("BREADBOARD_LONG") != "" {
		times = 20
	}
	type form struct {
		walkers, steps int
		inTurn         bool
	}
	forms := []form{{1, 10_000, false}, {4, 2500, false}, {20, 500, false}, {12, 500, true}, {36, 400, true}}
	for power, accused := range map[float64][2]float64{1: {0, 0.002}, 0.8: {0.25, 1}} {
		judged, differs := map[bool]float64{}, map[bool]float64{}
		for _, d := range must.Have(zoo.Select("small"))(t) {
			target := d.Make()
			p := chains.Normalized(target.LogF)
			drawn := chains.Tempered(target.LogF, power)
			for _, k := range []chains.Kernel{kernels.Metropolis{}, kernels.HeatBath{}} {
				op, level := chains.Annealing{Grid: target.Grid, Kernel: k,
					Bridge: chains.Geometric{From: chains.Uniform(target.LogF), To: drawn}}.Aimed(2, 1)
				start := chains.Normalized(level.LogF())
				spectrum, err := spectra.Of(op, len(p)).Spectrum(start)
				if err != nil {
					continue
				}
				tau := (2 - spectrum.Gap) / spectrum.Gap
				rows := chains.NewKeptRows(len(p), op)
				for i, f := range forms {
					if float64(f.walkers*f.steps) < 30*tau || f.inTurn && float64(f.steps) < 10*tau {
						continue
					}
					for n := range times {
						walkers := make([][]int32, f.walkers)
						for c := range walkers {
							dice := sample.Seeded(1, uint64(n*len(forms)+i), uint64(c))
							x := chains.NewDistribution(start).Draw(dice)
							for range f.steps {
								x = rows.Step(x, dice)
								walkers[c] = append(walkers[c], int32(x))
							}
						}
						if f.inTurn {
							walkers = turns(walkers, n%2 == 1)
						}
						switch r := Judge(target.Grid, p, []Sample{{Chains: walkers}})[0]; {
						case r.Verdict == Differs && power == 1:
							t.Errorf("%s by %v: right draws are accused", d.Name, k)
						case r.Verdict == Differs || strings.HasPrefix(r.Why, differ):
							differs[f.inTurn]++
							fallthrough
						case r.Verdict == Fits:
							judged[f.inTurn]++
						}
					}
				}
			}
		}
		for inTurn, n := range judged {
			if share := differs[inTurn] / n; n < 11 || share < accused[0] || share > accused[1] {
				t.Errorf("p^%v, in turn %v: %v of %v samples differ", power, inTurn, differs[inTurn], n)
			}
		}
	}
}

// slow are draws of q, which is the same on both halves of the cells, and change the half with this probability.
func slow(q []float64, n int, changes float64, seed uint64) []int32 {
	dice := rand.New(rand.NewPCG(seed, 8))
	all, half := independent(q, n, seed), int32(len(q)/2)
	for k, upper := range all {
		all[k] %= half
		if k > 0 {
			upper = all[k-1]
		}
		if upper >= half != (dice.Float64() < changes) {
			all[k] += half
		}
	}
	return all
}

// TestReachOfDraws: a distribution that is as far from p as draws say they see shows in 9 of 10 samples, and one of a
// third of it in few: mass is moved between halves of the cells, which is the hardest to see.
func TestReachOfDraws(t *testing.T) {
	p := slices.Repeat([]float64{1. / 32}, 32)
	g := grid.New(32)
	gen := rand.New(rand.NewPCG(5, 6))
	for _, c := range []struct {
		n       int
		changes float64
	}{{1000, 0.5}, {20_000, 0.05}} {
		fits := Judge(g, p, []Sample{{Chains: [][]int32{slow(p, c.n, c.changes, 7)}}})[0]
		if !(fits.Reach > 0 && fits.Reach < 1) {
			t.Fatalf("%d draws: reach %v", c.n, fits.Reach)
		}
		more := Judge(g, p, []Sample{{Chains: [][]int32{slow(p, fits.Needs, c.changes, 8)}}})[0]
		if fits.Needs <= c.n || !(more.Reach > 0.08 && more.Reach < 0.12) {
			t.Errorf("%d draws ask for %d, which reach %v", c.n, fits.Needs, more.Reach)
		}
		for _, w := range []struct {
			share       float64
			least, most int // of 25 samples
		}{{1, 20, 25}, {1. / 3, 0, 5}} {
			q := make([]float64, 32)
			for x := range q {
				q[x] = p[x] * (1 + 2*w.share*fits.Reach*float64(1-x%2*2))
			}
			const times = 25
			found := 0
			for range times {
				s := Sample{Chains: [][]int32{slow(q, c.n, c.changes, gen.Uint64())}}
				if r := Judge(g, p, []Sample{s})[0]; r.Verdict == Differs || r.Why == differ {
					found++
				}
			}
			if found < w.least || found > w.most {
				t.Errorf("%d draws, %v of a reach of %v: found in %d of %d", c.n, w.share, fits.Reach, found, times)
			}
		}
	}
}
