package reports

import (
	"bytes"
	"flag"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"breadboard/reports/reporttest"
)

var update = flag.Bool("update", false, "draw what is committed anew from its numbers")

// The committed figure and table of scaling follow from the committed output of the
// benchmarks.
func TestScaling(t *testing.T) {
	data, err := os.ReadFile("scaling/bench.txt")
	if err != nil {
		t.Fatal(err)
	}
	s, err := readScaling(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range scalingFiles(s) {
		var b bytes.Buffer
		if err := f.Write(&b); err != nil {
			t.Fatal(err)
		}
		path := filepath.Join("scaling", f.Name)
		if *update {
			if err := os.WriteFile(path, b.Bytes(), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		committed, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if fault := reporttest.Differs(f.Name, b.Bytes(), committed); fault != "" {
			t.Errorf("%s: %s; go test -run Scaling ./reports -update draws it anew", path, fault)
		}
	}
	for _, all := range [][]scaled{s.spins, s.planes} {
		if largest := all[len(all)-1]; largest.Cells != 1<<22 {
			t.Errorf("the largest space is %s", largest.Name)
		}
	}
}

const scalingText = `goos: linux
cpu: Some CPU
BenchmarkScalingCells/plane=7x7-2 1 49.00 cells 101 levels 3.5 moves 9 ns/cell/move/chain 700 ns/level 5000 peak-B
BenchmarkScalingCells/plane=7x7-2 1 49.00 cells 101 levels 3.5 moves 9 ns/cell/move/chain 686 ns/level 6000 peak-B
BenchmarkScalingCells/spins=2x3-2 1 64 cells 11 levels 6 moves 9 ns/cell/move/chain 768 ns/level 6400 peak-B
BenchmarkScalingLevels/barrier=10-2 1 49.00 cells 10 levels 3.5 moves 9 ns/cell/move/chain 343 ns/level 4900 peak-B
BenchmarkScalingKernels/kernel=lazy:0.5-2 1 64 cells 10 levels 6 moves 9 ns/cell/move/chain 343 ns/level 4900 peak-B
PASS
`

func TestReadScaling(t *testing.T) {
	s, err := readScaling(strings.NewReader(scalingText))
	if err != nil {
		t.Fatal(err)
	}
	if s.cpu != "Some CPU" {
		t.Errorf("the CPU is %q", s.cpu)
	}
	for of, n := range map[string]int{
		"planes":  len(s.planes),
		"spins":   len(s.spins),
		"levels":  len(s.levels),
		"kernels": len(s.kernels),
	} {
		if n != 1 {
			t.Fatalf("%d %s, want 1", n, of)
		}
	}
	if name := s.kernels[0].Name; name != "kernel=lazy:0.5" {
		t.Errorf("the kernel is called %q", name)
	}
	p := s.planes[0]
	if want := (scaled{"plane=7x7", 2, 49, 3.5, 101, 686, 6000}); p != want {
		t.Errorf("the plane is %v, want %v", p, want)
	}
	if math.Abs(p.perMove()-2) > 1e-12 {
		t.Errorf("the plane takes %v ns a move, want 2", p.perMove())
	}
	p = s.spins[0]
	if got, want := p.perCell(s.program()), (6400-4900)/64.; got != want {
		t.Errorf("spins take %v bytes a cell, want %v", got, want)
	}
	if p.perMove() != 1 {
		t.Errorf("spins take %v ns a move, want 1", p.perMove())
	}
}

func TestReadScalingRefuses(t *testing.T) {
	for _, c := range []struct{ old, new, says string }{
		{"6400 peak-B", "", "spins=2x3-2: 0 peak-B"},
		{"768 ns", "7z ns", "invalid syntax"},
		{"spins=2x3", "rods=2x3", "no such benchmark"},
		{"BenchmarkScalingLevels", "BenchmarkOther", "0 numbers of levels"},
	} {
		_, err := readScaling(strings.NewReader(strings.Replace(scalingText, c.old, c.new, 1)))
		if err == nil {
			t.Fatalf("%q for %q is taken", c.new, c.old)
		}
		says(t, err.Error(), c.says)
	}
}
