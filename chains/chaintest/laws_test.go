package chaintest_test

import (
	"flag"
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"breadboard/chains"
	"breadboard/chains/chaintest"
	"breadboard/chains/chaintest/bugs"
	"breadboard/chains/kernels"
	"breadboard/chains/laws"
	"breadboard/chains/programs"
	"breadboard/grid"
)

// TestCatalogue holds every catalogued kernel to every law that has a form by itself, that of two walkers on boxes of
// their places. The tests of the others hold them to the laws on targets and bridges of theirs.
func TestCatalogue(t *testing.T) {
	for _, k := range slices.Concat(kernels.All, kernels.OfPairs) {
		t.Run(k.Name, func(t *testing.T) { chaintest.Laws(t, k.Make) })
	}
}

// TestSweep holds a kernel that is not reversible to the laws: first the rows,
// then the columns, each coordinate redrawn; its reversal does columns first.
func TestSweep(t *testing.T) {
	chaintest.Laws(t, kernels.Rows{To: bugs.Sweep(false), Back: bugs.Sweep(true)})
}

// ofMap holds Metropolis that collects its moves in a Go map, and visits each twice, for half of its probability.
var ofMap = kernels.Rows{To: func(g grid.Grid, logf []float64, x int, visit func(int, float64)) {
	to := map[int]float64{}
	bugs.Plain(g, logf, x, func(y int, p float64) { to[y] += p })
	for range 2 {
		for y, p := range to {
			visit(y, p/2)
		}
	}
}}

// TestRowsAddUp: a rule of rows visits cells in any order, and as often as it likes.
func TestRowsAddUp(t *testing.T) { chaintest.Laws(t, ofMap) }

// kernelLaws lists the laws that Laws checks.
var kernelLaws = []laws.Law{laws.Entries, laws.Sums, laws.Walls, laws.Invariance, laws.EachCell, laws.Reversal,
	laws.Push, laws.Visits, chaintest.OneLaw}

// The laws that a reversal can break by itself: the others are of both.
var backLaws = []laws.Law{laws.Sums, laws.Walls, laws.Push, laws.Visits}

// TestEveryLawCanFail breaks laws one bug at a time and asks that the suite says so, by
// the laws that the bug is about; and that there is a bug for every law.
func TestEveryLawCanFail(t *testing.T) {
	covered := map[laws.Law]bool{}
	coveredBack := map[laws.Law]bool{}
	for _, c := range twins() {
		t.Run(c.name, func(t *testing.T) {
			broken := map[laws.Law]bool{}
			back := map[laws.Law]bool{}
			for _, b := range chaintest.Breaches(c.kernel) {
				if strings.HasSuffix(b.Scene, ", in reverse") {
					back[b.Law] = true
				} else {
					broken[b.Law] = true
				}
			}
			notice(t, "", c.breaks, broken, covered)
			notice(t, " of the reversal", c.back, back, coveredBack)
			for _, law := range c.keeps {
				if broken[law] {
					t.Errorf("the law %q accuses, but it holds", law)
				}
			}
		})
	}
	for _, law := range kernelLaws {
		if !covered[law] {
			t.Errorf("no bug is asked to break the law %q", law)
		}
	}
	for _, law := range backLaws {
		if !coveredBack[law] {
			t.Errorf("no bug is asked to break the law %q of the reversal", law)
		}
	}
}

// notice fails t for each of the laws that is not among those broken.
func notice(t *testing.T, whose string, want []laws.Law, broken, covered map[laws.Law]bool) {
	t.Helper()
	for _, law := range want {
		covered[law] = true
		if !slices.Contains(kernelLaws, law) {
			t.Errorf("the suite has no law %q", law)
		}
		if !broken[law] {
			t.Errorf("the law %q%s did not notice; those that did: %v", law, whose, broken)
		}
	}
}

// TestMain looks at fewer random cases than rapid does by itself.
func TestMain(m *testing.M) {
	_ = flag.Set("rapid.checks", "15")
	os.Exit(m.Run())
}

