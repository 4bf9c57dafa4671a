package multisets

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/stat/combin"

	"breadboard/chains"
	"breadboard/chains/programs"
	"breadboard/grid/must"
)

// TestMultisetsAreNumbered checks that multisets are numbered in the order in which they are visited, without gaps, and
// a particle more leads to the number of the larger one.
func TestMultisetsAreNumbered(t *testing.T) {
	const n, size = 4, 3
	s := newMultisets(n, size)
	numbers := map[string]int{}
	for p := range size + 1 {
		visited := 0
		for m, cells := range s.each(p) {
			if m != visited {
				t.Errorf("multiset %v is visited as %d in place %d", cells, m, visited)
			}
			numbers[fmt.Sprint(cells)] = m
			visited++
		}
		if want := combin.Binomial(n+p-1, p); visited != want || multichoose(n, p) != float64(want) {
			t.Errorf("%d multisets of %d are visited, %v are counted, and %d is right", visited, p,
				multichoose(n, p), want)
		}
	}
	for p := range size {
		for m, cells := range s.each(p) {
			for c := range n {
				more := append(slices.Clone(cells), c)
				slices.Sort(more)
				if got, want := int(s.with[p][m*n+c]), numbers[fmt.Sprint(more)]; got != want {
					t.Errorf("%v with cell %d is %d, want %d", cells, c, got, want)
				}
			}
		}
	}
}

// TestSpreadIsMultinomial checks that the multisets of independent draws have the total 1, and the mean number of
// particles in a cell is its share, up to the largest number of particles.
func TestSpreadIsMultinomial(t *testing.T) {
	for _, p := range []int{1, 3, 99, mostParticles} {
		s := newMultisets(3, p)
		d := draw{cells: []int{0, 2}, prob: []float64{0.3, 0.7}}
		total, mean := 0.0, 0.0
		cells := map[int][]int{}
		for m, c := range s.each(p) {
			cells[m] = append([]int(nil), c...)
		}
		s.spread(&d, p, func(m int, prob float64) {
			total += prob
			for _, c := range cells[m] {
				mean += prob * float64(c) / 2
			}
		})
		if !(math.Abs(total-1) < 1e-12) {
			t.Errorf("%d particles: the total is %.15g", p, total)
		}
		if !(math.Abs(mean-0.7*float64(p)) < 1e-12*float64(p+1)) {
			t.Errorf("%d particles: %.15g of them are in the upper cell, and %g is right", p, mean, 0.7*float64(p))
		}
	}
}

// anywhere is a path of one step, on which a particle goes to any of n cells.
type anywhere int

func (n anywhere) Start() []float64 { return slices.Repeat([]float64{n.Stay(0)}, int(n)) }
func (n anywhere) Len() int         { return 1 }
func (n anywhere) At(int) programs.Step {
	return programs.Step{LogW: make([]float64, n), Moves: []programs.Move{chains.NewKeptRows(int(n), n)}}
}

func (n anywhere) Row(x int, visit func(y int, prob float64)) {
	for y := range int(n) {
		if y != x {
			visit(y, 1/float64(n))
		}
	}
}

func (n anywhere) Stay(int) float64 { return 1 / float64(n) }

// TestProgressCountsLinks: of 2 particles on 2 cells 3 multisets go to 3 each when they are resampled. Then the first
// goes from 3 multisets to 2 cells each, and the second, beside 2 places of the first, from 2 cells to 2.
func TestProgressCountsLinks(t *testing.T) {
	c := must.Have(New(anywhere(2), []int{0, 1}, 2))(t)
	var got []int
	c.Progress = func(done, total int) { got = append(got, done, total) }
	must.Have(c.Returned(t.Context()))(t)
	if want := 3*3 + 3*2 + 2*2*2; !slices.Equal(got, []int{want, want}) {
		t.Errorf("progress is %v, and there are %d links", got, want)
	}
}
