package text

import "testing"

// TestCheckMemory: what takes 2 GiB is allowed and a byte more is not, and the largest size is not refused itself.
func TestCheckMemory(t *testing.T) {
	perUnit := func(b float64) func(float64) float64 { return func(n float64) float64 { return n * b } }
	squared := func(n float64) float64 { return 8 * n * n }
	for _, c := range []struct {
		n     int
		bytes func(float64) float64
		want  string
	}{
		{MostBytes, perUnit(1), ""},
		{1 << 23, perUnit(256), ""},
		{1<<23 + 1, perUnit(256), "8,388,609 cells take 2 GiB of memory, and a command has 2 GiB; use up to 8,388,608"},
		{1 << 20, squared, "1,048,576 cells take 8 TiB of memory, and a command has 2 GiB; use up to 16,384"},
		{16_384, squared, ""},
		{1 << 30, perUnit(1e30),
			"1,073,741,824 cells take 9.31e+20 EiB of memory, and a command has 2 GiB; use up to 0"},
	} {
		got := ""
		if err := CheckMemory(c.n, "cells", c.bytes); err != nil {
			got = err.Error()
		}
		if got != c.want {
			t.Errorf("%d cells: %q, want %q", c.n, got, c.want)
		}
	}
}
