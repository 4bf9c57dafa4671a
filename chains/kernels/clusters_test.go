package kernels_test

import (
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"breadboard/chains"
	"breadboard/chains/chaintest"
	"breadboard/chains/enumerate"
	"breadboard/chains/kernels"
	"breadboard/chains/operators"
	"breadboard/grid"
	"breadboard/grid/must"
	"breadboard/toys"
)

// bondsOf are the bonds of a target.
func bondsOf(t toys.Target) (all []kernels.Bond) {
	for _, b := range t.Bonds {
		all = append(all, kernels.Bond(b))
	}
	return all
}

// bonded gives a kernel the bonds and fields of a target.
func bonded(t testing.TB, k kernels.Bonded, target toys.Target) chains.Kernel {
	t.Helper()
	b := must.Have(kernels.NewBonds(target.Grid, bondsOf(target)))(t)
	if target.Fields != nil {
		b = b.In(target.Fields)
	}
	return k.OnBonds(b)
}

// everyWay visits every set of bonds that may be put in x, each put with probability 1 - exp(-times |J|) if it has what
// it wants, with the probability of the set and the cluster of each site, which is named by its first site.
func everyWay(g grid.Grid, bonds []kernels.Bond, times float64, x int, visit func(p float64, cluster []int)) {
	for set := range 1 << len(bonds) {
		p := 1.0
		cluster := make([]int, g.Axes())
		for site := range cluster {
			cluster[site] = site
		}
		for i, b := range bonds {
			agree := g.Coord(x, b.Sites[0]) == g.Coord(x, b.Sites[1])
			put := 0.0
			if agree == (b.Coupling > 0) {
				put = 1 - math.Exp(-times*math.Abs(b.Coupling))
			}
			if set>>i&1 == 0 {
				p *= 1 - put
				continue
			}
			p *= put
			if p == 0 {
				break // it has not what it wants
			}
			one, other := cluster[b.Sites[0]], cluster[b.Sites[1]]
			for site, c := range cluster {
				if c == max(one, other) {
					cluster[site] = min(one, other)
				}
			}
		}
		if p > 0 {
			visit(p, cluster)
		}
	}
}

// A reading is the kernel read literally, from x: it adds up the ways to y. times is what couplings are multiplied by,
// and field what the value of a site adds to log f of the level.
type reading func(t toys.Target, times float64, field func(site, value int) float64, x int, add func(y int, p float64))

// redrawing is the kernel of Swendsen and Wang read literally: every set of bonds, and every choice of values for its
// clusters. What is chosen is how much is added to the values of a cluster: of two values that differ both change or
// none. It has a probability in proportion to e to the sum of the fields of its sites.
func redrawing(t toys.Target, times float64, field func(site, value int) float64, x int, add func(y int, p float64)) {
	g := t.Grid
	everyWay(g, bondsOf(t), times, x, func(p float64, cluster []int) {
		weight := func(name, more int) float64 {
			sum := 0.0
			for site, other := range cluster {
				if other == name {
					sum += field(site, (g.Coord(x, site)+more)%g.Len(site))
				}
			}
			return math.Exp(sum)
		}
		names := slices.Compact(slices.Sorted(slices.Values(cluster)))
		for y := range g.Size() {
			share := p
			for site, name := range cluster {
				if turned(g, x, y, site) != turned(g, x, y, name) {
					share = 0
				}
			}
			if share == 0 {
				continue
			}
			for _, name := range names {
				all := 0.0
				for more := range g.Len(0) {
					all += weight(name, more)
				}
				share *= weight(name, turned(g, x, y, name)) / all
			}
			add(y, share)
		}
	})
}