// A twin is a kernel that is broken in one way, with the laws that the suite of package chaintest should find broken on
// its tiny scenes.
type twin struct {
	name   string
	kernel chains.Kernel
	breaks []laws.Law // these must be broken
	back   []laws.Law // and these by its reversal
	keeps  []laws.Law // these must not be broken
}

// unbalanced holds the laws that break if a kernel leaves another density invariant; asRows
// are those that an operator keeps if its methods agree with its rows.
var (
	unbalanced = []laws.Law{laws.Invariance, laws.EachCell, laws.Reversal, chaintest.OneLaw}
	asRows     = []laws.Law{laws.Entries, laws.Sums, laws.Push}
)

// twins returns the broken kernels for the law suite: at least one breaks each law.
func twins() []twin { return append(ruleTwins(), operatorTwins()...) }

// ruleTwins have rows of their own.
func ruleTwins() []twin {
	all := []twin{
		{name: "wrong temperature",
			kernel: kernels.Rows{To: bugs.Single(func(d float64) float64 { return bugs.Accept(0.9 * d) })}},
		{name: "acceptance inverted", kernel: bugs.Inverted},
		{name: "a drift without the way back", kernel: kernels.Rows{To: unadjusted}},
	}
	for i := range all {
		all[i].breaks, all[i].keeps = unbalanced, asRows
	}
	return append(all, []twin{
		{name: "acceptance above 1", breaks: []laws.Law{laws.Entries}, keeps: []laws.Law{laws.Sums},
			kernel: kernels.Rows{To: bugs.Uncut}},
		{name: "sweep not reversed", breaks: []laws.Law{laws.Reversal, chaintest.OneLaw},
			kernel: kernels.Rows{To: bugs.Sweep(false)},
			keeps:  []laws.Law{laws.Invariance, laws.EachCell}},
		{name: "enters a wall", breaks: []laws.Law{laws.Walls, laws.Invariance}, kernel: kernels.Rows{To: intoWall}},
		{name: "enters a wall in reverse", breaks: []laws.Law{laws.Reversal}, back: []laws.Law{laws.Walls},
			keeps: asRows, kernel: kernels.Rows{To: bugs.Plain, Back: intoWall}},
		{name: "one cell off by 1e-6", breaks: []laws.Law{laws.EachCell, chaintest.OneLaw}, keeps: asRows,
			kernel: kernels.Rows{To: bugs.Leaving(0)}},
		{name: "accepts all", breaks: []laws.Law{laws.Invariance, chaintest.OneLaw}, keeps: asRows,
			kernel: kernels.Rows{To: eachWay}},
	}...)
}

// operatorTwins have methods that do not agree with their rows.
func operatorTwins() []twin {
	var all []twin
	keeps := []laws.Law{laws.Invariance, laws.Entries}
	moves := []laws.Law{laws.Push}
	for _, c := range []struct {
		name   string
		wrong  func(chains.Operator) chains.Operator
		breaks laws.Law
		keeps  []laws.Law
	}{
		{"pushes what it does not step", bugs.Alter(bugs.Altered{Pushed: bugs.Halved}), laws.Push, nil},
		{"pulls what it does not step", bugs.Alter(bugs.Altered{Pulled: bugs.Halved}), laws.Push,
			[]laws.Law{laws.Sums}},
		{"pulls less than there is", bugs.Alter(bugs.Altered{Pulled: leaky}), laws.Sums, nil},
		{"visits in the order of a map", func(o chains.Operator) chains.Operator { return mapped{o} }, laws.Visits,
			nil},
		{"pulls nothing where p is known", func(o chains.Operator) chains.Operator { return &idle{o, false} },
			laws.Push, []laws.Law{laws.Sums}},
	} {
		breaks := []laws.Law{c.breaks}
		back := func(op chains.Operator) chains.Operator { return turned{op, c.wrong(op)} }
		all = append(all,
			twin{name: c.name, kernel: bugs.Changed(kernels.Metropolis{}, c.wrong), breaks: breaks,
				keeps: slices.Concat(c.keeps, keeps)},
			twin{name: c.name + ", in reverse", kernel: bugs.Changed(kernels.Metropolis{}, back), back: breaks,
				keeps: slices.Concat(moves, keeps)})
	}
	return all
}

