package columns

import (
	"iter"
	"math"
)

// Values are the numbers of one row of a sweep. NaN is a number that was not asked
// for or does not exist. They are a list and not a map because a sweep holds a
// million of them.
type Values []float64

var (
	stored      = named(storedNames)
	storedIndex = func() map[string]int {
		at := map[string]int{}
		for i, c := range stored {
			at[c.Name] = i
		}
		return at
	}()
)

// Measure takes all numbers from a run.
func Measure(r Run) Values {
	v := make(Values, len(stored))
	for i, c := range stored {
		v[i], _ = c.Value(r)
	}
	return v
}

// NewValues holds numbers by their names; all others are NaN. It passes over names
// that it does not know, as a later version of the program may have written them.
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

// At returns the number of a name; of b_minus_j it returns the difference. It panics
// on a name that a sweep does not have.
func (v Values) At(name string) float64 {
	if name == "b_minus_j" {
		return v.At("B") - v.At("J")
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
