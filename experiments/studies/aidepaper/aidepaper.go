// Package aidepaper carries out the experiments of the AIDE paper (Cusumano-Towner and Mansinghka
// 2017), each beside its exact values and beside the authors' numbers, which are in the folder data:
//
//	Bias        Figure 2: the bias of SMC, MH and VB against M, on a linear regression (regression.go)
//	            whose sampler has all its powers in closed form (powers.go)
//	Modes       Figure 3: a bimodal target, where estimates of log p(y) hide a missing mode
//	Filters     Figure 4: particle filters of a hidden Markov model, with the authors' parameters, and
//	            with a mistake that gives their numbers (mistake.go)
//	Partitions  Figure 5: a Dirichlet process mixture over all partitions of nine points
//	Galaxies    the supplement's forty galaxies, by the right reverse and by that of the authors' code
//
// Each is measured, and has rows and findings.
package aidepaper

import (
	"context"
	"embed"
	"encoding/csv"
	"math"
	"path"
	"slices"
	"strconv"

	"gonum.org/v1/gonum/stat"

	"breadboard/experiments"
)

// A Size says how finely to study.
type Size struct {
	Quick bool // fewer runs and smaller programs; the reports say so
}

// A Study has all experiments.
type Study struct {
	Size
	Bias       Bias
	Modes      Modes
	Filters    Filters
	Partitions Partitions
	Galaxies   Galaxies
}

// Reproduce runs everything. The error is ctx's.
func Reproduce(ctx context.Context, size Size, progress experiments.Progress) (Study, error) {
	s := Study{Size: size}
	var err error
	parts := []struct {
		cost int // roughly in seconds
		run  func(tell experiments.Progress)
	}{
		{25, func(tell experiments.Progress) { s.Bias, err = measureBias(ctx, size, tell) }},
		{3, func(tell experiments.Progress) { s.Modes, err = measureModes(ctx, size, tell) }},
		{80, func(tell experiments.Progress) { s.Filters, err = measureFilters(ctx, size, tell) }},
		{20, func(tell experiments.Progress) { s.Partitions, err = measurePartitions(ctx, size, tell) }},
		{150, func(tell experiments.Progress) { s.Galaxies, err = measureGalaxies(ctx, size, tell) }},
	}
	all, from := 0, 0
	for _, p := range parts {
		all += p.cost
	}
	for _, p := range parts {
		if p.run(progress.Share(from, from+p.cost, all)); err != nil {
			return s, err
		}
		from += p.cost
	}
	return s, nil
}

// A Sampled number has a standard error. It is 0 if the number is exact.
type Sampled struct {
	Value float64 `column:"*"`
	Err   float64 `column:"*_stderr"`
}

// meanOf is the mean of independent draws.
func meanOf(draws []float64) Sampled {
	m, v := stat.MeanVariance(draws, nil)
	return Sampled{m, math.Sqrt(v / float64(len(draws)))}
}

// sampled takes a number and its error as a function returns them.
func sampled(value, err float64) Sampled { return Sampled{value, err} }

// z is how far two numbers are apart, in standard errors of both.
func (s Sampled) z(other Sampled) float64 {
	return (s.Value - other.Value) / math.Hypot(s.Err, other.Err)
}

// where are the rows that are so.
func where[R any](rows []R, is func(R) bool) (some []R) {
	for _, r := range rows {
		if is(r) {
			some = append(some, r)
		}
	}
	return some
}

// the is the first row that is so; there is one.
func the[R any](rows []R, is func(R) bool) R { return rows[slices.IndexFunc(rows, is)] }

// The authors' files, with their licence in the README beside them.
//
//go:embed data
var authors embed.FS

// authorsFile is one of them. They were read when the program was tested.
func authorsFile(name string) []byte {
	data, err := authors.ReadFile(path.Join("data", name))
	if err != nil {
		panic("aidepaper: " + err.Error())
	}
	return data
}

// authorsRows are the rows of a CSV file without its head.
func authorsRows(name string) [][]string {
	f, err := authors.Open(path.Join("data", name))
	if err != nil {
		panic("aidepaper: " + err.Error())
	}
	defer f.Close()
	rows, err := csv.NewReader(f).ReadAll()
	if err != nil {
		panic("aidepaper: " + err.Error())
	}
	return rows[1:]
}

// number reads a number of the authors' files.
func number(text string) float64 {
	v, err := strconv.ParseFloat(text, 64)
	if err != nil {
		panic("aidepaper: " + err.Error())
	}
	return v
}
