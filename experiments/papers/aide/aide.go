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

// Found has all that is found again.
type Results struct {
	Quick      bool
	Regression []RegressionRow
	Modes      Modes
	Filters    Filters
}

// Reproduce measures all figures. Its error is ctx's, or one of keeping what is found.
func Reproduce(ctx context.Context, s papers.Setting) (f Results, err error) {
	const regression, modes, filters = 25, 28, 108 // roughly when each has ended, in seconds
	f.Quick = s.Quick
	if f.Regression, err = measureRegression(ctx, s.Part(0, regression, filters)); err != nil {
		return f, err
	}
	if f.Modes, err = measureModes(ctx, s.Part(regression, modes, filters)); err != nil {
		return f, err
	}
	f.Filters, err = measureFilters(ctx, s.Part(modes, filters, filters))
	return f, err
}

// A Sampled number has a standard error, which is 0 if the number is exact.
type Sampled struct {
	Value float64 `column:"*,known"` // NaN if there is none
	Err   float64 `column:"*_stderr,known"`
}

// unknown is a number that nobody has.
var unknown = Sampled{math.NaN(), math.NaN()}

func sampled(value, err float64) Sampled { return Sampled{value, err} }

// Known says whether there is a number.
func (s Sampled) Known() bool { return !math.IsNaN(s.Value) }

// Z returns how far a number is from another, in standard errors of both.
func (s Sampled) Z(other Sampled) float64 {
	if s.Value == other.Value { // both may be exact
		return 0
	}
	return (s.Value - other.Value) / math.Hypot(s.Err, other.Err)
}

// Agrees says whether two numbers are within 2.5 standard errors of both: of 80 pairs with one expectation, one is not.
func (s Sampled) Agrees(other Sampled) bool { return math.Abs(s.Z(other)) <= 2.5 }

// exactOr returns a number that is known exactly, and else its estimate.
func exactOr(exact float64, estimate Sampled) Sampled {
	if math.IsNaN(exact) {
		return estimate
	}
	return Sampled{Value: exact}
}

// published has the authors' files, with their licence in the README beside them.
//
//go:embed data
var published embed.FS

// embedded returns what was read of a published file. The files are part of the program: each was read when it was
// tested.
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
