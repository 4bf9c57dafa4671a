// Package aide reproduces Figures 2 to 4 of the AIDE paper (Cusumano-Towner and Mansinghka 2017). AIDE estimates
// J, the symmetrised divergence between the distributions of what two programs return, from runs of both. Its
// expectation is J or more; the excess is its bias. Beside each estimate stand the exact value, where it can be
// computed, and the number that the authors published (folder data).
//
//	Figure 2  MH, SMC and VB on a linear regression, against the number of reverse runs (regression.go). The kernel
//	          of MH has all its powers in closed form (powers.go). VB goes up an estimated gradient (descent.go).
//	Figure 3  a posterior with two modes: the estimate of log p(y) beside AIDE (modes.go)
//	Figure 4  particle filters of a hidden Markov model (filters.go), also with the slip of the published code
//	          (slip.go)
package aide

import (
	"bytes"
	"context"
	"embed"
	"encoding/csv"
	"math"
	"path"
	"strconv"

	"breadboard/experiments/papers"
)

// Results has the numbers of all figures.
type Results struct {
	Quick      bool
	Regression []RegressionRow
	Modes      Modes
	Filters    Filters
}

// Reproduce measures all figures. The error is ctx's, or the journal's.
func Reproduce(ctx context.Context, o papers.Options) (f Results, err error) {
	const regression, modes, filters = 25, 28, 108 // about when each ends, in seconds
	f.Quick = o.Quick
	if f.Regression, err = measureRegression(ctx, o.Part(0, regression, filters)); err != nil {
		return f, err
	}
	if f.Modes, err = measureModes(ctx, o.Part(regression, modes, filters)); err != nil {
		return f, err
	}
	f.Filters, err = measureFilters(ctx, o.Part(modes, filters, filters))
	return f, err
}

// A Sampled has a number and its standard error, which is 0 if the number is exact.
type Sampled struct {
	Value float64 `column:"*"` // NaN if there is none
	Err   float64 `column:"*_stderr"`
}

// unknown holds the place of a number that is not known.
var unknown = Sampled{math.NaN(), math.NaN()}

func sampled(value, err float64) Sampled { return Sampled{value, err} }

// Known reports whether the number is known.
func (s Sampled) Known() bool { return !math.IsNaN(s.Value) }

// Z returns the difference from another number, in standard errors of both.
func (s Sampled) Z(other Sampled) float64 {
	if s.Value == other.Value { // both may be exact
		return 0
	}
	return (s.Value - other.Value) / math.Hypot(s.Err, other.Err)
}

// Agrees reports whether two numbers are within 2.5 standard errors of both, as 79 of 80 pairs with one expectation
// are.
func (s Sampled) Agrees(other Sampled) bool { return math.Abs(s.Z(other)) <= 2.5 }

// exactOr returns a number that is known exactly, or else its estimate.
func exactOr(exact float64, estimate Sampled) Sampled {
	if math.IsNaN(exact) {
		return estimate
	}
	return Sampled{Value: exact}
}

// published has the authors' files; their licence is in the README of the folder.
//
//go:embed data
var published embed.FS

// mustRead returns a value that was read from a published file. It panics on an error, because the files are part of
// the program.
func mustRead[T any](v T, err error) T {
	if err != nil {
		panic("aide: " + err.Error())
	}
	return v
}

func publishedFile(name string) []byte { return mustRead(published.ReadFile(path.Join("data", name))) }

// publishedRows returns the rows of a CSV file without its head.
func publishedRows(name string) [][]string {
	return mustRead(csv.NewReader(bytes.NewReader(publishedFile(name))).ReadAll())[1:]
}

func number(text string) float64 { return mustRead(strconv.ParseFloat(text, 64)) }
