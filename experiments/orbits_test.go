package experiments

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains/kernels"
	"breadboard/exact"
	"breadboard/grid"
	"breadboard/grid/must"
	"breadboard/grid/orbits"
	"breadboard/toys"
)

// told are the numbers that an orbit must not change.
func numbersOf(r exact.Result) []float64 {
	return []float64{r.J(), r.B(), r.Final.Forward, r.Final.Reverse, r.Paths.Forward, r.Paths.Reverse, r.LogR, r.MeanW,
		r.MeanInvW, r.ESS, r.FwdLaw.Mean, r.FwdLaw.Variance, r.FwdLaw.Skewness, r.RevLaw.Mean, r.RevLaw.Variance,
		r.RevLaw.Skewness}
}

// runOf is the exact run of a setting at T levels.
func runOf(t *testing.T, s Setting, T int) exact.Result {
	t.Helper()
	return must.Have(must.Have(s.Chain())(t).Exactly(t.Context(), []int{T}, nil))(t)[0].Result
}

// roundings are by how much sums of some thousand rounded terms may differ.
const roundings = 1e-12

// A hasJB is a run of which J and B are known.
type hasJB interface {
	J() float64
	B() float64
}

// sameJB fails the test unless two runs have the same J and B.
func sameJB(t *testing.T, got, want hasJB, what string) {
	t.Helper()
	must.Close(t, got.J(), want.J(), roundings, "%s: J", what)
	must.Close(t, got.B(), want.B(), roundings, "%s: B", what)
}

// On orbits J, B and the laws of log w are those on all cells, whatever the kernel, the bridge and the initial density.
// The short form has two walkers where there are few pairs of cells: on 16 and on 27.
func TestOrbitsAreTheCells(t *testing.T) {
	long := os.Getenv("BREADBOARD_LONG") != ""
	var all []Setting
	for _, toy := range []string{"ising:2x2:0.4", "ising:2x3:0.4", "potts:2x2:3:1", "spin-glass:2x3:1"} {
		for _, kernel := range []string{"metropolis", "barker", "heat-bath", "slice", "gibbs-metropolis", "mixture",
			"lazy:0.3", "king", "independence", "multiple-try", "delayed-rejection", "perfect", "lifted", "swap",
			"pt:2",
			"stretch", "cauchy:1", "gaussian:1", "informed", "informed-barker", "hamming-ball:1", "langevin:0.7",
			"swendsen-wang", "wolff"} {
			pairs := kernel == "swap" || kernel == "stretch" || kernel == "pt:2"
			if pairs && toy != "ising:2x2:0.4" && !long {
				continue
			}
			// labels have no order
			forth := slices.Contains([]string{"king", "lifted", "stretch", "cauchy:1", "gaussian:1"}, kernel)
			if !forth || !strings.HasPrefix(toy, "potts") {
				all = append(all, Setting{Toy: toy, Kernel: kernel})
			}
		}
		all = append(all, Setting{Toy: toy, Bridge: "mixture"},
			Setting{Toy: toy, Bridge: "power:0.5", Kernel: "heat-bath"},
			Setting{Toy: toy, Bridge: "mixture", Kernel: "lazy:0.3", Initial: "tempered:0.3"},
			Setting{Toy: toy, Bridge: "moments:marginals", Initial: "tempered:-0.3"},
			Setting{Toy: toy, Initial: "tempered:0.3"}, Setting{Toy: toy, SkipLast: true},
			Setting{Toy: toy, Repeat: 2, Kernel: "barker"})
	}
	all = append(all, Setting{Toy: "ising:3x3:0.4"},
		Setting{Toy: "ising:3x3:0.4", Kernel: "heat-bath", Bridge: "power:2"},
		Setting{Toy: "ising:2x3:0.4", Bridge: "moments:gaussian"}, Setting{Toy: "potts:1x3:3:1", Kernel: "swap"},
		Setting{Toy: "clustering:4:2"}, Setting{Toy: "clustering:4:2", Bridge: "observations"},
		Setting{Toy: "potts:2x2:3:1", Axes: "ring"}, Setting{Toy: "ising:2x2:0.4", Axes: "line"})
	for _, s := range all {
		want := numbersOf(runOf(t, s, 4))
		s.Orbits = OwnOrbits
		for i, got := range numbersOf(runOf(t, s, 4)) {
			must.Close(t, got, want[i], roundings, "%+v: number %d on orbits", s, i)
		}
	}
}

