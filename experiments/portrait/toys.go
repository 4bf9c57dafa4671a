package portrait

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"breadboard/chains"
	"breadboard/experiments"
	"breadboard/grid"
	"breadboard/toys"
)

// A Toy is one of the catalogue for the eye: its log density and its distribution on a grid of two axes; of a spin
// system, whose states have no place in the plane, the distributions before annealing and after, over two numbers of a
// state, its log f and its order.
type Toy struct {
	Toy   string // its name, with the parameters that were taken
	Title string
	File  string // a name for it as a file, without an ending

	Grid    grid.Grid // of two axes; a model's latents are split between the two
	LogF, P []float64 // on the grid's cells; nil of a spin system

	Order           string      // the name of the order: "magnetisation"; "" on two axes
	Orders          []int       // its values, one a column
	Levels          []float64   // log f, one a row, the largest first
	Uniform, Target [][]float64 // probabilities, by level and order
}

// Toys draws all toys, random ones with their own seeds and toys with parameters at their examples.
func Toys() (all []Toy) {
	for _, t := range toys.Catalogue {
		c, err := experiments.Setting{Toy: experiments.ExampleOf(t)}.Chain()
		if err != nil {
			panic("portrait: a toy of the catalogue: " + err.Error())
		}
		all = append(all, toy(c))
	}
	return all
}

// toy draws the chain's target. A grid without exactly two axes is a model's, or is taken for a spin system with
// an axis for each site.
func toy(c experiments.Chain) Toy {
	t := c.Target
	p := Toy{Toy: t.Name, Title: t.Name, File: strings.NewReplacer(":", "-", "/", "-").Replace(t.Name)}
	if c.Seed != nil {
		p.Title += fmt.Sprintf(", seed %d", *c.Seed)
	}
	prob := chains.Normalized(t.LogF)
	switch {
	case t.Grid.Axes() == 2:
		p.Grid = t.Grid
		p.LogF = t.LogF
		p.P = prob
	case t.Model != nil:
		rows := 1 // the same cells on two axes: the first half of a box's axes, and the rest
		for axis := range t.Grid.Axes() / 2 {
			rows *= t.Grid.Len(axis)
		}
		p.Grid = grid.New(rows, t.Grid.Size()/rows)
		p.LogF = t.LogF
		p.P = prob
	default:
		p.spins(t, prob)
	}
	return p
}

// spins sums the uniform distribution and the target over states of the same order and log f. The order is the sum of
// a state's spins, down -1 and up 1; for sites with more states it is the number of sites in the commonest state. Log
// f is without the last digits, which may differ between equal sums in different orders.
func (p *Toy) spins(t toys.Target, prob []float64) {
	p.Order = "sites in the commonest state"
	if t.Grid.Len(0) == 2 {
		p.Order = "magnetisation"
	}
	for x, v := range t.LogF {
		counts, order := map[int]int{}, 0
		for site := range t.Grid.Axes() {
			s := t.Grid.Coord(x, site)
			counts[s]++
			order = max(order, counts[s])
		}
		if t.Grid.Len(0) == 2 {
			order = counts[1] - counts[0]
		}
		p.Levels = append(p.Levels, math.Round(v*1e9)/1e9+0)
		p.Orders = append(p.Orders, order)
	}
	orders, levels := p.Orders, p.Levels
	p.Orders = values(orders)
	p.Levels = values(levels)
	slices.Reverse(p.Levels)
	for range p.Levels {
		p.Uniform = append(p.Uniform, make([]float64, len(p.Orders)))
		p.Target = append(p.Target, make([]float64, len(p.Orders)))
	}
	for x := range t.LogF {
		row := slices.Index(p.Levels, levels[x])
		col := slices.Index(p.Orders, orders[x])
		p.Uniform[row][col] += 1 / float64(len(prob))
		p.Target[row][col] += prob[x]
	}
}

func values[T int | float64](v []T) []T { return slices.Compact(slices.Sorted(slices.Values(v))) }
