// Package bread reproduces Appendix B.1.1 of BREAD (Grosse, Ancha and Roy 2016): J and its bound B of annealing on
// three toys, as a table and as Figures 3 and 4 (exactly.go). The paper prints nine of these numbers (published.go).
//
// It adds what the paper does not have. The draws of the paper's random toys were not published: a Nearest has the
// draws whose numbers are nearest to the paper's, and an Ensemble says where the paper's numbers are among other draws
// (draws.go). Checks compare Monte Carlo estimates with exact numbers. And every table and figure may have a user's
// Kernel next to the paper's Metropolis (kernel.go).
package bread

import (
	"context"
	"fmt"
	"math"

	"breadboard/experiments"
	"breadboard/experiments/papers"
)

// A Size says how much of Appendix B is reproduced, and how finely.
type Size struct {
	Ts      []int // of the table
	CurveTs []int // of Figure 3's curves
	Draws   int   // random targets in the ensemble
	Seeds   int   // that are searched for the nearest draws
	Chains  int   // of each Monte Carlo run in each direction
}

// Sized returns the whole size, or the size of a quick look. A user's command tells its rows over a pipe, at each level
// of each T, and so has no ensemble, and no larger T than the kernel says, or than the matrices fit.
func Sized(quick bool, other Kernel) Size {
	size := Size{Draws: 1000, Seeds: 100_000, Chains: 100_000}
	most := 100_000      // T
	table, along := 3, 8 // T to a factor of ten
	if quick {
		size = Size{Draws: 100, Seeds: 1000, Chains: 10_000}
		most = 10_000
		table, along = 1, 4
	}
	if other.By != nil {
		size.Draws = 0
		most = min(10_000, max(10, other.Most))
		along = table
	}
	if !other.isMetropolis() {
		size.Seeds = 0 // the nearest draws are those of the paper's kernel
	}
	size.Ts = logSpaced(most, table)
	size.CurveTs = logSpaced(most, along)
	return size
}

// Results has all numbers of a reproduction. Rows and curves are by toy, and then by kernel, the paper's first.
type Results struct {
	Size
	Quick     bool
	Other     Kernel // the zero Kernel, which is the paper's, if there is no other (HasOther)
	Tightness []experiments.Measurement
	Curves    []experiments.Measurement // J and B alone, at more T
	Galleries []Gallery
	Ensembles []Ensemble
	Nearest   []Nearest
	Checks    []experiments.Measurement // with chains, at T = 100
}

// HasOther reports whether there is a kernel besides the paper's.
func (f Results) HasOther() bool { return !f.Other.isMetropolis() }

// Misses says on which toy the other kernel has no B, and why; "" if it has one on each.
func (f Results) Misses() string {
	for _, m := range f.Tightness {
		if math.IsNaN(m.B()) && len(m.Warnings) > 0 {
			return fmt.Sprintf("on %s %s", m.Annealer.TargetName(), m.Warnings[0])
		}
	}
	return ""
}

// Reproduce reproduces Appendix B.1.1 by the paper's kernel, and by another unless that is the zero Kernel.
func Reproduce(ctx context.Context, o papers.Options, other Kernel) (Results, error) {
	return Sized(o.Quick, other).Reproduce(ctx, o, other)
}

// Reproduce reproduces this size of the appendix. The error is ctx's, or the kernel's.
func (size Size) Reproduce(ctx context.Context, o papers.Options, other Kernel) (Results, error) {
	f := Results{Size: size, Quick: o.Quick, Other: other}
	kernels := []Kernel{{}}
	if f.HasOther() {
		kernels = append(kernels, other)
	}
	// When each part ends, in hundredths of the time without the search.
	const measured, drawn, searched = 86, 100, 600
	all := drawn
	if f.Seeds > 0 {
		all = searched
	}
	toys := Toys()
	for i, t := range toys {
		if err := f.add(ctx, o.Part(0, measured, all).Part(i, i+1, len(toys)), t, kernels); err != nil {
			return f, err
		}
	}
	var err error
	if f.Draws > 0 {
		if f.Ensembles, err = ensembles(ctx, o.Part(measured, drawn, all), kernels, f.Draws); err != nil {
			return f, err
		}
	}
	if f.Seeds > 0 {
		f.Nearest, err = nearest(ctx, o.Part(drawn, searched, all), f.Seeds)
	}
	return f, err
}

// logSpaced returns whole numbers from 10 to high, perDecade of them to a factor of ten, equally spaced but for
// rounding and without repeats. Three a decade are 1, 2 and 5 times a power of ten.
func logSpaced(high, perDecade int) (ts []int) {
	round := []float64{1, 2, 5}
	for k := 0; ; k++ {
		t := math.Pow(10, 1+float64(k)/float64(perDecade))
		if perDecade == 3 {
			t = math.Pow(10, 1+float64(k/3)) * round[k%3]
		}
		n := int(math.Round(t))
		if n > high {
			return ts
		}
		if len(ts) == 0 || n > ts[len(ts)-1] {
			ts = append(ts, n)
		}
	}
}