// brute is the definition of J and B for Metropolis at equal steps of beta: configurations of sites, of which one
// site, each as probable, proposes one of its other values. The kernel is its own reversal.
func brute(values, sites int, logf func(at []int) float64, T int) (j, b float64) {
	g := grid.New(slices.Repeat([]int{values}, sites)...)
	f := make([]float64, g.Size())
	for x := range f {
		f[x] = logf(g.Coords(x))
	}
	step := func(law []float64, beta float64) []float64 {
		next := make([]float64, len(law))
		for x, q := range law {
			for a := range sites {
				for v := range values {
					y := x + (v-g.Coord(x, a))*g.Stride(a)
					if y == x {
						continue
					}
					move := q / float64(sites*(values-1)) * min(1, math.Exp(beta*(f[y]-f[x])))
					next[y] += move
					next[x] -= move
				}
			}
			next[x] += q
		}
		return next
	}
	of := func(beta float64) []float64 {
		p := make([]float64, len(f))
		for x, v := range f {
			p[x] = math.Exp(beta * v)
		}
		floats.Scale(1/floats.Sum(p), p)
		return p
	}
	q := of(0)
	r := of(1)
	p := of(1)
	d := 1 / float64(T-1)
	for t := 2; t <= T; t++ {
		b -= d * floats.Dot(q, f)
		q = step(q, float64(t-1)*d)
	}
	for t := T; t >= 2; t-- {
		r = step(r, float64(t-1)*d)
		b += d * floats.Dot(r, f)
	}
	for x := range p {
		j += (q[x] - p[x]) * math.Log(q[x]/p[x])
	}
	return j, b
}

// The models whose states are counts have the J and B of all their configurations.
func TestExchangeableModels(t *testing.T) {
	const T = 5
	rng := rand.New(rand.NewPCG(1, 0))
	var patterns [5][2]float64 // by spin, as hopfield:5:2:1 draws them
	for i := range patterns {
		for k := range patterns[i] {
			patterns[i][k] = float64(2*rng.IntN(2) - 1)
		}
	}
	for _, c := range []struct {
		toy           string
		values, sites int
		logf          func(at []int) float64
	}{
		{"curie-weiss:4:1.3", 2, 4, func(at []int) float64 {
			m := 0
			for _, v := range at {
				m += 2*v - 1
			}
			return 1.3 * float64(m*m) / 8
		}},
		{"mean-field-potts:3:3:2", 3, 3, func(at []int) float64 {
			alike := 0
			for _, v := range at {
				for _, w := range at {
					if v == w {
						alike++
					}
				}
			}
			return 2 * float64(alike) / 6
		}},
		{"hopfield:5:2:1", 2, 5, func(at []int) float64 {
			sum := 0.0
			for k := range 2 {
				overlap := 0.0
				for i, v := range at {
					overlap += patterns[i][k] * float64(2*v-1)
				}
				sum += overlap * overlap
			}
			return sum / 10
		}},
	} {
		j, b := brute(c.values, c.sites, c.logf, T)
		r := runOf(t, Setting{Toy: c.toy}, T)
		must.Close(t, r.J(), j, roundings, "%s: J", c.toy)
		must.Close(t, r.B(), b, roundings, "%s: B", c.toy)
	}
}

// Figures that an independent program found: by all 65,536 cells in long doubles, and in 60 digits where masses lie
// below any float.
func TestOrbitsOfPublishedSizes(t *testing.T) {
	for _, c := range []struct {
		s    Setting
		T    int
		j, b float64
	}{
		{Setting{Toy: "ising:4x4:0.4", Orbits: OwnOrbits}, 20, 3.03795157074869196, 5.44807241513244813},
		{Setting{Toy: "curie-weiss:10000:2"}, 10, 9161.76426590124274529, 9165.14332229198611479},
		{Setting{Toy: "curie-weiss:1000:0.5"}, 100, 0.188795829283168489, 0.226406733402877366},
	} {
		r := runOf(t, c.s, c.T)
		if off := max(math.Abs(r.J()-c.j), math.Abs(r.B()-c.b)); !(off < 1e-11*max(1, c.b)) {
			t.Errorf("%s at T = %d: J %v and B %v, want %v and %v", c.s.Toy, c.T, r.J(), r.B(), c.j, c.b)
		}
	}
}

