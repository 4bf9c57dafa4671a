package reporttest

import (
	"fmt"
	"reflect"
	"testing"

	"breadboard/reports/table"
)

// Fill sets each number and word of a record to another prime, so that a column that takes its number from another's
// field is seen. It takes a pointer. Of lists, functions and what is not exported it sets nothing.
func Fill(record any) { FillFrom(2, record) }

// FillFrom is Fill with this prime first.
func FillFrom(first int, record any) { setPrimes(reflect.ValueOf(record).Elem(), &first) }

func setPrimes(v reflect.Value, next *int) {
	if !v.CanSet() {
		return
	}
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			setPrimes(v.Field(i), next)
		}
		return
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		setPrimes(v.Elem(), next)
		return
	case reflect.Array:
		for i := range v.Len() {
			setPrimes(v.Index(i), next)
		}
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
		return
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

// OneRow holds the cells of a table's first row against what they should be, by their keys, and no two against the same
// value. Columns that nobody names here are not looked at, but for that; those in alike may be.
func OneRow(t *testing.T, data table.Table, want map[string]any, alike ...string) {
	t.Helper()
	allowed := map[string]bool{}
	for _, key := range alike {
		allowed[key] = true
	}
	seen := map[string]string{}
	for i, c := range data.Columns {
		cell := data.Rows[0][i]
		got := fmt.Sprint(cell)
		if value, known := want[c.Key]; known && got != fmt.Sprint(value) {
			t.Errorf("column %s is %s, want %v", c.Key, got, value)
		}
		delete(want, c.Key)
		if cell == nil || got == "false" || got == "" || allowed[c.Key] {
			continue
		}
		if seen[got] != "" {
			t.Errorf("columns %s and %s are both %s", seen[got], c.Key, got)
		}
		seen[got] = c.Key
	}
	if len(want) > 0 {
		t.Errorf("no columns %v", want)
	}
}
