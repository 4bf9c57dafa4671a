package table_test

import (
	"math"
	"strconv"
	"testing"

	"pgregory.net/rapid"

	"breadboard/reports/table"
)

// What people read is the number to half a unit of its fifth digit.
func TestShort(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := rapid.Float64Range(-1e9, 1e9).Draw(t, "v")
		s := table.Short(v)
		back, err := strconv.ParseFloat(s, 64)
		if err != nil {
			t.Fatalf("%v became %s: %v", v, s, err)
		}
		if math.Abs(back-v) > 0.5001e-4*math.Abs(v) {
			t.Fatalf("%v became %s, which is %v", v, s, back)
		}
		if len(s) > len("-1.0000e-300") {
			t.Fatalf("%s is long", s)
		}
	})
	for v, want := range map[float64]string{0: "0", 1.0847: "1.0847", 0.00518: "0.0051800", -473: "-473.00",
		999999.9: "1.0000e+06", 1 - 1e-13: "1.0000", 123456: "123456",
		1e6: "1.0000e+06", 2.5e-10: "2.5000e-10", math.Inf(1): "inf", math.Inf(-1): "-inf"} {
		if got := table.Short(v); got != want {
			t.Errorf("Short(%v) = %s, want %s", v, got, want)
		}
	}
}

func TestThousands(t *testing.T) {
	for n, want := range map[int]string{0: "0", 999: "999", 1000: "1,000", -1234567: "-1,234,567"} {
		if got := table.Thousands(n); got != want {
			t.Errorf("Thousands(%d) = %s, want %s", n, got, want)
		}
	}
}
