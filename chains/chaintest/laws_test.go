package chaintest_test

import (
	"math"
	"slices"
	"testing"

	"breadboard/chains"
	"breadboard/chains/chaintest"
	"breadboard/grid"
)

// TestCatalogue holds every catalogued kernel to every law.
func TestCatalogue(t *testing.T) {
	for _, k := range chains.Kernels {
		t.Run(k.Name, func(t *testing.T) { chaintest.Laws(t, k.Make) })
	}
}

// TestSweep holds a kernel that is not reversible to the laws: first the rows,
// then the columns, each coordinate redrawn; its reversal does columns first.
func TestSweep(t *testing.T) {
	chaintest.Laws(t, chains.Rows{To: sweep(0, 1), Back: sweep(1, 0)})
}

// accepting proposes single moves and accepts by rule(log f there, here).
func accepting(rule func(there, here float64) float64) chains.Rule {
	return func(g grid.Grid, logf []float64, x int, visit func(int, float64)) {
		for m := range g.Moves() {
			if y, ok := g.Move(x, m); ok {
				visit(y, rule(logf[y], logf[x])/float64(g.Moves()))
			}
		}
	}
}

// sweep redraws the coordinate along the first axis named, then that along the
// second; on a grid of other than two axes, along the first axis only.
func sweep(first, second int) chains.Rule {
	redraw := func(g grid.Grid, logf []float64, x, axis int, p float64, visit func(int, float64)) {
		from := x - g.Coord(x, axis)*g.Stride(axis)
		mass := 0.0
		for i := range g.Len(axis) {
			mass += math.Exp(logf[from+i*g.Stride(axis)])
		}
		if mass == 0 {
			visit(x, p)
			return
		}
		for i := range g.Len(axis) {
			y := from + i*g.Stride(axis)
			visit(y, p*math.Exp(logf[y])/mass)
		}
	}
	return func(g grid.Grid, logf []float64, x int, visit func(int, float64)) {
		merged := make([]float64, g.Size())
		add := func(y int, p float64) { merged[y] += p }
		if g.Axes() != 2 {
			redraw(g, logf, x, 0, 1, add)
		} else {
			redraw(g, logf, x, first, 1, func(y int, p float64) { redraw(g, logf, y, second, p, add) })
		}
		for y, p := range merged {
			if y != x && p > 0 {
				visit(y, p)
			}
		}
	}
}

// weightLate takes the weight after the move, where it is not yet due.
func weightLate(a chains.Annealing, d chains.Dice) (x int, logw float64) {
	l, op := a.NewLevel(), a.Kernel.On(a.Grid)
	a.LevelAt(l, 1)
	weights := make([]float64, a.Grid.Size())
	for y, v := range l.LogF() {
		weights[y] = math.Exp(v)
	}
	x = d.Pick(weights)
	for t := 2; t <= a.T(); t++ {
		before := slices.Clone(l.LogF())
		a.LevelAt(l, t)
		op.Aim(l)
		x = op.Step(x, d)
		logw += l.LogF()[x] - before[x]
	}
	return x, logw
}