// TestEveryProgramFaultIsFound: programs that run a sound kernel wrongly break the law of programs.
func TestEveryProgramFaultIsFound(t *testing.T) {
	for name, of := range map[string]func(programs.AIS) programs.Program{
		"chance in the weight":          func(p programs.AIS) programs.Program { return chancy{p} },
		"one start for all":             func(p programs.AIS) programs.Program { return fromCell0{p} },
		"one start for all, in reverse": func(p programs.AIS) programs.Program { return fromLast{p} },
		"the weight of another scale":   func(p programs.AIS) programs.Program { return shifted{p} },
	} {
		noticed := 0
		for _, p := range chaintest.Problems(kernels.Metropolis{}, 4) {
			f := chaintest.AtomsOf(of(programs.AIS{Problem: p}), p).Finding()
			if !f.OK && strings.Contains(f.Witness, "log w = ") {
				noticed++
			}
		}
		if noticed == 0 {
			t.Errorf("%s: the law %q did not notice", name, chaintest.OneLaw)
		}
	}
}

// intoWall goes to the next cell, whatever is there.
func intoWall(g grid.Grid, _ []float64, x int, visit func(int, float64)) { visit((x+1)%g.Size(), 0.5) }

// eachWay makes a move along one of the axes, whatever the density.
func eachWay(g grid.Grid, logf []float64, x int, visit func(int, float64)) {
	for m := range g.Moves() {
		if y, ok := g.Move(x, m); ok && !math.IsInf(logf[y], -1) {
			visit(y, 1/float64(g.Moves()))
		}
	}
}

// leaky loses a millionth of a function at cell 0, the constant 1 as well.
func leaky(dst, _ []float64) { dst[0] *= 1 - 1e-6 }

// turned has a reversal of its own.
type turned struct {
	chains.Operator
	back chains.Operator
}

func (o turned) Reversal() chains.Operator { return o.back }

// A mapped operator visits its rows in the order of a map.
type mapped struct{ chains.Operator }

func (o mapped) Reversal() chains.Operator { return o }
func (o mapped) Row(x int, visit func(y int, p float64)) {
	to := map[int]float64{}
	o.Operator.Row(x, func(y int, p float64) { to[y] = p })
	for y, p := range to {
		visit(y, p)
	}
}

// An idle operator leaves functions as they are where the level's P is set.
type idle struct {
	chains.Operator
	known bool
}

func (o *idle) Reversal() chains.Operator { return o }
func (o *idle) Aim(l *chains.Level) {
	o.known = l.P != nil
	o.Operator.Aim(l)
}
func (o *idle) Pull(dst, f *chains.Pair) {
	o.Operator.Pull(dst, f)
	if o.known {
		copy(dst[0], f[0])
		copy(dst[1], f[1])
	}
}

// A chancy program adds a random number to the weight, which no path determines.
type chancy struct{ programs.AIS }

func (p chancy) Forward(d chains.Dice) (x int, logw float64) {
	x, logw = p.AIS.Forward(d)
	return x, logw + float64(d.Pick([]float64{1, 1}))
}

// fromCell0 starts every forward chain in cell 0.
type fromCell0 struct{ programs.AIS }

func (p fromCell0) Forward(d chains.Dice) (x int, logw float64) { return p.AIS.Forward(&loaded{d, 0}) }

// fromLast starts every reverse chain in the last cell.
type fromLast struct{ programs.AIS }

func (p fromLast) Reverse(_ int, d chains.Dice) float64 { return p.AIS.Reverse(p.Grid.Size()-1, d) }

// A shifted program forgets a constant of its weights in reverse.
type shifted struct{ programs.AIS }

func (p shifted) Reverse(x int, d chains.Dice) float64 { return p.AIS.Reverse(x, d) + 0.5 }

// A loaded die answers its first question with one outcome, whatever the weights. After
// that it is sound, and the outcome is -1.
type loaded struct {
	chains.Dice
	first int
}

func (d *loaded) Pick(weights []float64) int {
	first := d.first
	if d.first = -1; first >= 0 {
		return first
	}
	return d.Dice.Pick(weights)
}
