package portrait

import (
	"strings"

	"breadboard/chains"
	"breadboard/experiments"
	"breadboard/grid"
	"breadboard/toys"
)

// A Toy is one of the catalogue for the eye: its log density and its distribution, by cell.
type Toy struct {
	Title   string
	File    string // a name for it as a file, without an ending
	Grid    grid.Grid
	LogF, P []float64
}

// Toys draws all toys, random ones with their own seeds and toys with parameters at their examples.
func Toys() (all []Toy) {
	for _, t := range toys.Catalogue {
		c, err := experiments.Setting{Toy: experiments.ExampleOf(t)}.Chain()
		if err != nil {
			panic("portrait: a toy of the catalogue: " + err.Error())
		}
		all = append(all, Toy{Title: c.TargetLabel(), File: strings.ReplaceAll(c.TargetName(), ":", "-"), Grid: c.Grid,
			LogF: c.Target.LogF, P: chains.Normalized(c.Target.LogF)})
	}
	return all
}
