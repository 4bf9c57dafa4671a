// Package bdmc repeats Section 6 of BDMC (Grosse, Ghahramani and Adams 2015) at a size where log p(y) is a sum over a
// few thousand cells, so that every estimate can be compared with the truth.
//
// A Case is one of the three models, with one of twenty data sets simulated from it (cases.go). A Measurement is of an
// estimator of the paper's legend, at a budget, on a case: the bias and root mean squared error of its estimate of log
// p(y), of one run and of 25 combined as in the paper's footnote 5 (rows.go). Most estimators are pairs: the forward
// and the reverse runs of one program (pairs.go). Variational Bayes, nested sampling and the BIC are in others.go. A
// Fit is an entry of Table 1 (cases.go). Package reports/papers has the published numbers.
package bdmc

import (
	"cmp"
	"context"
	"slices"

	"breadboard/experiments/papers"
)

// A Size says how finely to measure.
type Size struct {
	Quick  bool // smaller models; the reports say so
	N      int  // observations in a data set
	Sets   int  // data sets of each model, with the seeds from 1
	Groups int  // combined estimates of programs that are sampled
	Nested int  // runs of nested sampling
	Starts int  // starts of variational Bayes
}

// Sized returns the whole size, or the size of a quick look at smaller models, with few data sets and runs.
func Sized(quick bool) Size {
	if quick {
		return Size{Quick: true, N: 4, Sets: 3, Groups: 2, Nested: 10, Starts: 20}
	}
	return Size{N: 6, Sets: 20, Groups: 4, Nested: 50, Starts: 100}
}

// Results has all measurements.
type Results struct {
	Size
	Rows []Measurement // by model, seed, estimator as in Legend, and budget
	Fits []Fit         // Table 1 of each seed, row by row
}

// Models lists the names of the three models, in the order of the paper.
var Models = []string{"clustering", "low rank", "binary"}

// Legend lists the estimators in the order of rows: as in the key below the paper's Figure 2, with the BIC last.
var Legend = []string{"HME", "rev AIS", "SHME", "SMC", "NS", "AIS", "VB+sym", "CMS", "VB", "LW", "BIC"}

// Reproduce measures all rows and Table 1. The error is ctx's.
func Reproduce(ctx context.Context, o papers.Options) (Results, error) {
	found := Results{Size: Sized(o.Quick)}
	cases := Cases(found.Size, o)
	sizes := slices.Repeat([]int{1}, len(cases))
	rows, err := papers.Each(ctx, o.Part(0, 95, 100), sizes,
		func(ctx context.Context, i int) ([]Measurement, error) { return measure(ctx, cases[i], found.Size) })
	if err != nil {
		return found, err
	}
	found.Rows = slices.Concat(rows...)
	fits, err := papers.Each(ctx, o.Part(95, 100, 100), sizes,
		func(_ context.Context, i int) ([]Fit, error) { return table1(cases[i]), nil })
	found.Fits = slices.Concat(fits...)
	return found, err
}

// measure makes all rows of a case.
func measure(ctx context.Context, c Case, size Size) (rows []Measurement, err error) {
	rows = criterion(c)
	parts := []func(context.Context, Case, Size) ([]Measurement, error){variational, nested}
	for _, f := range estimatorPairs {
		for _, budget := range f.budgets {
			parts = append(parts, func(ctx context.Context, c Case, size Size) ([]Measurement, error) {
				return f.measure(ctx, c, budget, size)
			})
		}
	}
	for _, part := range parts {
		some, err := part(ctx, c, size)
		if err != nil {
			return nil, err
		}
		rows = append(rows, some...)
	}
	slices.SortStableFunc(rows, func(a, b Measurement) int {
		return cmp.Or(cmp.Compare(slices.Index(Legend, a.Estimator), slices.Index(Legend, b.Estimator)),
			cmp.Compare(a.Budget, b.Budget))
	})
	return rows, nil
}
