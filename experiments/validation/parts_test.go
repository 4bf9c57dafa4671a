package validation

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/chains/sample"
	"breadboard/grid"
	"breadboard/grid/must"
)

// inParts returns the right kernel that proposes any cell of its own part, or with probability leaks any cell at all.
func inParts(parts []int, leaks float64) func(logf []float64) [][]float64 {
	n := len(parts)
	return func(logf []float64) [][]float64 {
		return entryByEntry(make([][]float64, n), func(x, y int) float64 {
			propose := func(y int) float64 {
				q := leaks / float64(n)
				if parts[x] == parts[y] {
					q += (1 - leaks) / float64(n)
				}
				return q * min(1, math.Exp(logf[y]-logf[x]))
			}
			if x != y {
				return propose(y)
			}
			stays := 1.0
			for other := range n {
				if other != x {
					stays -= propose(other)
				}
			}
			return stays
		})
	}
}

// TestPartsThatNeverMeet: a kernel that never leaves one of three parts of the cells is accused by its moves, whether
// the parts are columns, in which case it is said that no move changes the axis, or any cells, at one beta, at several,
// and by a record. Of few moves, and of many that leave a cell seldom, it is said that not every cell was seen to lead
// to every other, which is a doubt. Twins that leave their part once in a thousand moves or more are not accused, with
// few moves or with many.
func TestPartsThatNeverMeet(t *testing.T) {
	const unseen = "not every cell was seen to lead to every other"
	g := grid.New(3, 3)
	columns := []int{0, 1, 2, 0, 1, 2, 0, 1, 2}
	mixed := []int{0, 1, 2, 2, 0, 1, 0, 1, 2}
	rng := rand.New(rand.NewPCG(31, 32))
	logf := func(sd float64) []float64 {
		f := make([]float64, 9)
		for x := range f {
			f[x] = sd * rng.NormFloat64()
		}
		return f
	}
	ask := func(i int, f []float64, parts []int, leaks float64, betas []float64, budget int) Validation {
		s := rowed(g, f, 4, func(here, _ []float64) [][]float64 { return inParts(parts, leaks)(here) })
		return must.Have(s.Sample(t.Context(), s.moves(sample.Seeded(uint64(i), 3)), betas, sampling(budget, 0.06)))(t)
	}
	for i := range 6 {
		parts := [][]int{columns, mixed}[i%2]
		f := logf(1)
		betas := [][]float64{{1}, nil}[i/2%2]
		v := ask(i, f, parts, 0, betas, 1e7)
		if v.OK() || v.Cause != nil || v.Verdict().Doubts() != nil || strings.Contains(v.Verdict().String(), unseen) ||
			!strings.Contains(v.Verdict().String(), "does not lead from every cell to every other") {
			t.Errorf("parts %v: %s", parts, v.Verdict())
		}
		few := ask(i, f, parts, 0, betas, 4000)
		if !few.OK() || !strings.Contains(fmt.Sprint(few.Verdict().Doubts()), unseen) {
			t.Errorf("few moves, parts %v: %s, %v", parts, few.Verdict(), few.Verdict().Doubts())
		}
		s := rowed(g, f, 2, func(here, _ []float64) [][]float64 { return inParts(parts, 0)(here) })
		rows := s.Given(2)
		d := sample.Seeded(uint64(i), 4)
		record := make(Recorded, 9)
		for k := range 300_000 {
			record.Add(k%9, d.Pick(rows[k%9]))
		}
		if v := s.Count(record, 1, sampling(0, 0.06)); v.OK() || v.Cause != nil {
			t.Errorf("a record of parts %v: %s", parts, v.Verdict())
		}
	}
	steep := []float64{0, 0, 0, 9, 9, 9, 0, 0, 0} // the middle row is hardly ever left
	v := ask(1, steep, mixed, 0, []float64{1}, 1e7)
	if !v.OK() || !strings.Contains(fmt.Sprint(v.Verdict().Doubts()), unseen) {
		t.Errorf("cells that are seldom left: %s", v.Verdict())
	}
	for i := range 40 {
		parts := [][]int{columns, mixed}[i%2]
		for _, leaks := range []float64{0.01, 0.001} {
			for _, budget := range []int{4000, 1e7} {
				if v := ask(i, logf(1.2), parts, leaks, []float64{1}, budget); !v.OK() {
					t.Errorf("leaks of %v, %d moves: %s", leaks, v.Moves, v.Verdict())
				}
			}
		}
	}
}

