// Package shipped rebuilds bugs of annealed importance sampling, particle filters and conditional SMC that public
// threads report. It also settles what was only disputed there (waiting.go, disputed_test.go). For every bug one step
// is changed of a program that keeps the law of package programs. On two or three cells both sides of the law are
// summed exactly, so that a bug shows at once. The same sums say how many runs a sampled test would need.
// reports/shipped has what was found.
package shipped

import (
	"context"

	"breadboard/experiments/studies/run"
)

// A Broken is a bug with the laws that it breaks, each at the place where a sampled test sees it soonest.
type Broken struct {
	Bug  string
	Laws []Check
}

// quickly is how many bugs a quick look has.
const quickly = 4

// Measure finds what each bug breaks.
func Measure(ctx context.Context, setting run.Setting) ([]Broken, error) {
	bugs := shipped
	if setting.Quick {
		bugs = bugs[:quickly]
	}
	sizes := make([]int, len(bugs))
	for i, b := range bugs {
		sizes[i] = b.wrongly.problem.T()
	}
	return run.Each(ctx, setting.Shelf, "bugs", sizes, setting.Tell, func(_ context.Context, i int) (Broken, error) {
		return Broken{Bug: bugs[i].name, Laws: broken(checksOf(bugs[i].wrongly))}, nil
	})
}

// Found is all that the study found.
type Found struct {
	Bugs    []Broken
	Waiting []Waiting
}

// Reproduce finds what each bug breaks, and whether conditional SMC may wait with resampling.
func Reproduce(ctx context.Context, setting run.Setting) (found Found, err error) {
	if found.Bugs, err = Measure(ctx, setting); err != nil {
		return found, err
	}
	found.Waiting, err = measureWaiting(ctx, setting)
	return found, err
}

// By is the check of a law, if the bug breaks it.
func (b Broken) By(law string) (check Check, ok bool) {
	for _, c := range b.Laws {
		if c.Law == law {
			return c, true
		}
	}
	return Check{}, false
}
