package main

import (
	"math"
	"regexp"
	"strings"
	"testing"

	"breadboard/cmd/breadboard/internal/system"
)

// Without --yes large work is left alone: its cells and its memory, 8 bytes a number, are told, with exit
// code 2.
func TestLargeNeedsYes(t *testing.T) {
	dir := t.TempDir()
	onCores(t, 1)
	for _, c := range []struct {
		says string
		args []string
	}{
		{`^breadboard: ising:4x5:0.4 has 1,048,576 cells, which at 1,110 levels take 92[.][0-9] MiB of memory; ` +
			`--yes goes on\n$`,
			[]string{"exact", "--toy", "ising:4x5:0.4"}},
		{`^breadboard: ising:4x5:0.4 has 1,048,576 cells, which at 3 levels take 21[0-9] MiB of memory; --yes ` +
			`goes on\n$`,
			[]string{"sample", "--toy", "ising:4x5:0.4", "-T", "3"}},
		{`^breadboard: barrier has 49 cells, which at 2 levels take 1.5[0-9] GiB of memory; --yes goes on\n$`,
			[]string{"sample", "--toy", "barrier", "-T", "2", "--chains", "100000000"}},
		// Of several T the one that takes the memory is told.
		{`^breadboard: barrier has 49 cells, which at 10,000,000 levels take [0-9.]+ GiB of memory; --yes goes on\n$`,
			[]string{"exact", "--toy", "barrier", "-T", "100,10000000,1000"}},
		{`^breadboard: ising:3x4:0.4 has 4,096 cells, on which swap has 16,777,216 states, ` +
			`which take [0-9.]+ [MG]iB of memory; --yes goes on\n$`,
			[]string{"sweep", "--toy", "ising:3x4:0.4", "--kernel", "metropolis,swap", "-T", "5", "--out", "swept"}},
		{`^breadboard: ising:4x5:0.4 has 1,048,576 cells, .*; --yes goes on\n$`,
			[]string{"validate", "--toy", "ising:4x5:0.4", "--kernel", "metropolis", "--beta", "1"}},
	} {
		refusedLarge(t, program(t, dir, c.args...), c.says)
	}
	if left := listing(t, dir); left != "" {
		t.Errorf("left %s", left)
	}
}

// refusedLarge checks that a run was refused, and that all of stderr matches a pattern.
func refusedLarge(t *testing.T, r result, pattern string) {
	t.Helper()
	refused(t, r)
	if !regexp.MustCompile(pattern).MatchString(r.stderr) {
		t.Errorf("%q: said %q, want %s", r.args, r.stderr, pattern)
	}
}

// If memory does not suffice it is refused with both numbers, whatever is given.
func TestTooLarge(t *testing.T) {
	if free, known := system.FreeMemory(); !known || free > 60<<30 {
		t.Skipf("%v bytes are free here, or it is not known", free)
	}
	const says = `^breadboard: ising:5x6:0.4 has 1,073,741,824 cells, .*[0-9.]+ GiB of memory, ` +
		`and [0-9.]+ [MG]iB are free; a smaller space would do\n$`
	for _, args := range [][]string{
		{"exact", "--yes"},
		{"sweep", "-T", "3", "--dry-run"},
	} {
		refusedLarge(t, program(t, t.TempDir(), append(args, "--toy", "ising:5x6:0.4")...), says)
	}
}

// With --yes large work is announced and done; small work is done without a word.
func TestYesGoesOn(t *testing.T) {
	dir := files(t, map[string]string{"large.csv": strings.Repeat(strings.Repeat("0,1,", 256)+"2\n", 512)})
	const says = `^breadboard: large.csv has 262,656 cells, which at 2 levels take [0-9.]+ MiB of memory\n$`
	r := program(t, dir, "exact", "--target", "large.csv", "-T", "2", "--yes", "--format", "json")
	ended(t, r, result{stdout: r.stdout, stderr: r.stderr})
	holds(t, r.stdout, `"grid": "512x513"`, "no q, p and log_f: on 262656 states")
	if !regexp.MustCompile(says).MatchString(r.stderr) {
		t.Errorf("said %q, want %s", r.stderr, says)
	}
	works(t, dir, "exact", "--toy", "barrier", "-T", "2", "--yes")
}

func TestAmount(t *testing.T) {
	for bytes, want := range map[float64]string{512: "0.5 KiB", 1 << 30: "1 GiB", 999 << 20: "999 MiB",
		1000 << 20: "0.977 GiB", 1 << 70: "1.05e+06 PiB"} {
		if got := amount(bytes); got != want {
			t.Errorf("%g bytes are %s, want %s", bytes, got, want)
		}
	}
}

// The heap stays near what is foretold, and in any case within what is free: it is never given more than both.
func TestHeapLimit(t *testing.T) {
	const mib = 1 << 20
	for _, c := range []struct{ bytes, free, want float64 }{
		{28, math.Inf(1), 64}, {28, 4096, 64}, {53, 4096, 64}, {54, 4096, 65}, {1040, 4096, 1544}, {1040, 1040, 1024},
		{28, 30, 14}, {40, 48, 32}, {48, 48, 32}, {50, 80, 64}, {60, 79, 63},
	} {
		if got := heapLimit(c.bytes*mib, c.free*mib); got != int64(c.want*mib) {
			t.Errorf("%v MiB where %v are free: a heap of %v, want %v", c.bytes, c.free, float64(got)/mib, c.want)
		}
	}
}