// flipping is the kernel of Wolff read literally: the cluster of each site gets each other value, which the field
// accepts.
func flipping(t toys.Target, times float64, field func(site, value int) float64, x int, add func(y int, p float64)) {
	g := t.Grid
	everyWay(g, bondsOf(t), times, x, func(p float64, cluster []int) {
		for _, name := range cluster {
			for y := range g.Size() {
				by := turned(g, x, y, name)
				if by == 0 || !turns(g, x, y, cluster, name, by) {
					continue
				}
				gain := 0.0
				for site := range cluster {
					gain += field(site, g.Coord(y, site)) - field(site, g.Coord(x, site))
				}
				share := p / float64(g.Axes()*(g.Len(0)-1))
				add(y, share*min(1, math.Exp(gain)))
				add(x, share*(1-min(1, math.Exp(gain))))
			}
		}
	})
}

// turns reports whether y is x with so much added to the values of a cluster, and nothing to the others.
func turns(g grid.Grid, x, y int, cluster []int, name, by int) bool {
	for site, other := range cluster {
		more := 0
		if other == name {
			more = by
		}
		if turned(g, x, y, site) != more {
			return false
		}
	}
	return true
}

// fieldOf is the field of a target to the power beta.
func fieldOf(t toys.Target, beta float64) func(site, value int) float64 {
	return func(site, value int) float64 {
		if t.Fields == nil {
			return 0
		}
		return beta * t.Fields[site][value]
	}
}

// turned is how much must be added to the value of a site to come from x to y, counted round.
func turned(g grid.Grid, x, y, site int) int {
	return (g.Coord(y, site) - g.Coord(x, site) + g.Len(site)) % g.Len(site)
}

// byEveryWay is a kernel by all sets of bonds. Where it is aimed beta can be read from log f: it is what log f spans,
// over what the target's log f does. strength is what log f is taken times in the probability of a bond; 1 is right.
func byEveryWay(target toys.Target, strength float64, read reading) chains.Kernel {
	return kernels.Rows{To: func(g grid.Grid, logf []float64, x int, visit func(y int, p float64)) {
		beta := (slices.Max(logf) - slices.Min(logf)) / max(1e-300, slices.Max(target.LogF)-slices.Min(target.LogF))
		to := make([]float64, g.Size())
		read(target, beta*strength, fieldOf(target, beta), x, func(y int, p float64) { to[y] += p })
		for y, p := range to {
			if y != x && p > 0 {
				visit(y, p)
			}
		}
	}}
}

// withBonds are targets whose sets of bonds are few: with bonds that lie twice between two sites, with couplings of
// both signs, and with rings of bonds that cannot all have what they want.
func withBonds() []toys.Target {
	return []toys.Target{toys.Ising(1, 2, 0.3), toys.Ising(1, 3, -0.6), toys.Ising(2, 2, 0.4), toys.Ising(2, 2, 0),
		toys.Ising(1, 5, 0.5), toys.Potts(1, 3, 3, 0.8), toys.Potts(2, 2, 3, 0.7), toys.SpinGlass(1, 3, 2),
		toys.SpinGlass(2, 2, 1), toys.SpinGlass(2, 2, 3)}
}

// clusterMoves are both kernels, with their literal readings.
var clusterMoves = map[string]struct {
	kernel kernels.Bonded
	read   reading
}{"swendsen-wang": {kernels.SwendsenWang{}, redrawing}, "wolff": {kernels.Wolff{}, flipping}}

// TestClusters holds both kernels to the literal reading, on targets of up to twelve bonds; and to the laws, by which
// their steps, enumerated bond by bond, are their rows: on all of them in the long form.
func TestClusters(t *testing.T) {
	for name, c := range clusterMoves {
		for _, target := range append(withBonds(), toys.Ising(2, 3, 0.4)) {
			got, _ := matrix(bonded(t, c.kernel, target), target.Grid, target.LogF)
			want, _ := matrix(byEveryWay(target, 1, c.read), target.Grid, target.LogF)
			must.Each(t, got, want, 1e-13, "%s on %s", name, target.Name)
		}
		for i, target := range withBonds() {
			if i%3 != 0 && os.Getenv("BREADBOARD_LONG") == "" {
				continue
			}
			chaintest.LawsOn(t, bonded(t, c.kernel, target), target.LogF, target.Grid)
		}
	}
}