// TestRightKernelsOnParts: right kernels on targets of two modes with hardly any mass between them, and samplers of
// blocks, are not accused by moves.
func TestRightKernelsOnParts(t *testing.T) {
	for i := range 8 {
		g := grid.New(3, 4)
		f := make([]float64, g.Size())
		for x := range f {
			f[x] = -float64(6*(i+1)) * []float64{0, 1, 1, 0}[g.Coord(x, 1)]
		}
		for _, k := range []chains.Kernel{kernels.Metropolis{}, kernels.HeatBath{}, kernels.King{}} {
			s := annealing("modes", g, make([]float64, g.Size()), f, k, 2)
			v := must.Have(s.Sample(t.Context(), steps(sample.Seeded(uint64(i), 5), k, g), []float64{1},
				sampling(1e7, 0.06)))(t)
			if !v.OK() {
				t.Errorf("modes %d nats apart, by %v: %s", 6*(i+1), k, v.Verdict())
			}
		}
		far := []float64{10, 4 - 3*float64(i), 6, 10, 4 - 3*float64(i), 6} // a walk one way over a light cell
		s := rowed(grid.New(2, 3), far, 2, func(here, _ []float64) [][]float64 { return lifted(here) })
		v := must.Have(s.Sample(t.Context(), s.moves(sample.Seeded(uint64(i), 7)), []float64{1},
			sampling(1e7, 0.06)))(t)
		if !v.OK() {
			t.Errorf("a walk over a light cell: %s", v.Verdict())
		}
		f = slices.Clone(f)
		r := rand.New(rand.NewPCG(33, uint64(i)))
		for x := range f {
			f[x] = r.NormFloat64()
		}
		s = rowed(g, f, 2, func(here, _ []float64) [][]float64 { // a row is drawn anew, or a column
			p := chains.Normalized(here)
			return entryByEntry(make([][]float64, len(p)), func(x, y int) (to float64) {
				for axis := range 2 {
					block := 0.0
					for z, mass := range p {
						if g.Coord(z, axis) == g.Coord(x, axis) {
							block += mass
						}
					}
					if g.Coord(y, axis) == g.Coord(x, axis) {
						to += p[y] / block / 2
					}
				}
				return to
			})
		})
		v = must.Have(s.Sample(t.Context(), s.moves(sample.Seeded(uint64(i), 6)), []float64{1},
			sampling(1e7, 0.06)))(t)
		if !v.OK() || v.Verdict().Doubts() != nil {
			t.Errorf("blocks: %s", v.Verdict())
		}
	}
}

// TestOthersThatMissP: updates that miss p are at fault too only where the whole misses p; of one that keeps it, though
// another law is broken, others mend that.
func TestOthersThatMissP(t *testing.T) {
	const mended, too = "misses p by itself, and others mend that", "misses p by itself too"
	certain := func(is bool) float64 {
		if is {
			return 1
		}
		return 0
	}
	for name, c := range map[string]struct {
		row   func(x, y int, p float64) float64
		keeps bool
	}{
		"right":    {func(_, _ int, p float64) float64 { return p }, true},
		"stuck":    {func(x, y int, _ float64) float64 { return certain(y == x) }, true},
		"a circle": {func(x, y int, _ float64) float64 { return certain(y == (x+1)%3) }, false},
	} {
		v := must.Have(Run(t.Context(), handed(t, "0,1,2\n", 3, c.row), nil))(t)
		v.Others = []string{"Update 2 of 3,"}
		said := v.Verdict().String()
		if strings.Contains(said, "Update 2 of 3, "+mended) != c.keeps || strings.Contains(said, too) == c.keeps {
			t.Errorf("%s: %s", name, said)
		}
	}
}
