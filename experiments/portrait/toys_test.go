package portrait

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"

	"breadboard/experiments"
	"breadboard/grid/must"
	"breadboard/toys"
)

// Every toy has a portrait of its own name; those in the plane are the target cell
// by cell, and every distribution sums to 1.
func TestPortraits(t *testing.T) {
	all := Toys()
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
			must.Near(t, floats.Sum(slices.Concat(cells...)), 1, 1e-12, "%s: the sum of a distribution", p.Toy)
		}
	}
	stairs := toys.Staircase()
	p := all[slices.IndexFunc(all, func(p Toy) bool { return p.Toy == "staircase" })]
	for x, v := range stairs.LogF {
		if p.LogF[x] != v {
			t.Errorf("cell %v: log f %v, want %v", stairs.Grid.Coords(x), p.LogF[x], v)
		}
		if none, wall := p.P[x] == 0, stairs.Grid.Wall(x); none != wall {
			t.Errorf("cell %v: p is %v, and it is a wall: %v", stairs.Grid.Coords(x), p.P[x], wall)
		}
	}
}

// Three spins on a ring: all alike, two ways, with log f 3K, or one unlike, six
// ways, with log f -K.
func TestSpinPortrait(t *testing.T) {
	c := must.Have(experiments.Setting{Toy: "ising:1x3:0.5"}.Chain())(t)
	p := toy(c)
	if p.Order != "magnetisation" {
		t.Errorf("the order is %q, want magnetisation", p.Order)
	}
	if want := []int{-3, -1, 1, 3}; !slices.Equal(p.Orders, want) {
		t.Fatalf("the orders are %v, want %v", p.Orders, want)
	}
	if want := []float64{1.5, -0.5}; !slices.Equal(p.Levels, want) {
		t.Fatalf("the levels are %v, want %v", p.Levels, want)
	}
	z := 2*math.Exp(1.5) + 6*math.Exp(-0.5)
	for i, want := range [][]float64{{1. / 8, 0, 0, 1. / 8}, {0, 3. / 8, 3. / 8, 0}} {
		for j, u := range want {
			v := u * 8 * math.Exp(p.Levels[i]) / z
			must.Near(t, p.Uniform[i][j], u, 1e-15, "level %v, order %v: uniform", p.Levels[i], p.Orders[j])
			must.Near(t, p.Target[i][j], v, 1e-15, "level %v, order %v: target", p.Levels[i], p.Orders[j])
		}
	}
}

// The latents of three points with two attributes are split into two planes of three.
func TestModelPortrait(t *testing.T) {
	c := must.Have(experiments.Setting{Toy: "attributes:3:2"}.Chain())(t)
	p := toy(c)
	if got := p.Grid.String(); got != "8x8" {
		t.Errorf("a picture of %s cells, want 8x8", got)
	}
	if x := p.Grid.Index(5, 3); p.LogF[x] != c.Target.LogF[c.Target.Grid.Index(1, 0, 1, 0, 1, 1)] {
		t.Errorf("log f of row 101 and column 011 is %v", p.LogF[x])
	}
}
