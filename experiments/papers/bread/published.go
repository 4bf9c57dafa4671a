package bread

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"breadboard/experiments"
	"breadboard/toys"
)

// A Published has one number that BREAD prints in Appendix B.1.1.
type Published struct {
	Quantity experiments.Quantity
	T        int
	Printed  string // as printed, so that its digits are known: "1.840" has three decimals
}

// Value returns the printed number.
func (p Published) Value() float64 {
	v, err := strconv.ParseFloat(p.Printed, 64)
	if err != nil {
		panic("bread: a published number " + err.Error())
	}
	return v
}

// Select returns the published quantity among J and B.
func (p Published) Select(j, b float64) float64 {
	if p.Quantity == experiments.B {
		return b
	}
	return j
}

// A Claim has a published number and the computed one.
type Claim struct {
	Published
	Computed float64
}

// Claims returns the numbers that are printed of a toy at the T of a measurement by the paper's kernel.
func Claims(m experiments.Measurement) (all []Claim) {
	for _, t := range Toys() {
		for _, p := range t.Published {
			if t.Name == m.Annealer.TargetName() && p.T == m.T {
				all = append(all, Claim{p, p.Select(m.J(), m.B())})
			}
		}
	}
	return all
}

// Agrees reports whether the computed number, rounded to the decimals of the published one, is printed the same. NaN
// agrees with nothing.
func (c Claim) Agrees() bool {
	_, decimals, _ := strings.Cut(c.Printed, ".")
	return strconv.FormatFloat(c.Computed, 'f', len(decimals), 64) == c.Printed
}

// Verdict returns "agrees to the digits published", or the difference.
func (c Claim) Verdict() string {
	if c.Agrees() {
		return "agrees to the digits published"
	}
	off := c.Computed - c.Value()
	return fmt.Sprintf("differs by %+.2g (%+.2g%%)", off, 100*(off/c.Value()))
}

// A Toy has a toy of Appendix B.1.1, with the numbers that are printed there.
type Toy struct {
	toys.Toy
	Published []Published
}

// Toys returns the three toys of Appendix B.1.1, with the numbers that the paper prints of them. The draws of the two
// random ones were not published; their default seeds are the nearest among the first 100,000 (draws.go).
func Toys() (all []Toy) {
	for _, p := range [][4]string{{"easy", "0.13", "0.00518", "0.0705"}, {"hard", "4.73", "1.840", "2.309"},
		{"barrier", "1.65", "1.085", "1.184"}} {
		i := slices.IndexFunc(toys.Catalogue, func(t toys.Toy) bool { return t.Name == p[0] })
		all = append(all, Toy{toys.Catalogue[i],
			[]Published{{experiments.J, 100, p[1]}, {experiments.J, 1000, p[2]},
				{experiments.B, 1000, p[3]}}})
	}
	return all
}