// A walker with a direction, and two walkers, turn with the cells: on a lattice and on rings, J of the cell and B are
// those on all cells.
func TestWholeStates(t *testing.T) {
	for name, g := range map[string]grid.Grid{"lattice": grid.New(3, 3), "rings": grid.New(3, 3).Of(grid.Ring),
		"both": grid.New(3, 4)} {
		turned := orbits.Same(g)
		mirrored := orbits.Same(g)
		other := orbits.Same(g)
		slices.Reverse(mirrored.Values[0])
		by := []orbits.Symmetry{mirrored}
		switch name {
		case "lattice":
			turned.From = []int{1, 0}
			by = append(by, turned)
		case "rings":
			other.Values[1] = []int{1, 2, 0}
			by = append(by, other)
		}
		group := must.Have(orbits.NewGroup(g, by...))(t)
		s := orbits.NewSpace(g, group)
		full := toys.Target{Name: name, Grid: g, LogF: make([]float64, g.Size())}
		for x := range full.LogF {
			full.LogF[x] = math.Sin(float64(5 * s.Orbit(x)))
		}
		on := toys.Symmetric{Name: name, Grid: g,
			LogF: func(at []int) float64 { return full.LogF[g.Index(at...)] }}.On(s)
		for _, kernel := range []string{"lifted", "swap"} {
			of := func(target toys.Target) Exact {
				chain := must.Have(Setting{Toy: name, Kernel: kernel}.On(target))(t)
				return must.Have(chain.Exactly(t.Context(), []int{5}, nil))(t)[0]
			}
			got := of(on)
			want := of(full)
			must.Close(t, got.Cell.Jeffreys(), want.Cell.Jeffreys(), roundings, "%s, %s: J on orbits", name, kernel)
			must.Close(t, got.B(), want.B(), roundings, "%s, %s: B on orbits", name, kernel)
		}
	}
}

// An orbit with a wrong number of cells is another target, and a declared symmetry that changes log f is found.
func TestBrokenOrbits(t *testing.T) {
	ising := toys.Symmetric{Name: "ising", Grid: grid.New(2, 2, 2, 2).Of(grid.Any)}
	for field, found := range map[float64]bool{0: false, 0.1: true} {
		ising.LogF = func(at []int) (sum float64) {
			for i, v := range []int{at[1], at[3], at[0], at[2]} { // a ring of four
				sum += 0.4 * float64((2*v-1)*(2*at[i]-1))
			}
			return sum + field*float64(at[0])
		}
		by := must.Have(orbits.NewGroup(ising.Grid, orbits.Torus(ising.Grid, 2, 2)...))(t)
		s := orbits.NewSpace(ising.Grid, by)
		logf := func(x int) float64 { return ising.LogF(ising.Grid.Coords(x)) }
		for _, err := range []error{unbroken(ising, by, logf, 16, nil), unbroken(ising, by, logf, s.Size(), s.Cell)} {
			if (err != nil) != found {
				t.Errorf("a field of %v on a spin: %v", field, err)
			}
		}
	}
	g := ising.Grid
	s := orbits.NewSpace(g, must.Have(orbits.NewGroup(g, orbits.Torus(g, 2, 2)...))(t))
	ising.LogF = func(at []int) float64 { return float64((at[0]+at[1]+at[2]+at[3])%4) / 2 }
	of := func() float64 {
		chain := must.Have(Setting{Toy: "ising"}.On(ising.On(s)))(t)
		return must.Have(chain.Exactly(t.Context(), []int{4}, nil))(t)[0].J()
	}
	right := of()
	s.LogSizes[1] += math.Log(9.0 / 8)
	if wrong := of(); math.Abs(wrong-right) < 1e-4 {
		t.Errorf("with a cell too many in an orbit J is %v, and %v without", wrong, right)
	}
}

