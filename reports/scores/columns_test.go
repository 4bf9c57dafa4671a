package scores

import (
	"fmt"
	"reflect"
	"testing"

	"breadboard/experiments/score"
)

// Each column of the scores for programs has a field of its own: every field of the record is another prime.
func TestEachColumnHasItsField(t *testing.T) {
	var row score.Row
	next := 2
	fillWithPrimes(reflect.ValueOf(&row).Elem(), &next)
	want := map[string]any{"density": row.Density, "kernel": row.Kernel, "function": row.Function, "start": row.Start,
		"budget": row.Budget, "N": row.N, "chains": row.Chains, "mc_seed": row.MCSeed, "seed": *row.Seed,
		"ness": row.NESS, "spread": row.Spread, "bias": row.Bias, "variance": row.Variance, "stderr": row.StdErr,
		"limit": float64(row.Limit), "ress": row.RESS(), "mse": row.MSE(), "eff": row.Efficiency()}
	data := Data([]score.Row{row})
	seen := map[string]string{}
	for i, c := range data.Columns {
		got := fmt.Sprint(data.Rows[0][i])
		value, known := want[c.Key]
		if known && got != fmt.Sprint(value) {
			t.Errorf("column %s is %s, want %v", c.Key, got, value)
		}
		if known && seen[got] != "" {
			t.Errorf("columns %s and %s are both %s", seen[got], c.Key, got)
		}
		seen[got] = c.Key
		delete(want, c.Key)
	}
	if len(want) > 0 {
		t.Errorf("no columns %v", want)
	}
}

// fillWithPrimes sets each field to the next prime, from *next on.
func fillWithPrimes(v reflect.Value, next *int) {
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			fillWithPrimes(v.Field(i), next)
		}
		return
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		fillWithPrimes(v.Elem(), next)
		return
	case reflect.String:
		v.SetString(fmt.Sprintf("word %d", *next))
	case reflect.Int, reflect.Int64:
		v.SetInt(int64(*next))
	case reflect.Uint64:
		v.SetUint(uint64(*next))
	case reflect.Float64:
		v.SetFloat(float64(*next))
	default:
		panic("no prime for a " + v.Kind().String())
	}
	*next = primeAfter(*next)
}

// primeAfter is the least prime above n.
func primeAfter(n int) int {
	for candidate := n + 1; ; candidate++ {
		prime := true
		for d := 2; d*d <= candidate; d++ {
			prime = prime && candidate%d != 0
		}
		if prime {
			return candidate
		}
	}
}
