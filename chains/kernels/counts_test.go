package kernels_test

import (
	"fmt"
	"math"
	"math/bits"
	"testing"

	"breadboard/chains"
	"breadboard/chains/enumerate"
	"breadboard/chains/kernels"
	"breadboard/grid"
	"breadboard/grid/must"
	"breadboard/toys"
)

// ofAll gives a kernel the bonds and the field of spins that can be exchanged.
func ofAll(t testing.TB, k kernels.Bonded, target toys.Target) chains.Kernel {
	t.Helper()
	b := must.Have(kernels.NewBondsOfAll(target.Every.Spins, target.Every.Coupling))(t)
	if target.Fields != nil {
		b = b.In(target.Fields)
	}
	return k.OnBonds(b)
}

// spinBySpin is a target of spins that can be exchanged by all configurations, with a bond between every two.
func spinBySpin(counts toys.Target) toys.Target {
	n := counts.Every.Spins
	t := toys.Target{Name: counts.Name, Grid: cube(n)}
	for i := range n {
		for j := range i {
			t.Bonds = append(t.Bonds, toys.Bond{Sites: [2]int{j, i}, Coupling: counts.Every.Coupling})
		}
		if counts.Fields != nil {
			t.Fields = append(t.Fields, counts.Fields[0])
		}
	}
	for x := range t.Grid.Size() {
		t.LogF = append(t.LogF, counts.Cells[bits.OnesCount(uint(x))])
	}
	return t
}

// countable are targets of few spins, without a field and in one.
func countable() []toys.Target {
	return []toys.Target{toys.CurieWeiss(1, 1), toys.CurieWeiss(2, 0.7), toys.CurieWeiss(3, 1.3),
		toys.CurieWeiss(4, 0), toys.CurieWeiss(4, 2), toys.CurieWeiss(5, 1), toys.CurieWeissIn(1, 1, 0.4),
		toys.CurieWeissIn(3, 0.9, -0.5), toys.CurieWeissIn(4, 1.5, 0.2), toys.CurieWeissIn(5, 2, 3)}
}

// atLevel is a kernel's operator at a level of the geometric bridge from uniform cells to a target.
func atLevel(k chains.Kernel, target toys.Target, beta float64) (chains.Operator, *chains.Level) {
	l := chains.NewLevel(chains.Geometric{From: target.Uniform(), To: target.LogF}, len(target.LogF))
	l.Move(2, beta)
	op := k.On(target.Grid)
	op.Aim(l)
	return op, l
}

// TestClustersOnCounts holds the rows of both kernels on counts to those on all configurations: read literally by every
// set of bonds, in a field too, and added up over the configurations that have a count. Steps by enumerated dice, bond
// by bond, have the same law.
func TestClustersOnCounts(t *testing.T) {
	for name, c := range clusterMoves {
		for _, target := range countable() {
			for _, beta := range []float64{0, 0.3, 1} {
				op, _ := atLevel(ofAll(t, c.kernel, target), target, beta)
				n := len(target.LogF)
				got := dense(op, n)
				all := spinBySpin(target)
				for x := range n {
					cell := 1<<x - 1
					want := make([]float64, n)
					c.read(all, beta, fieldOf(all, beta), cell, func(y int, p float64) {
						want[bits.OnesCount(uint(y))] += p
					})
					must.Each(t, got[x*n:(x+1)*n], want, 1e-13, "%s on %s at %v from %d", name, target.Name, beta, x)
					steps := enumerate.Law(func(d chains.Dice) int { return op.Step(x, d) })
					for y, p := range want {
						must.Near(t, steps[y], p, 1e-13, "%s on %s at %v steps from %d to %d", name, target.Name, beta,
							x, y)
					}
				}
			}
		}
	}
}