// What cannot walk orbits says so, and names what would do.
func TestNoOrbits(t *testing.T) {
	swap, flip := "1,0,2,3,4,5,6,7,8,9,10,11,12,13,14,15\n", "8,9,10,11,12,13,14,15,0,1,2,3,4,5,6,7\n"
	of := func(text string) Setting { return Setting{Toy: "ising:2x2:0.4", Orbits: must.File(t, "by.csv", text)} }
	own := func(s Setting) Setting { s.Orbits = OwnOrbits; return s }
	for _, c := range []struct {
		s    Setting
		says string
	}{
		{of(flip), "a symmetry takes cell [0 0 0 0] to [1 0 0 0], and log f of ising:2x2:0.4 is 3.2 and 0 there"},
		{of(swap), "row 1: it takes cell [0 0 1 0] to [0 0 1 0], and the lines through the first cell so that it " +
			"should be"},
		{false17(t), "a symmetry takes cell [0 0 0 0 0 0 0 0 0 0 0 0 0 0 1 0 1] to"},
		{of(swap + "0,1,2\n"), "row 1: it takes"}, {of("0,1,2\n"),
			"row 1: 3 numbers for 16 cells"}, {of("\n"), "is empty"},
		{of(strings.Replace(swap, "2", "0", 1)), `"0" is no cell of 2x2x2x2, or stands twice`},
		{of(strings.Replace(swap, "2", "x", 1)), `"x" is no cell`},
		{of(strings.Replace(swap, "15", "16", 1)), `"16" is no cell`},
		{Setting{Toy: "barrier", Orbits: "no.csv"}, "no such file"},
		{own(Setting{Toy: "barrier"}), "barrier declares no symmetries; --orbits=FILE"},
		{own(Setting{Toy: "potts:2x2:3:1", Axes: "line"}),
			"with --axes line not every symmetry of potts:2x2:3:1 takes moves"},
		{own(Setting{Toy: "ising:2x2:0.4", Initial: "file:p.csv"}), "--initial file:p.csv has a number for each cell"},
		{own(Setting{Toy: "ising:2x2:0.4", Matrix: "folder"}), "--matrix folder has a row for each cell"},
		{own(Setting{Toy: "ising:2x2:0.4", Kernel: "cycle"}),
			"--kernel cycle has no form on the orbits of ising:2x2:0.4"},
		{own(Setting{Toy: "ising:4x4:0.4", Kernel: "king"}), "goes 65535 ways, more than 4096"},
		{own(Setting{Toy: "ising:7x7:0.4"}), "orbits; at most"},
		{own(Setting{Toy: "curie-weiss:4:1"}), "the states of curie-weiss:4:1 are orbits already"},
		{Setting{Toy: "curie-weiss:4:1", Axes: "ring"},
			"--axes ring is given, but the states of curie-weiss:4:1 are orbits"},
		{Setting{Toy: "curie-weiss:400000:1", Kernel: "king"}, "how many sites have which value"},
		{own(Setting{Toy: "clustering:4:2", Program: "vb"}), "--program vb: it goes by single cells"},
		{own(Setting{Toy: "ising:2x2:0.4", Program: "ns:4"}), "--program ns:4: it goes by single cells"},
	} {
		_, err := c.s.Chain()
		if err == nil || !strings.Contains(flagged(err), c.says) {
			t.Errorf("%+v: %v, want %s", c.s, err, c.says)
		}
	}
}