// TestDrawnClusters: steps of levels of which single cells are asked have the rows of the operator. Where steps alone
// are asked of a kernel it has a form on any number of cells, and says that it has no rows.
func TestDrawnClusters(t *testing.T) {
	for name, c := range clusterMoves {
		for _, target := range withBonds() {
			rows := bonded(t, c.kernel, target)
			only := c.kernel.OnBonds(rows.(kernels.Bonded).Along().Drawn())
			steps, _, ok := operators.NewStepper(only, target.Grid)
			if !ok || !chains.FactsOf(only, target.Grid).Drawn || chains.FactsOf(rows, target.Grid).Drawn {
				t.Fatalf("%s on %s: steps without rows: %v", name, target.Name, ok)
			}
			for _, beta := range []float64{0.3, 1} {
				logf := chains.Tempered(target.LogF, beta)
				l := chains.NewLevel(chains.Geometric{From: chains.Uniform(logf), To: target.LogF}, len(logf))
				l.Move(2, beta)
				op := rows.On(target.Grid)
				op.Aim(l)
				steps.Aim(2, beta, func(x int) float64 { return logf[x] })
				must.Each(t, stepped(steps, len(logf)), dense(op, len(logf)), 1e-13, "%s on %s", name, target.Name)
			}
		}
		large := toys.Ising(4, 5, 0.4)
		only := c.kernel.OnBonds(bonded(t, c.kernel, large).(kernels.Bonded).Along().Drawn())
		if chains.Fits(only, large.Grid) != nil {
			t.Errorf("%s has no steps on 20 spins", name)
		}
	}
}

// TestClustersOfNine: on nine spins a row has the sum 1, leaves p invariant and is reversible, relative to each mass;
// and the rows of some cells are those of steps by enumerated dice.
func TestClustersOfNine(t *testing.T) {
	for name, c := range clusterMoves {
		for _, target := range []toys.Target{toys.Ising(3, 3, 0.4), toys.SpinGlass(3, 3, 1), toys.Potts(2, 3, 3, 1)} {
			op, l := aimed(bonded(t, c.kernel, target), target.Grid, target.LogF)
			p := chains.Normalized(l.LogF())
			n := len(p)
			rows := make([]float64, n*n)
			for x := range n {
				rows[x*n+x] = chains.StayProbability(op, x)
				op.Row(x, func(y int, v float64) { rows[x*n+y] += v })
			}
			for x := range n {
				sum, into := 0.0, 0.0
				for y := range n {
					sum += rows[x*n+y]
					into += p[y] * rows[y*n+x]
					forth := p[x] * rows[x*n+y]
					back := p[y] * rows[y*n+x]
					if !(math.Abs(forth-back) <= 1e-12*forth) {
						t.Fatalf("%s on %s: the flow from %d to %d is %v, and back %v", name, target.Name, x, y,
							forth, back)
					}
				}
				must.Near(t, sum, 1, 1e-13, "%s on %s: the row of %d", name, target.Name, x)
				must.Near(t, into/p[x], 1, 1e-12, "%s on %s: what comes to %d", name, target.Name, x)
			}
			few := n - 1 // a cell whose satisfied bonds are half of all, or fewer
			for x := range n {
				if l.LogF()[x] < l.LogF()[few] {
					few = x
				}
			}
			steps := enumerate.Law(func(d chains.Dice) int { return op.Step(few, d) })
			for y := range n {
				must.Near(t, steps[y], rows[few*n+y], 1e-14, "%s on %s: from %d to %d", name, target.Name, few, y)
			}
		}
	}
}

// TestClusterSlip: with exp(-J) in place of exp(-2J), the slip of whoever takes Ising's coupling for that of Potts, the
// bonds are too few, another density is left invariant, and the laws say so.
func TestClusterSlip(t *testing.T) {
	target := toys.Ising(1, 4, 0.4)
	for name, c := range clusterMoves {
		if _, found := broken(byEveryWay(target, 0.5, c.read), target); !found {
			t.Errorf("%s: no law notices that bonds are put with half of J", name)
		}
		if law, found := broken(byEveryWay(target, 1, c.read), target); found {
			t.Errorf("%s: read literally it breaks %q", name, law)
		}
	}
}

