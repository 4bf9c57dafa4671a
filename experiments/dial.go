package experiments

import (
	"strconv"
	"strings"

	"breadboard/chains"
	"breadboard/grid/text"
)

// A Dial is a name whose parameter is searched between two ends, as laplace:0.5..4: any value between them may be the
// best. Beside it stand names that are what they are, and ranges that are lists: 1..8 of whole numbers, 0.5..4x5.
type Dial struct {
	Name      string // without the parameter
	Low, High float64
	Spacing   chains.Spacing
}

// dialDigits are the digits of a dial's values: more than any J or B that is compared can tell apart, and few to read.
const dialDigits = 6

// ReadDial reads a name with a range of a parameter that takes any value. It is not ok of any other name, which Ranged
// reads. The error is a Fault.
func ReadDial(field Field, spec string) (d Dial, ok bool, err error) {
	name, word, _ := strings.Cut(spec, ":")
	spacing, isParameter := spacingOf(field, name)
	if !isParameter || !isRange(word) || strings.Contains(word, "x") || spacing == chains.Wholes {
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
	case spacing == chains.Ratios && low <= 0:
		err = Faultf("%v %s: the parameter is a scale; a low end above 0 would do", field, text.Brief(spec, 60))
	}
	return Dial{Name: name, Low: low, High: high, Spacing: spacing}, true, err
}

// At is the name at a share of the way between the ends: in equal ratios if the parameter is a scale.
func (d Dial) At(share float64) string {
	v := inDigits(onTheWay(d.Spacing, d.Low, d.High, share), dialDigits)
	v = min(max(v, d.Low), d.High)
	return d.Name + ":" + strconv.FormatFloat(v, 'g', -1, 64)
}
