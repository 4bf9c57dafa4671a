// Package aidepaper carries out the experiments of the AIDE paper (Cusumano-Towner and Mansinghka
// 2017), each beside its exact values and beside the authors' numbers, which are in the folder data:
//
//	Bias     Figure 2: the bias of SMC, MH and VB against M, on a linear regression whose sampler has
//	         all its powers in closed form (regression.go)
//	Modes    Figure 3: a bimodal target, where estimates of log p(y) hide a missing mode
//	Filters  Figure 4: particle filters of a hidden Markov model, with the authors' parameters, and
//	         with a mistake that gives their numbers (mistake.go)
//
// Each is measured, and has rows.
package aidepaper

import (
	"bytes"
	"context"
	"embed"
	"encoding/csv"
	"fmt"
	"math"
	"path"
	"slices"
	"strconv"

	"breadboard/experiments"
	"breadboard/experiments/studies/run"
)

// A Size says how finely to study, and on which draws.
type Size struct {
	Quick bool   // fewer runs and smaller programs; the reports say so
	Seed  uint64 // other draws; 0 are those of the committed files
}

// seeded is a seed of the study on the size's draws.
func (s Size) seeded(seed uint64) uint64 { return run.Setting{Seed: s.Seed}.Seeded(seed) }

// A Study has all experiments.
type Study struct {
	Size
	Bias    Bias
	Modes   Modes
	Filters Filters
}

// Reproduce runs everything that is not on the shelf. The error is ctx's, or that of the shelf.
func Reproduce(ctx context.Context, setting run.Setting) (Study, error) {
	size := Size{Quick: setting.Quick, Seed: setting.Seed}
	s := Study{Size: size}
	// Each experiment takes so many seconds, roughly.
	const bias, modes, filters = 25, 3, 80
	const all = bias + modes + filters
	begins := 0
	next := func(seconds int) experiments.Progress {
		begins += seconds
		return setting.Tell.Share(begins-seconds, begins, all)
	}
	for _, experiment := range []func() error{
		func() error { return one(ctx, setting.Shelf, &s.Bias, "bias", size, next(bias), measureBias) },
		func() error { return one(ctx, setting.Shelf, &s.Modes, "modes", size, next(modes), measureModes) },
		func() error {
			return one(ctx, setting.Shelf, &s.Filters, "filters", size, next(filters), measureFilters)
		},
	} {
		if err := experiment(); err != nil {
			return s, err
		}
	}
	return s, nil
}

// one makes an experiment, unless it is on the shelf.
func one[R any](ctx context.Context, shelf *run.Shelf, result *R, name string, size Size,
	progress experiments.Progress, do func(context.Context, Size, experiments.Progress) (R, error)) (err error) {
	*result, err = run.Once(ctx, shelf, name, func(ctx context.Context) (R, error) { return do(ctx, size, progress) })
	return err
}

// A Sampled number has a standard error. It is 0 if the number is exact.
type Sampled struct {
	Value float64 `column:"*"`
	Err   float64 `column:"*_stderr"`
}

// Format writes the number with its error: by "%.1f" as 3.1 ± 0.2.
func (s Sampled) Format(f fmt.State, verb rune) {
	format := fmt.FormatString(f, verb)
	fmt.Fprintf(f, format+" ± "+format, s.Value, s.Err)
}

// sampled takes a number and its error as a function returns them.
func sampled(value, err float64) Sampled { return Sampled{value, err} }

// z is how far two numbers are apart, in standard errors of both.
func (s Sampled) z(other Sampled) float64 {
	if s.Value == other.Value { // both may be exact
		return 0
	}
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

// The authors' files, with their licence in the README beside them. They were read when the program was tested, so that
// they can be read.
//
//go:embed data
var authors embed.FS

func embedded[T any](v T, err error) T {
	if err != nil {
		panic("aidepaper: " + err.Error())
	}
	return v
}

func authorsFile(name string) []byte { return embedded(authors.ReadFile(path.Join("data", name))) }

// authorsRows are the rows of a CSV file without its head.
func authorsRows(name string) [][]string {
	return embedded(csv.NewReader(bytes.NewReader(authorsFile(name))).ReadAll())[1:]
}

func number(text string) float64 { return embedded(strconv.ParseFloat(text, 64)) }
