package reports

import (
	"testing"

	"breadboard/experiments/validation"
	"breadboard/grid/must"
)

// TestEachKeyOfValidation: each key for software is read from a field of its own, of the whole and of a level. Without
// a field its key is null, or is left out if it does not apply.
func TestEachKeyOfValidation(t *testing.T) {
	var full, bare validation.Validation
	must.Fill(&full)
	full.BySamples = false // so that balance is known
	var s shown
	must.Do(t, WriteValidation(&s, full))
	full.BySamples = true
	full.Laws[0].OK = false
	full.Last().Speed.Values[0] += 2i
	full.Levels[0].Pattern.Classes = nil
	full.Levels[0].Pattern.Period = 1
	must.Do(t, WriteValidation(&s, full))
	bare.Levels = []validation.Level{{T: 3, SpeedErr: "it is large"}}
	must.Do(t, WriteValidation(&s, bare))
	s.is(t, "keys")
}