// broken is a law that a kernel breaks on a target.
func broken(k chains.Kernel, target toys.Target) (law string, found bool) {
	flat := make([]float64, len(target.LogF))
	at := chaintest.Place{Name: target.Name, Grid: target.Grid, From: flat, To: target.LogF}
	for _, b := range chaintest.OperatorBreaches(k, at) {
		return string(b.Law), true
	}
	return "", false
}

// TestClusterFacts: no row is longer than the kernel says, and a mean row of Wolff is half to twice what it says.
func TestClusterFacts(t *testing.T) {
	for _, target := range []toys.Target{toys.Ising(2, 2, 0.4), toys.Ising(3, 3, 0.4), toys.Potts(2, 3, 3, 1)} {
		for name, c := range clusterMoves {
			k := bonded(t, c.kernel, target)
			op, _ := aimed(k, target.Grid, target.LogF)
			facts := chains.FactsOf(k, target.Grid)
			entries := 0.0
			for x := range target.Grid.Size() {
				op.Row(x, func(int, float64) { entries++ })
			}
			mean := entries / float64(target.Grid.Size())
			longest := longestRow(k, target.Grid, target.LogF)
			if !(longest <= facts.Moves) || facts.Cost != 1 {
				t.Errorf("%s on %s: %v moves of %v, at a cost of %v", name, target.Name, longest, facts.Moves,
					facts.Cost)
			}
			if !(mean >= facts.Proposals/5 && mean <= 2*facts.Proposals) {
				t.Errorf("%s on %s: %v moves in the mean, and %v are told", name, target.Name, mean, facts.Proposals)
			}
		}
	}
}

// TestClusterFits: without bonds there is no form; with bonds, on their grid alone and where rows are not too long.
func TestClusterFits(t *testing.T) {
	for _, c := range clusterMoves {
		on := func(target toys.Target) chains.Kernel { return bonded(t, c.kernel, target) }
		for says, refused := range map[string]error{
			"and there are none":    chains.Fits(c.kernel, cube(4)),
			"a target on 2x2x2x2":   chains.Fits(on(toys.Ising(2, 2, 1)), cube(6)),
			"bonds and 4,096 cells": chains.Fits(on(toys.Ising(4, 4, -1)), cube(16)),
			"is a wall":             chains.Fits(on(toys.Ising(2, 2, 1)), cube(4).WithWalls(3)),
		} {
			if refused == nil || !strings.Contains(refused.Error(), says) {
				t.Errorf("want %q: %v", says, refused)
			}
		}
		if err := chains.Fits(on(toys.Ising(3, 4, 1)), cube(12).Of(grid.Ring)); err != nil {
			t.Error(err)
		}
	}
	if err := chains.Fits(bonded(t, kernels.Wolff{}, toys.Ising(4, 4, 1)), cube(16)); err != nil {
		t.Error(err)
	}
	if chains.Fits(bonded(t, kernels.SwendsenWang{}, toys.Ising(4, 4, 1)), cube(16)) == nil {
		t.Error("rows of 65,536 cells from each of them are added up")
	}
	_, odd := kernels.NewBonds(grid.New(2, 3), nil)
	_, below := kernels.NewBonds(grid.New(3, 3), []kernels.Bond{{Sites: [2]int{0, 1}, Coupling: -1}})
	if odd == nil || below == nil {
		t.Errorf("sites of two and three values: %v; three values that are to differ: %v", odd, below)
	}
	panics(t, map[string]func(){
		"a bond to itself": func() { _, _ = kernels.NewBonds(cube(2), []kernels.Bond{{}}) },
		"no such site":     func() { _, _ = kernels.NewBonds(cube(2), []kernels.Bond{{Sites: [2]int{0, 2}}}) },
		"no coupling": func() {
			_, _ = kernels.NewBonds(cube(2), []kernels.Bond{{Sites: [2]int{0, 1}, Coupling: math.NaN()}})
		},
		"no bonds": func() { kernels.Wolff{}.On(cube(2)) },
	})
}
