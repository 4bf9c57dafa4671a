// Package paper reproduces Appendix B.1.1 of BREAD (paper.go): the table of J and B (Tightness) and Figures 3 and 4
// (Curve, Gallery). It adds two things that the paper does not have: an Ensemble of random toys, and Monte Carlo
// estimates beside every exact number. Reproduce runs it all. Search finds the draws of a random toy whose figures are
// nearest to the published ones, and Portraits draws the toys.
package paper

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/exact"
	"breadboard/experiments"
	"breadboard/experiments/crosscheck"
	"breadboard/experiments/sampling"
	"breadboard/toys"
)

// A Published is one number that BREAD prints in Appendix B.1.1.
type Published struct {
	Quantity experiments.Quantity
	T        int
	Printed  string // as printed, so that its digits are known: "1.840" has three decimals
}

// Value is the number printed.
func (p Published) Value() float64 {
	v, err := strconv.ParseFloat(p.Printed, 64)
	if err != nil {
		panic("experiments: a published figure " + err.Error())
	}
	return v
}

// figure returns the same figure of an exact run.
func (p Published) figure(g exact.Measured) float64 {
	if p.Quantity == experiments.B {
		return g.B()
	}
	return g.J()
}

// A Claim is a published figure beside the computed one.
type Claim struct {
	Published
	Computed float64
}

// Agrees reports whether the computed figure, rounded to the decimals of the published one, is printed the same. NaN
// agrees with nothing.
func (c Claim) Agrees() bool {
	_, decimals, _ := strings.Cut(c.Printed, ".")
	return strconv.FormatFloat(c.Computed, 'f', len(decimals), 64) == c.Printed
}

// Verdict is "agrees to the digits published", or the difference.
func (c Claim) Verdict() string {
	if c.Agrees() {
		return "agrees to the digits published"
	}
	off := c.Computed - c.Value()
	return fmt.Sprintf("differs by %+.2g (%+.2g%%)", off, 100*(off/c.Value()))
}

// A Toy is one of Appendix B.1.1, with the figures printed there.
type Toy struct {
	toys.Toy
	Title     string // the paper's name of the toy
	Published []Published
}

// Title is the paper's name of a toy, for prose and figures, and any other name as it is.
func Title(name string) string {
	titles := map[string]string{"easy": "EASY RANDOM", "hard": "HARD RANDOM", "barrier": "BARRIER"}
	return cmp.Or(titles[name], name)
}

// Toys are the three toys of Appendix B.1.1, with the numbers that the paper prints of them. The two random ones are
// unpublished draws, so the printed figures give the range of other draws, and not their values.
func Toys() (all []Toy) {
	for _, p := range [][4]string{{"easy", "0.13", "0.00518", "0.0705"}, {"hard", "4.73", "1.840", "2.309"},
		{"barrier", "1.65", "1.085", "1.184"}} {
		i := slices.IndexFunc(toys.Catalogue, func(t toys.Toy) bool { return t.Name == p[0] })
		all = append(all, Toy{toys.Catalogue[i], Title(p[0]),
			[]Published{{experiments.J, 100, p[1]}, {experiments.J, 1000, p[2]},
				{experiments.B, 1000, p[3]}}})
	}
	return all
}

func (t Toy) target() toys.Target { return t.Of(t.Seed) }

// Annealing is the paper's annealing of T levels: from the uniform distribution, by geometric averages on a linear
// schedule, with Metropolis moves.
func Annealing(t toys.Target, T int) chains.Annealing {
	return chains.To(t.LogF, t.Grid, kernels.Metropolis{}, T)
}

// logSpaced returns integers from low to high, perDecade of them to a factor of ten and equally spaced except for
// rounding, without repeats. 3 a decade are rounded to 1, 2 and 5 times a power of ten. 1 <= low <= high, and
// perDecade >= 1.
func logSpaced(low, high, perDecade int) (ts []int) {
	round := []float64{1, 2, 5}
	for k := 0; ; k++ {
		t := float64(low) * math.Pow(10, float64(k)/float64(perDecade))
		if perDecade == 3 {
			t = float64(low) * math.Pow(10, float64(k/3)) * round[k%3]
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

// A Size says how much of Appendix B to reproduce, and how finely.
type Size struct {
	Quick  bool  // less than all; the reports say so
	Ts     []int // of the tightness table
	Along  []int // the T of Figure 3's curves
	Draws  int   // random targets in the ensemble
	Chains int   // of each Monte Carlo run in each direction
}

// Sized is the whole reproduction, or a quick look: up to T = 10,000, over fewer targets and chains.
func Sized(quick bool) Size {
	if quick {
		return Size{Quick: true, Ts: logSpaced(10, 10_000, 1), Along: logSpaced(10, 10_000, 4),
			Draws: 100, Chains: 10_000}
	}
	return Size{Ts: logSpaced(10, 100_000, 3), Along: logSpaced(10, 100_000, 8), Draws: 1000, Chains: 100_000}
}

// A Reproduction is all of Appendix B.1.1, with two things that the paper does not have: an ensemble of draws, and a
// Monte Carlo estimate beside every exact number.
type Reproduction struct {
	Size
	Tightness []Tightness
	Curves    []Curve
	Galleries []Gallery
	Ensembles []Ensemble
	Checks    []crosscheck.Check
}

// Reproduce runs everything. The error is ctx's.
func Reproduce(ctx context.Context, size Size, progress experiments.Progress) (Reproduction, error) {
	r, err := Reproduction{Size: size}, error(nil)
	if r.Tightness, err = tightenAll(ctx, size.Ts, progress.Share(0, 55, 100)); err != nil {
		return r, err
	}
	if r.Curves, err = curves(ctx, size.Along, progress.Share(55, 65, 100)); err != nil {
		return r, err
	}
	if r.Galleries, err = galleries(ctx); err != nil {
		return r, err
	}
	if r.Ensembles, err = ensembles(ctx, size.Draws, progress.Share(65, 79, 100)); err != nil {
		return r, err
	}
	for i, t := range Toys() { // its chains at T = 100: forward, in reverse and exactly
		chain, err := experiments.Setting{Toy: t.Name}.Chain()
		if err != nil {
			return r, err
		}
		rows, err := crosscheck.OfEach(ctx, chain, []int{100}, sampling.Plan{Chains: size.Chains, Seed: 1},
			progress.Share(79+7*i, 86+7*i, 100))
		if err != nil {
			return r, err
		}
		r.Checks = append(r.Checks, rows...)
	}
	return r, nil
}