// TestEveryLawCanFail breaks laws one bug at a time and asks that the suite says
// so, by the law that the bug is about.
func TestEveryLawCanFail(t *testing.T) {
	metropolis := func(there, here float64) float64 { return math.Exp(min(0, there-here)) }
	late := chaintest.Sampler
	late.Forward = weightLate
	for _, c := range []struct {
		name   string
		kernel chains.Kernel
		run    chaintest.Programs
		laws   []string // that must be among those broken
		keeps  []string // that this bug does not break
	}{
		{"wrong temperature", chains.Rows{To: accepting(func(there, here float64) float64 { return metropolis(0.9*there, 0.9*here) })},
			chaintest.Sampler, []string{"invariance", "reversal", "Crooks", "E_fwd[w] = Z_T/Z_1", "E_rev[1/w] = Z_1/Z_T"}, []string{"rows", "push", "step"}},
		{"acceptance inverted", chains.Rows{To: accepting(func(there, here float64) float64 { return metropolis(here, there) })},
			chaintest.Sampler, []string{"invariance", "Crooks"}, nil},
		{"weight after the move", chains.Metropolis{}, late,
			[]string{"Crooks", "E_fwd[w] = Z_T/Z_1", "one weight a path", "E_fwd[log w], exact = enumerated"}, []string{"invariance", "reversal"}},
		{"sweep not reversed", chains.Rows{To: sweep(0, 1)},
			chaintest.Sampler, []string{"reversal", "Crooks", "B = KL(fwd||rev) + KL(rev||fwd)"},
			[]string{"invariance", "E_fwd[w] = Z_T/Z_1", "E_rev[1/w] = Z_1/Z_T"}},
		{"enters a wall", chains.Rows{To: func(g grid.Grid, _ []float64, x int, visit func(int, float64)) { visit((x+1)%g.Size(), 0.5) }},
			chaintest.Sampler, []string{"rows", "invariance"}, nil},
		{"one cell off by 1e-6", chains.Rows{To: func(g grid.Grid, logf []float64, x int, visit func(int, float64)) {
			accepting(metropolis)(g, logf, x, func(y int, p float64) {
				if x == 0 {
					p *= 1 + 1e-6
				}
				visit(y, p)
			})
		}}, chaintest.Sampler, []string{"invariance", "Crooks"}, nil},
		{"the pair pushed by another rule", lopsided{}, chaintest.Sampler, []string{"push of a pair"}, []string{"invariance", "push", "step"}},
		{"the slope of another rule", flat{}, chaintest.Sampler, []string{"slope"}, []string{"invariance", "push", "step"}},
		{"pushes what it does not step", halfPush{}, chaintest.Sampler, []string{"push", "push and pull"}, []string{"invariance", "step"}},
		{"steps what it does not push", stuck{}, chaintest.Sampler, []string{"step", "Crooks"}, []string{"invariance", "push"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			broken := map[string]bool{}
			for _, b := range tryBreaches(c.kernel, c.run) {
				broken[b.Law] = true
			}
			for _, law := range c.laws {
				if !broken[law] {
					t.Errorf("the law %q did not notice; those that did: %v", law, broken)
				}
			}
			for _, law := range c.keeps {
				if broken[law] {
					t.Errorf("the law %q accuses, but it holds", law)
				}
			}
		})
	}
}

func tryBreaches(k chains.Kernel, run chaintest.Programs) []chaintest.Breach {
	return chaintest.Breaches(k, run)
}

// lopsided is Metropolis whose pair is pushed by something else.
type lopsided struct{ chains.Metropolis }

func (k lopsided) On(g grid.Grid) chains.Operator {
	return lopsidedOn{k.Metropolis.On(g)}
}

type lopsidedOn struct{ chains.Operator }

func (o lopsidedOn) Reversal() chains.Operator { return o }
func (o lopsidedOn) PushPair(dst, q *[2][]float64) {
	copy(dst[0], q[0])
	copy(dst[1], q[1])
}

// flat is Metropolis that claims not to change.
type flat struct{ chains.Metropolis }

func (k flat) On(g grid.Grid) chains.Operator { return flatOn{k.Metropolis.On(g)} }

type flatOn struct{ chains.Operator }

func (o flatOn) Reversal() chains.Operator     { return o }
func (o flatOn) PushSlope(dst, _, _ []float64) { clear(dst) }

// halfPush moves half of what it should.
type halfPush struct{ chains.Metropolis }

func (k halfPush) On(g grid.Grid) chains.Operator { return halfPushOn{k.Metropolis.On(g)} }

type halfPushOn struct{ chains.Operator }

func (o halfPushOn) Reversal() chains.Operator { return o }
func (o halfPushOn) Push(dst, q []float64) {
	o.Operator.Push(dst, q)
	for x := range dst {
		dst[x] = (dst[x] + q[x]) / 2
	}
}
func (o halfPushOn) Pull(dst, f []float64) {
	o.Operator.Pull(dst, f)
	for x := range dst {
		dst[x] = (dst[x] + f[x]) / 2
	}
}

// stuck never leaves cell 0 when it steps.
type stuck struct{ chains.Metropolis }

func (k stuck) On(g grid.Grid) chains.Operator { return stuckOn{k.Metropolis.On(g)} }

type stuckOn struct{ chains.Operator }

func (o stuckOn) Reversal() chains.Operator { return o }
func (o stuckOn) Step(x int, d chains.Dice) int {
	if y := o.Operator.Step(x, d); x != 0 {
		return y
	}
	return x
}
