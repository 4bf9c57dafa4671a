package columns

import (
	"encoding/json"
	"math"
	"strconv"
	"strings"
)

// Values has the numbers of one row of a sweep, by their names. It leaves out a number that was not asked for or does
// not exist.
type Values map[string]Real

// Measure returns all numbers of a sweep from a run.
func Measure(r Run) Values {
	values := Values{}
	for name, of := range Numbers {
		if v := of(r); !math.IsNaN(v) {
			values[name] = Real(v)
		}
	}
	return values
}

// At returns the number with this name, or NaN if it is left out.
func (v Values) At(name string) float64 {
	if x, ok := v[name]; ok {
		return float64(x)
	}
	return math.NaN()
}

// A Real holds a float in JSON, which has no infinite numbers and no NaN: these are the texts "inf" and "-inf", and
// null.
type Real float64

// MarshalJSON writes the fewest digits that read back the same.
func (v Real) MarshalJSON() ([]byte, error) {
	switch {
	case math.IsInf(float64(v), 1):
		return []byte(`"inf"`), nil
	case math.IsInf(float64(v), -1):
		return []byte(`"-inf"`), nil
	case math.IsNaN(float64(v)):
		return []byte("null"), nil
	}
	return json.Marshal(float64(v))
}

// UnmarshalJSON reads what MarshalJSON wrote.
func (v *Real) UnmarshalJSON(data []byte) error {
	if string(data) == "null" {
		*v = Real(math.NaN())
		return nil
	}
	number, err := strconv.ParseFloat(strings.Trim(string(data), `"`), 64)
	*v = Real(number)
	return err
}
