package columns

import (
	"encoding/json"
	"iter"
	"math"
	"slices"

	"breadboard/exact"
)

// Values are the numbers of one row of a sweep. NaN is a number that was not asked for or
// does not exist. They are a list and not a map because a sweep holds a million of them.
type Values []float64

var (
	stored = append(slices.Concat(without(numberColumns, "b_minus_j"), roundingColumns), slices.DeleteFunc(slices.Clone(accountColumns),
		func(c Column) bool { return c.Kind != Number })...)
	storedIndex = places(stored)
)

// Measure takes all numbers from a run.
func Measure(r Run) Values {
	v := make(Values, len(stored))
	for i, c := range stored {
		v[i], _ = c.Value(r)
	}
	return v
}

// NewValues holds numbers by their names; all others are NaN. It skips unknown names,
// which a later version of the program may have written.
func NewValues(known map[string]float64) Values {
	v := make(Values, len(stored))
	for i, c := range stored {
		v[i] = math.NaN()
		if x, ok := known[c.Name]; ok {
			v[i] = x
		}
	}
	return v
}

// At returns the number with this name; b_minus_j is computed as the difference. It panics
// on a name that a sweep does not have.
func (v Values) At(name string) float64 {
	if name == "b_minus_j" {
		off := 0.0
		for _, one := range []float64{v.At("j_off"), v.At("b_off")} {
			if one > 0 {
				off += one
			}
		}
		return exact.Beyond(v.At("B")-v.At("J"), off)
	}
	i, ok := storedIndex[name]
	if !ok {
		panic("columns: a sweep has no number " + name)
	}
	if v == nil {
		return math.NaN()
	}
	return v[i]
}

// Named yields all numbers with their names, in the order of tables.
func (v Values) Named() iter.Seq2[string, float64] {
	return func(yield func(string, float64) bool) {
		for _, c := range stored {
			if !yield(c.Name, v.At(c.Name)) {
				return
			}
		}
	}
}

// MarshalJSON writes one object and leaves NaN out.
func (v Values) MarshalJSON() ([]byte, error) {
	known := map[string]Real{}
	for name, x := range v.Named() {
		if !math.IsNaN(x) {
			known[name] = Real(x)
		}
	}
	return json.Marshal(known)
}

// UnmarshalJSON reads what MarshalJSON wrote, to the last bit.
func (v *Values) UnmarshalJSON(data []byte) error {
	var read map[string]Real
	if err := json.Unmarshal(data, &read); err != nil {
		return err
	}
	known := make(map[string]float64, len(read))
	for name, x := range read {
		known[name] = float64(x)
	}
	*v = NewValues(known)
	return nil
}

// A Real is a float in JSON, even if JSON has no such number: infinite values are the
// texts "inf" and "-inf", and NaN is null.
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
	switch string(data) {
	case `"inf"`:
		*v = Real(math.Inf(1))
	case `"-inf"`:
		*v = Real(math.Inf(-1))
	case "null":
		*v = Real(math.NaN())
	default:
		return json.Unmarshal(data, (*float64)(v))
	}
	return nil
}
