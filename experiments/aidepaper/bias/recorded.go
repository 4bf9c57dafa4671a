package bias

import (
	_ "embed"
	"math"
	"strconv"
	"strings"
)

// A Recorded number was recorded by the authors, with its standard error. Both are NaN if there is
// none.
type Recorded struct{ AIDE, Err float64 }

// recordedRegression has the authors' AIDE estimates of Figure 2, from 10,000 runs of each program and
// rounded to five digits: linear_regression/data of github.com/probcomp/nips2017-aide-experiments,
// which has the MIT licence. The row of VB is the one after 10,000 gradient steps.
//
//go:embed data/regression.csv
var recordedRegression string

// recordedBias looks up a number.
func recordedBias(program string, size, M int) Recorded {
	if program == FixedVB {
		program = "VB"
	}
	key := program + "," + strconv.Itoa(size) + "," + strconv.Itoa(M) + ","
	for line := range strings.Lines(recordedRegression) {
		if rest, ok := strings.CutPrefix(line, key); ok {
			value, stderr, _ := strings.Cut(strings.TrimSpace(rest), ",")
			return Recorded{numberOf(value), numberOf(stderr)}
		}
	}
	return Recorded{math.NaN(), math.NaN()}
}

func numberOf(text string) float64 {
	v, err := strconv.ParseFloat(text, 64)
	if err != nil {
		panic("bias: " + err.Error()) // unreachable: a test reads all lines
	}
	return v
}
