package experiments

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/grid/text"
)

// A Dial is a name whose parameter is searched between two ends, as laplace:0.5..4: any value between them may be the
// best. Beside it stand names that are what they are, and ranges that are lists: 1..8 of whole numbers, 0.5..4x5.
type Dial struct {
	Name      string // without the parameter
	Low, High float64
	Spacing   chains.Spacing
	Linear    bool // pushes of the kernel are linear in the parameter
	// Smooth is the range around a value within which the kernel changes without a jump; nil is everywhere.
	Smooth func(v float64) (low, high float64)
}

// dialOf is what the catalogues say of the parameter of a name, without the ends. It is not ok of a name without one.
func dialOf(field Field, name string) (d Dial, ok bool) {
	switch field {
	case FieldKernel:
		return dialIn(kernels.Named, name)
	case FieldBridge:
		return dialIn(chains.Bridges, name)
	case FieldSchedule:
		return dialIn(chains.Schedules, name)
	}
	return Dial{}, false
}

func dialIn[T any](catalogue []chains.Entry[chains.Family[T]], name string) (d Dial, ok bool) {
	i := slices.IndexFunc(catalogue, func(e chains.Entry[chains.Family[T]]) bool {
		return e.Name == name && e.Make.Param != ""
	})
	if i < 0 {
		return Dial{}, false
	}
	of := catalogue[i].Make
	return Dial{Name: name, Spacing: of.Spacing, Linear: of.Linear, Smooth: of.Smooth}, true
}

// dialDigits are the digits of a dial's values: more than any J or B that is compared can tell apart, and few to read.
const dialDigits = 6

// ReadDial reads a name with a range of a parameter that takes any value. It is not ok of any other name, which Ranged
// reads. The error is a Fault.
func ReadDial(field Field, spec string) (d Dial, ok bool, err error) {
	name, word, _ := strings.Cut(spec, ":")
	d, isParameter := dialOf(field, name)
	if !isParameter || !isRange(word) || strings.Contains(word, "x") || d.Spacing == chains.Wholes {
		return Dial{}, false, nil
	}
	from, to, _ := strings.Cut(word, "..")
	low, wrongLow := text.Float(strings.TrimSpace(from))
	high, wrongHigh := text.Float(strings.TrimSpace(to))
	switch {
	case wrongLow != nil || wrongHigh != nil:
		err = Faultf("%v %s: %s is no range of numbers; two of them, as in 0.5..4, would do", field,
			text.Brief(spec, 60), text.Quote(word))
	case high <= low:
		err = Faultf("%v %s does not rise; a low end below the high one would do", field, text.Brief(spec, 60))
	case d.Spacing == chains.Ratios && low <= 0:
		err = Faultf("%v %s: the parameter is a scale; a low end above 0 would do", field, text.Brief(spec, 60))
	}
	d.Low = low
	d.High = high
	return d, true, err
}

// At is the name at a share of the way between the ends: in equal ratios if the parameter is a scale.
func (d Dial) At(share float64) string {
	v := inDigits(onTheWay(d.Spacing, d.Low, d.High, share), dialDigits)
	return d.Named(min(max(v, d.Low), d.High))
}

// Named is the name at a value, with all its digits.
func (d Dial) Named(v float64) string { return d.Name + ":" + strconv.FormatFloat(v, 'g', -1, 64) }

// Value is the value at a share of the way, with all its digits.
func (d Dial) Value(share float64) float64 {
	return min(max(onTheWay(d.Spacing, d.Low, d.High, share), d.Low), d.High)
}

// Share is the share of the way at which a value lies.
func (d Dial) Share(v float64) float64 {
	share := (v - d.Low) / (d.High - d.Low)
	if d.Spacing == chains.Ratios {
		share = math.Log(v/d.Low) / math.Log(d.High/d.Low)
	}
	return min(max(share, 0), 1)
}
