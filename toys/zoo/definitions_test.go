package zoo_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"

	"breadboard/toys/zoo"
)

// drawings are the toys that can be drawn, with the log density of each character.
var drawings = map[string]struct {
	rows  string
	means func(r rune) float64
}{
	"barrier": {"...#^^^ ...#^^^ ...#^^^ ####### ...#... ...#... ...#...", func(r rune) float64 {
		return map[rune]float64{'.': 0, '#': -10, '^': 3}[r]
	}},
	// a quarter for each row or column away from the hole
	"golf": {"544444444 543333333 543222222 543211111 543210001 543210*01 543210001 543211111 543222222",
		func(r rune) float64 {
			if r == '*' {
				return 9
			}
			return float64(r-'0') / 4
		}},
	// up by one stair after every fourth cell, between walls
	"staircase": {"7776666 ######5 4444555 3###### 3332222 ######1 0000111", func(r rune) float64 {
		if r == '#' {
			return math.Inf(-1)
		}
		return 2 * float64(r-'0')
	}},
}

// The toys made by hand, by another way to say what they are: a picture, a law of package distuv, a sum over neighbours.
func TestHandmade(t *testing.T) {
	tested := 0
	for _, d := range zoo.Catalogue() {
		if d.Group != "toys" && d.Group != "spins" {
			continue
		}
		slow := slowly(d.Name)
		if slow == nil {
			continue
		}
		tested++
		target := d.Make()
		g := target.Grid
		last := g.Size() - 1
		shift := target.LogF[last] - slow(g.Coords(last)) // a constant may differ
		for x, v := range target.LogF {
			if want := slow(g.Coords(x)) + shift; v != want && !(math.Abs(v-want) < 1e-10) {
				t.Errorf("%s at %v: log f is %v, want %v", d.Name, g.Coords(x), v, want)
			}
		}
	}
	if tested != 20 {
		t.Errorf("%d densities are compared", tested)
	}
}

// slowly is the log density of a toy at these coordinates; nil of a toy that is drawn at random.
func slowly(name string) func(c []int) float64 {
	kind, params, _ := strings.Cut(name, ":")
	var rows, cols, states int
	var k float64
	switch kind {
	case "barrier", "golf", "staircase":
		return func(c []int) float64 {
			return drawings[kind].means(rune(strings.Fields(drawings[kind].rows)[c[0]][c[1]]))
		}
	case "funnel":
		return func(c []int) float64 {
			v, x := 3-float64(c[0]), float64(c[1])-6
			return distuv.Normal{Sigma: 3}.LogProb(v) + distuv.Normal{Sigma: math.Exp(v / 2)}.LogProb(x)
		}
	case "two-basins":
		fmt.Sscan(params, &k)
		return func(c []int) float64 {
			r, s := float64(c[0]-2)/2, float64(c[1]-6)/5
			return s - k*math.Pow(s, 4) + 2*k*s*s - k - r*r
		}
	case "ising":
		fmt.Sscanf(params, "%dx%d:%g", &rows, &cols, &k)
		return func(c []int) float64 {
			return k * neighbours(rows, cols, func(a, b int) float64 { return float64((2*c[a] - 1) * (2*c[b] - 1)) })
		}
	case "potts":
		fmt.Sscanf(params, "%dx%d:%d:%g", &rows, &cols, &states, &k)
		return func(c []int) float64 {
			return k * neighbours(rows, cols, func(a, b int) float64 {
				if c[a] == c[b] {
					return 1
				}
				return 0
			})
		}
	}
	return nil
}

// neighbours sums over all ordered pairs of neighbours on a torus, half for each: up, down, left and right.
func neighbours(rows, cols int, of func(a, b int) float64) (sum float64) {
	for i := range rows {
		for j := range cols {
			for _, d := range [][2]int{{1, 0}, {-1, 0}, {0, 1}, {0, -1}} {
				k, l := (i+d[0]+rows)%rows, (j+d[1]+cols)%cols
				if k != i || l != j {
					sum += of(i*cols+j, k*cols+l) / 2
				}
			}
		}
	}
	return sum
}
