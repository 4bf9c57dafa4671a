package paper

import (
	"math"
	"slices"
	"testing"

	"breadboard/experiments"
	"breadboard/toys"
)

// Every toy has a portrait of its own name; those in the plane are the target cell
// by cell, and every distribution sums to 1.
func TestPortraits(t *testing.T) {
	all := Portraits()
	if len(all) != len(toys.Catalogue) {
		t.Fatalf("%d portraits of %d toys", len(all), len(toys.Catalogue))
	}
	files := map[string]bool{}
	for _, p := range all {
		if files[p.File] {
			t.Errorf("two are called %s", p.File)
		}
		files[p.File] = true
		distributions := [][][]float64{{p.P}}
		if p.P == nil {
			distributions = [][][]float64{p.Uniform, p.Target}
		}
		for _, cells := range distributions {
			if math.Abs(sum(cells)-1) > 1e-12 {
				t.Errorf("%s: a distribution sums to %v", p.Toy, sum(cells))
			}
		}
	}
	stairs := toys.Staircase()
	p := all[slices.IndexFunc(all, func(p Portrait) bool { return p.Toy == "staircase" })]
	for x, v := range stairs.LogF {
		if p.LogF[x] != v || (p.P[x] == 0) != stairs.Grid.Wall(x) {
			t.Errorf("cell %v: log f %v and p %v", stairs.Grid.Coords(x), p.LogF[x], p.P[x])
		}
	}
}

func sum(cells [][]float64) (s float64) {
	for _, row := range cells {
		for _, v := range row {
			s += v
		}
	}
	return s
}

// Three spins on a ring: all alike, two ways, with log f 3K, or one unlike, six
// ways, with log f -K.
func TestSpinPortrait(t *testing.T) {
	c, err := experiments.Setting{Toy: "ising:1x3:0.5"}.Chain()
	if err != nil {
		t.Fatal(err)
	}
	p := portrait(c)
	if !slices.Equal(p.Orders, []int{-3, -1, 1, 3}) || !slices.Equal(p.Levels, []float64{1.5, -0.5}) ||
		p.Order != "magnetisation" {
		t.Fatalf("%s %v, levels %v", p.Order, p.Orders, p.Levels)
	}
	z := 2*math.Exp(1.5) + 6*math.Exp(-0.5)
	for i, want := range [][]float64{{1. / 8, 0, 0, 1. / 8}, {0, 3. / 8, 3. / 8, 0}} {
		for j, u := range want {
			v := u * 8 * math.Exp(p.Levels[i]) / z
			if math.Abs(p.Uniform[i][j]-u) > 1e-15 || math.Abs(p.Target[i][j]-v) > 1e-15 {
				t.Errorf("level %v, order %v: %v and %v, want %v and %v",
					p.Levels[i], p.Orders[j], p.Uniform[i][j], p.Target[i][j], u, v)
			}
		}
	}
	if c, err = (experiments.Setting{Toy: "potts:1x3:4:1"}).Chain(); err != nil {
		t.Fatal(err)
	}
	if p := portrait(c); !slices.Equal(p.Orders, []int{1, 2, 3}) || math.Abs(p.Uniform[0][2]-4./64) > 1e-15 {
		t.Errorf("%s %v: %v", p.Order, p.Orders, p.Uniform)
	}
}