// The kernels that a fault names in place of another walk those orbits, and are all that walk on all orbits, whatever
// the symmetries: the others are refused where sites can be exchanged. Those that go by bonds are named where the
// target has some, and a bridge to which they keep.
func TestKernelsThatWouldDo(t *testing.T) {
	ising := Setting{Toy: "ising:2x2:0.4", Orbits: OwnOrbits}
	for _, s := range []Setting{ising, {Toy: "curie-weiss:4:1"}, {Toy: "mean-field-potts:3:3:1"},
		{Toy: "curie-weiss:4:-1"}, {Toy: "curie-weiss:4:1", Bridge: "power:2"}} {
		s.Kernel = "cycle"
		_, err := s.Chain()
		_, list, _ := strings.Cut(flagged(err), "; one of ")
		list, _, _ = strings.Cut(list, " would do")
		would := strings.Split(list, ", ")
		if !slices.Contains(would, "informed") {
			t.Errorf("informed is not named: %v", would)
		}
		if s == ising && !slices.Contains(would, "wolff") {
			t.Errorf("wolff is not named: %v", would)
		}
		for _, e := range kernels.Examples {
			s.Kernel = e.Name
			_, err := s.Chain()
			named := slices.Contains(would, e.Name)
			if named && err != nil || !named && err == nil && s.Orbits == "" {
				t.Errorf("%s: %v, and %v would do", e.Name, err, would)
			}
		}
	}
}

// false17 are 17 spins in a ring, and a file with the exchange of two neighbours, which takes the first cell to itself.
func false17(t *testing.T) Setting {
	g := grid.New(slices.Repeat([]int{2}, 17)...)
	s := orbits.Same(g)
	s.From[15], s.From[16] = 16, 15
	var row strings.Builder
	for x := range g.Size() {
		fmt.Fprintf(&row, "%d,", g.Index(s.Apply(g.Coords(x))...))
	}
	return Setting{Toy: "ising:1x17:0.4", Orbits: must.File(t, "by.csv", strings.TrimSuffix(row.String(), ",")+"\n")}
}

// What a command needs is counted in orbits.
func TestNeedOfOrbits(t *testing.T) {
	s := must.Have(Setting{Toy: "ising:6x6:0.4", Orbits: OwnOrbits}.Find())(t)
	need := s.Need(ExactBytes, 20)
	got := fmt.Sprint(need.Cells(), " ", s.StateName())
	if got != "119583470 orbits" || !(need.Bytes > 1e11 && need.Bytes < 1e12) {
		t.Errorf("6x6 spins have %s, and take %g bytes", got, need.Bytes)
	}
	for toy, want := range map[string]string{"ising:3x3:0.4": "13 orbits of 512 cells", "hopfield:5:2:1": "x"} {
		setting := Setting{Toy: toy}
		if toy == "ising:3x3:0.4" {
			setting.Orbits = OwnOrbits
		} else {
			classes := must.Have(setting.Find())(t).Grid
			want = classes.String() + " orbits of 2^5 cells"
		}
		if got := must.Have(setting.Chain())(t).Where(); got != want {
			t.Errorf("%s is on %s, want %s", toy, got, want)
		}
	}
	if err := kernels.WalksOrbits(kernels.Metropolis{}, grid.Grid{}); err != nil {
		t.Error(err)
	}
}

// TestBadNamesOnOrbits: whatever name of a setting is wrong, on the orbits of any toy that declares symmetries, the
// answer is a sentence.
func TestBadNamesOnOrbits(t *testing.T) {
	const wrong = "no such"
	set := map[string]func(s *Setting){
		"axes":     func(s *Setting) { s.Axes = wrong },
		"bridge":   func(s *Setting) { s.Bridge = wrong },
		"data":     func(s *Setting) { s.Data = wrong },
		"initial":  func(s *Setting) { s.Initial = wrong },
		"kernel":   func(s *Setting) { s.Kernel = wrong },
		"matrix":   func(s *Setting) { s.Matrix = wrong },
		"program":  func(s *Setting) { s.Program = wrong },
		"schedule": func(s *Setting) { s.Schedule = wrong },
		"nothing":  func(*Setting) {},
	}
	tried := 0
	for _, toy := range []string{"ising:3x3:0.4", "potts:2x2:3:0.4", "clustering:4:2"} {
		for name, spoil := range set {
			s := Setting{Toy: toy, Orbits: OwnOrbits}
			spoil(&s)
			_, err := s.Find()
			if (err == nil) != (name == "nothing") {
				t.Errorf("%s with a wrong %s: the error is %v", toy, name, err)
			}
			tried++
		}
	}
	if tried == 0 {
		t.Error("no toy was tried")
	}
}
