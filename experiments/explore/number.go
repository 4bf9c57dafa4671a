package explore

import (
	"encoding/json"
	"fmt"
	"math"
)

// A Number is a float64 that JSON can hold: "inf" and "-inf" are infinite, and null is a number that is not known.
// Finite numbers keep all of their digits.
type Number float64

// MarshalJSON writes the number.
func (n Number) MarshalJSON() ([]byte, error) {
	switch v := float64(n); {
	case math.IsNaN(v):
		return []byte("null"), nil
	case math.IsInf(v, 1):
		return []byte(`"inf"`), nil
	case math.IsInf(v, -1):
		return []byte(`"-inf"`), nil
	default:
		return json.Marshal(v)
	}
}

// UnmarshalJSON reads what MarshalJSON writes.
func (n *Number) UnmarshalJSON(text []byte) error {
	switch string(text) {
	case "null":
		*n = Number(math.NaN())
	case `"inf"`:
		*n = Number(math.Inf(1))
	case `"-inf"`:
		*n = Number(math.Inf(-1))
	default:
		var v float64
		if err := json.Unmarshal(text, &v); err != nil {
			return fmt.Errorf("%s is no number: %w", text, err)
		}
		*n = Number(v)
	}
	return nil
}

// Numbers returns the same numbers as JSON can hold them.
func Numbers(all []float64) []Number {
	of := make([]Number, len(all))
	for i, v := range all {
		of[i] = Number(v)
	}
	return of
}