// TestSizesOfClusters: on six spins, whose sets of bonds are 32,768, the rows of the kernels on all configurations by
// percolation.go are those on counts.
func TestSizesOfClusters(t *testing.T) {
	for name, c := range clusterMoves {
		target := toys.CurieWeiss(6, 1.4)
		all := spinBySpin(target)
		op, _ := atLevel(ofAll(t, c.kernel, target), target, 0.7)
		cells, _ := atLevel(bonded(t, c.kernel, all), all, 0.7)
		got := dense(op, 7)
		for x := range 7 {
			want := make([]float64, 7)
			cell := 1<<x - 1
			cells.Row(cell, func(y int, p float64) { want[bits.OnesCount(uint(y))] += p })
			want[x] += chains.StayProbability(cells, cell)
			must.Each(t, got[x*7:(x+1)*7], want, 1e-13, "%s from %d", name, x)
		}
	}
}

// TestManySpins: on hundreds of spins a row has the sum 1 and is reversible, relative to masses as small as e^-500.
func TestManySpins(t *testing.T) {
	for name, c := range clusterMoves {
		for _, target := range []toys.Target{toys.CurieWeiss(200, 1), toys.CurieWeiss(200, 6),
			toys.CurieWeissIn(150, 1.2, -0.4)} {
			for _, beta := range []float64{1e-6, 0.6, 1} {
				op, l := atLevel(ofAll(t, c.kernel, target), target, beta)
				n := len(target.LogF)
				rows := make([]float64, n*n)
				for x := range n {
					rows[x*n+x] = chains.StayProbability(op, x)
					op.Row(x, func(y int, p float64) { rows[x*n+y] += p })
				}
				logf := l.LogF()
				for x := range n {
					sum := 0.0
					for y := range n {
						sum += rows[x*n+y]
						forth := rows[x*n+y]
						back := rows[y*n+x]
						if forth < 1e-290 || back < 1e-290 {
							continue // below the digits of a float
						}
						off := math.Log(forth) - math.Log(back) - (logf[y] - logf[x])
						if !(math.Abs(off) < 1e-10) {
							t.Fatalf("%s on %s at %v: from %d to %d the flows differ by %g nats", name, target.Name,
								beta, x, y, off)
						}
					}
					must.Near(t, sum, 1, 1e-12, "%s on %s at %v: the row of %d", name, target.Name, beta, x)
				}
			}
		}
	}
}

// TestCountFits: counts are of the bonds' own number of spins, and of so many as rows are added up for; without rows
// there may be more.
func TestCountFits(t *testing.T) {
	of := func(spins int) *kernels.Bonds { return must.Have(kernels.NewBondsOfAll(spins, 0.1))(t) }
	for _, c := range clusterMoves {
		small := c.kernel.OnBonds(of(4))
		large := c.kernel.OnBonds(of(5000))
		must.Fail(t, chains.Fits(small, cube(4)), "between every two of 4 spins", "other cells")
		must.Fail(t, chains.Fits(small, grid.New(5).WithWalls(2)), "there is a wall", "a wall")
		must.Fail(t, chains.Fits(large, grid.New(5001)), "not for 5,000", "many spins")
		must.Do(t, chains.Fits(small, grid.New(5)))
		must.Do(t, chains.Fits(c.kernel.OnBonds(of(5000).Drawn()), grid.New(5001)))
	}
	_, below := kernels.NewBondsOfAll(4, -0.5)
	must.Fail(t, below, "joins spins that differ", "a coupling below 0")
	panics(t, map[string]func(){
		"no spins":    func() { _, _ = kernels.NewBondsOfAll(0, 1) },
		"no coupling": func() { _, _ = kernels.NewBondsOfAll(3, math.Inf(1)) },
	})
}

func ExampleNewBondsOfAll() {
	target := toys.CurieWeiss(100, 1.5)
	bonds, err := kernels.NewBondsOfAll(target.Every.Spins, target.Every.Coupling)
	if err != nil {
		fmt.Println(err)
		return
	}
	op := kernels.Wolff{Bonds: bonds}.On(target.Grid)
	op.Aim(chains.NewLevel(chains.Geometric{From: target.Uniform(), To: target.LogF}, len(target.LogF)))
	moves := 0
	op.Row(50, func(int, float64) { moves++ })
	fmt.Println("from 50 spins up a cluster leads to", moves, "other counts")
	// Output:
	// from 50 spins up a cluster leads to 2 other counts
}
