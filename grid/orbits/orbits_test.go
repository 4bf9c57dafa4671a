package orbits_test

import (
	"fmt"
	"math"
	"math/big"
	"slices"
	"testing"

	"breadboard/grid"
	"breadboard/grid/must"
	"breadboard/grid/orbits"
)

// torus has the symmetries of a torus of sites: shifts, turns and mirror images, and all orders of the values.
func torus(rows, cols, values int) (grid.Grid, []orbits.Symmetry) {
	g := grid.New(slices.Repeat([]int{values}, rows*cols)...).Of(grid.Any)
	return g, orbits.Torus(g, rows, cols)
}

// TestSpace compares a space with the orbits that one finds by going through all cells, and lines through every cell.
func TestSpace(t *testing.T) {
	for _, c := range []struct{ rows, cols, values int }{{2, 2, 2}, {3, 3, 2}, {2, 3, 2}, {2, 2, 3}, {2, 3, 3}} {
		g, by := torus(c.rows, c.cols, c.values)
		group, err := orbits.NewGroup(g, by...)
		must.Do(t, err)
		s := orbits.NewSpace(g, group)
		// The definition: the images of each cell.
		all := must.Have(group.All())(t)
		least := make([]int, g.Size())
		count := map[int]float64{}
		for x := range least {
			least[x] = x
			for _, y := range all {
				least[x] = min(least[x], g.Index(y.Apply(g.Coords(x))...))
			}
			count[least[x]]++
		}
		if len(count) != s.Size() || group.Orbits() != float64(s.Size()) {
			t.Fatalf("%v: %d orbits, by Burnside %g, by definition %d", c, s.Size(), group.Orbits(), len(count))
		}
		for x := range least {
			o := s.Orbit(x)
			if s.Cell(o) != least[x] || math.Abs(math.Exp(s.LogSizes[o])-count[least[x]]) > 1e-9 {
				t.Fatalf("%v: cell %d is in orbit %d of cell %d and size %g", c, x, o, s.Cell(o),
					math.Exp(s.LogSizes[o]))
			}
			var got, want []string
			s.Lines(o, func(l orbits.Line) {
				for range l.Count {
					got = append(got, fmt.Sprint(l.At, l.On))
				}
			})
			for a := range g.Axes() {
				var on []int32
				for v := range g.Len(a) {
					on = append(on, int32(s.Orbit(x+(v-g.Coord(x, a))*g.Stride(a))))
				}
				want = append(want, fmt.Sprint(g.Coord(x, a), on))
			}
			if s.Cell(o) != x { // symmetries turn lines about
				continue
			}
			slices.Sort(got)
			slices.Sort(want)
			if !slices.Equal(got, want) {
				t.Fatalf("%v: lines %v through cell %d, want %v", c, got, x, want)
			}
		}
	}
}

// TestCells: the exact sizes add up to all cells, also where a size is beyond float64; a log size is that of the exact
// one.
func TestCells(t *testing.T) {
	g, by := torus(2, 3, 2)
	group, _ := orbits.NewGroup(g, by...)
	few, _ := orbits.Exchangeable([]int{2, 3}, 3)
	many, _ := orbits.Exchangeable([]int{1100}, 2)
	for s, cells := range map[*orbits.Space]*big.Int{
		orbits.NewSpace(g, group): big.NewInt(64), few: big.NewInt(243), many: new(big.Int).Lsh(big.NewInt(1), 1100),
	} {
		sum := new(big.Int)
		for x := range s.Size() {
			size := s.Cells(x)
			sum.Add(sum, size)
			mantissa := new(big.Float)
			exponent := new(big.Float).SetInt(size).MantExp(mantissa)
			m, _ := mantissa.Float64()
			if log := math.Log(m) + float64(exponent)*math.Ln2; math.Abs(log-s.LogSizes[x]) > 1e-12*max(1, log) {
				t.Errorf("orbit %d: log size %v, want %v", x, s.LogSizes[x], log)
			}
		}
		if sum.Cmp(cells) != 0 {
			t.Errorf("%d orbits have %v cells, want %v", s.Size(), sum, cells)
		}
	}
}

// TestSizes: log sizes have the digits of the exact ones, and the order of the values is nothing to them, to the last
// bit.
func TestSizes(t *testing.T) {
	for _, n := range []int{1000, 30_000} {
		s, _ := orbits.Exchangeable([]int{n}, 2)
		for up := range n {
			if s.LogSizes[up] != s.LogSizes[n-up] {
				t.Fatalf("of %d spins, %d up are log size %v, and %d are %v", n, up,
					s.LogSizes[up], n-up, s.LogSizes[n-up])
			}
		}
		for _, up := range []int{0, 1, 2, 7, n / 10, n/3 + 1, n / 2} {
			size := new(big.Float).SetInt(new(big.Int).Binomial(int64(n), int64(up)))
			mantissa := new(big.Float)
			exponent := size.MantExp(mantissa)
			m, _ := mantissa.Float64()
			want := math.Log(m) + float64(exponent)*math.Ln2
			if off := math.Abs(s.LogSizes[up] - want); !(off <= 3e-14+4e-16*want) {
				t.Errorf("%d of %d spins: log size %.17g, want %.17g, off %.2g", up, n, s.LogSizes[up], want, off)
			}
		}
	}
	s, _ := orbits.Exchangeable([]int{2, 12}, 3)
	sizes := map[string]float64{}
	for x := range s.Size() {
		counts := s.Counts(x)
		counts[0] = slices.Sorted(slices.Values(counts[0]))
		counts[1] = slices.Sorted(slices.Values(counts[1]))
		if size, ok := sizes[fmt.Sprint(counts)]; ok && size != s.LogSizes[x] {
			t.Errorf("%v has the log sizes %v and %v", counts, size, s.LogSizes[x])
		} else {
			sizes[fmt.Sprint(counts)] = s.LogSizes[x]
		}
	}
}

// Shifts take one site to every other one, also of a torus with more rows than columns: a single spin up, or the only
// one down, is one orbit.
func TestShiftsReachEverySite(t *testing.T) {
	for _, sides := range [][2]int{{1, 4}, {4, 1}, {2, 3}, {3, 2}, {4, 2}, {2, 4}, {3, 4}, {4, 3}} {
		g, by := torus(sides[0], sides[1], 2)
		s := orbits.NewSpace(g, must.Have(orbits.NewGroup(g, by...))(t))
		up := make([]int, g.Axes())
		up[0] = 1
		cells := math.Exp(s.LogSizes[s.Orbit(g.Index(up...))])
		if want := 2 * float64(g.Axes()); math.Abs(cells-want) > 1e-9 {
			t.Errorf("%v: %v cells with one spin unlike the others, want %v", sides, cells, want)
		}
	}
}
