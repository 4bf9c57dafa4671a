package tune

import (
	"fmt"
	"math"
	"os"
	"testing"

	"breadboard/chains"
	"breadboard/experiments"
	"breadboard/grid/must"
)

var long = os.Getenv("BREADBOARD_LONG") != ""

// side is the number of cells along the paper's grid of 7x7.
const side = 7

// A dense is the matrix of a step, row by row: the chances from a cell.
type dense [][]float64

// metropolisAt is a step of four-direction Metropolis on 7x7 cells by its definition: each direction has a chance of a
// quarter, and a move off the grid is rejected.
func metropolisAt(logf []float64, beta float64) dense {
	m := make(dense, len(logf))
	for x := range logf {
		m[x] = make([]float64, len(logf))
		m[x][x] = 1
		for _, move := range [][2]int{{0, 1}, {0, -1}, {1, 0}, {-1, 0}} {
			row := x/side + move[0]
			column := x%side + move[1]
			if row < 0 || row >= side || column < 0 || column >= side {
				continue
			}
			y := row*side + column
			chance := min(1, math.Exp(beta*(logf[y]-logf[x]))) / 4
			m[x][y] = chance
			m[x][x] -= chance
		}
	}
	return m
}

// push is the law after a step from a law.
func (m dense) push(q []float64) []float64 {
	next := make([]float64, len(q))
	for x, row := range m {
		for y, chance := range row {
			next[y] += q[x] * chance
		}
	}
	return next
}

// times is this step and then another.
func (m dense) times(other dense) dense {
	product := make(dense, len(m))
	for x, row := range m {
		product[x] = other.push(row)
	}
	return product
}

// A splitting is a search by brute force: among all ways to split all steps that a price affords among levels, at all
// betas in tenths.
type splitting struct {
	p        []float64
	tenths   []dense // the step at each beta
	atTarget []dense // so many steps at the target
	least    float64
}

func newSplitting(logf []float64, price int) *splitting {
	s := &splitting{p: chains.Normalized(logf), least: math.Inf(1)}
	for tenth := range 11 {
		s.tenths = append(s.tenths, metropolisAt(logf, float64(tenth)/10))
	}
	power := metropolisAt(make([]float64, len(logf)), 0)
	for x := range power {
		clear(power[x])
		power[x][x] = 1
	}
	for range price {
		s.atTarget = append(s.atTarget, power)
		power = power.times(s.tenths[10])
	}
	return s
}

// from splits so many steps among so many levels, from a law, at betas from low on.
func (s *splitting) from(q []float64, steps, levels, low int, words string) string {
	best := ""
	if levels == 1 {
		end := s.atTarget[steps].push(q)
		J := 0.0
		for x, p := range s.p {
			J += (end[x] - p) * math.Log(end[x]/p)
		}
		if J < s.least {
			s.least = J
			best = fmt.Sprintf("%s%d at 1", words, steps)
		}
		return best
	}
	for tenth := low; tenth <= 10; tenth++ {
		law := q
		for n := 1; steps-n >= levels-1; n++ {
			law = s.tenths[tenth].push(law)
			word := s.from(law, steps-n, levels-1, tenth, fmt.Sprintf("%s%d at 0.%d, ", words, n, tenth))
			if word != "" {
				best = word
			}
		}
	}
	return best
}

// TestNoSplitIsBetter: on 7x7 cells no split of the steps among up to three levels, at betas in tenths, has less J than
// what was found. A run of two levels at inner betas is what lists of many levels do not lead to.
func TestNoSplitIsBetter(t *testing.T) {
	type of struct {
		toy   string
		seed  uint64
		price int
	}
	all := []of{{"easy", 1, 60}, {"easy", 3, 40}}
	if long {
		all = nil
		for _, price := range []int{40, 60, 100} {
			for seed := range uint64(3) {
				all = append(all, of{"easy", 1 + seed, price}, of{"hard", 1 + seed, price})
			}
			all = append(all, of{"barrier", 0, price})
		}
	}
	for _, one := range all {
		target := experiments.Setting{Toy: one.toy}
		if one.seed > 0 {
			target.Seed = &one.seed
		}
		on := must.Have(target.Chain())(t)
		target.Kernel = "metropolis"
		target.Bridge = "geometric"
		row := must.Have(Job{Setting: target, Goal: ByJ, Cost: one.price}.run(t.Context(), on, build))(t)
		s := newSplitting(on.Target.LogF, one.price)
		flat := chains.Normalized(make([]float64, side*side))
		what := ""
		for levels := 1; levels <= 3; levels++ {
			word := s.from(flat, one.price-levels, levels, 0, "")
			if word != "" {
				what = word
			}
		}
		if v := row.Value(); !(v <= s.least*(1+1e-9)) {
			t.Errorf("%s at %d evaluations: %v was found, and %s have %v", target.TargetLabel(), one.price, v, what,
				s.least)
		}
	}
}
