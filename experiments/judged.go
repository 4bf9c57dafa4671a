package experiments

import (
	"errors"
	"math"
	"slices"
	"strconv"
	"strings"

	"breadboard/chains"
	"breadboard/chains/laws"
	"breadboard/grid"
)

// Matrices of a folder, and rows that a program tells, are judged by the laws of kernels.

// brokenBy returns the first law that a matrix breaks at a level; nil if it keeps all.
func brokenBy(g grid.Grid, level *chains.Level, op chains.Operator, p []float64) error {
	op.Aim(level)
	w := laws.At(g, level)
	w.Slack = writtenTo(p)
	w.Write(op, slices.Collect(slices.Chunk(p, g.Size())))
	_, all, each := w.Invariance()
	findings := laws.Broken([]laws.Finding{w.Entries(), w.Sums(), w.Walls(), all, each})
	if len(findings) == 0 {
		return nil
	}
	return errors.New(findings[0].String())
}

// The fewest significant digits that count as rounded. Entries with fewer, such as 0.25, are
// taken as exact: rounded that far, a matrix would not have the J of its kernel.
const fewestDigits = 6

// writtenTo returns the error that the rounding of its digits leaves in each entry of a matrix: half a unit of the last
// digit if the longest entry has six to fifteen, as in 0.333333. It is half a unit of single precision if every entry
// is such a number, or the longest has the eight or nine digits of one. All other entries are exact up to rounding,
// which every law allows for.
func writtenTo(p []float64) laws.Slack {
	most, single := 0, true
	for _, v := range p {
		mantissa, _, _ := strings.Cut(strconv.FormatFloat(math.Abs(v), 'e', -1, 64), "e")
		most = max(most, len(strings.Replace(mantissa, ".", "", 1))) // the digits that are needed to write v
		single = single && v == float64(float32(v))
	}
	const double = 15 // decimal digits that every float64 keeps
	switch {
	case most > double && single, most == 8, most == 9:
		return 0x1p-25 // of an entry from 1/2 to 1
	case most < fewestDigits || most > double:
		return 0
	}
	return laws.Slack(0.5 * math.Pow10(-most))
}
