// Package posteriors has posteriors of real data on lattices: phase 1 of Turner and Neal (2017) for spaces of
// some hundred cells.
//
// A lattice covers its posterior: it has at least 94% of the mass of a lattice that is twice as
// wide. It is fine enough that the mass spreads over a dozen cells or more. Tests check both, and
// hold every model to the laws of its variables.
package posteriors

import (
	"bytes"
	"embed"
	"encoding/csv"
	"slices"
	"strconv"
	"sync"

	"breadboard/grid"
	"breadboard/toys"
)

// A Posterior is the posterior of one to three parameters, on a lattice.
type Posterior struct {
	Name, About string
	Axes        []Axis
	// LogF is the log of the prior density times the likelihood, up to a constant. The density
	// is that of the parameters as they stand on the axes.
	LogF func(theta []float64) float64
}

// An Axis has equally spaced values of a parameter.
type Axis struct {
	Name     string
	From, To float64
	Cells    int
}

// At is the value in cell i.
func (a Axis) At(i int) float64 { return a.From + (a.To-a.From)*float64(i)/float64(a.Cells-1) }

// Theta returns the parameters in cell x.
func (p Posterior) Theta(g grid.Grid, x int) []float64 {
	theta := make([]float64, len(p.Axes))
	for a, axis := range p.Axes {
		theta[a] = axis.At(g.Coord(x, a))
	}
	return theta
}

// Target evaluates the posterior in every cell.
func (p Posterior) Target() toys.Target {
	var lens []int
	for _, axis := range p.Axes {
		lens = append(lens, axis.Cells)
	}
	g := grid.New(lens...)
	logf := make([]float64, g.Size())
	for x := range logf {
		logf[x] = p.LogF(p.Theta(g, x))
	}
	return toys.Target{Name: p.Name, Grid: g, LogF: logf}
}

// Catalogue lists the posteriors.
var Catalogue = sync.OnceValue(func() []Posterior {
	return slices.Concat(doses(), lines(), coal(), nile(), curves(), labels(), schools(), counted(), waves())
})

// files are small data sets that have been in public use for decades. data/README.md says where each comes from and
// what its columns are.
//
//go:embed data/*.csv
var files embed.FS

// dataOf returns columns of a data set, by the names in its header. There are such a set and such columns of numbers.
func dataOf(set string, names ...string) [][]float64 {
	rows := have(csv.NewReader(bytes.NewReader(have(files.ReadFile("data/" + set + ".csv")))).ReadAll())
	columns := make([][]float64, len(names))
	for i, name := range names {
		at := slices.Index(rows[0], name)
		for _, row := range rows[1:] {
			columns[i] = append(columns[i], have(strconv.ParseFloat(row[at], 64)))
		}
	}
	return columns
}

func have[T any](v T, err error) T {
	if err != nil {
		panic("posteriors: " + err.Error())
	}
	return v
}
