package main

import (
	"math"
	"strings"
	"testing"
)

// Every command that walks takes --axes, and without it the target's own kinds. The numbers are those of a walk written
// out by hand, in another language.
func TestAxes(t *testing.T) {
	dir := files(t, map[string]string{"g.csv": "1,0,2\n"})
	for _, c := range []struct {
		words string
		j, b  float64
	}{
		{"--toy potts:2x2:3:1 -T 20", 0.5017198809646534, 1.5669208259298877},
		{"--toy potts:2x2:3:1 -T 20 --axes any", 0.5017198809646534, 1.5669208259298877},
		{"--toy potts:2x2:3:1 -T 20 --axes line", 1.0150896603475594, 2.221544988145818},
		{"--toy barrier -T 5 --axes ring", 1.6639829554541798, 3.1463112552594357},
		{"--target g.csv -T 2 --axes line,any", 0.20431521562907135, 0.5752103826044412},
	} {
		words := strings.Fields(c.words)
		var rows []struct{ J, B float64 }
		worksJSON(t, &rows, dir, append([]string{"exact"}, words...)...)
		if len(rows) != 1 || math.Abs(rows[0].J-c.j) > 1e-12 || math.Abs(rows[0].B-c.b) > 1e-12 {
			t.Errorf("exact %s: %+v, want J %v and B %v", c.words, rows, c.j, c.b)
		}
		var proved []struct {
			Quantity string
			Value    float64
		}
		worksJSON(t, &proved, dir, append([]string{"exact", "--certify"}, words...)...)
		wants := map[string]float64{"J": c.j, "B": c.b}
		for _, r := range proved {
			if want, is := wants[r.Quantity]; is && math.Abs(r.Value-want) > 1e-12 {
				t.Errorf("exact --certify %s: %s is %v, want %v", c.words, r.Quantity, r.Value, want)
			}
		}
		var apart []aideRow
		worksJSON(t, &apart, dir, append([]string{"aide", "--runs", "2"}, words...)...)
		if len(apart) != 1 || math.Abs(*apart[0].Symmetrised-c.j) > 1e-12 || math.Abs(*apart[0].Expected-c.b) > 1e-12 {
			t.Errorf("aide %s: %v apart, and %v expected; want %v and %v", c.words, *apart[0].Symmetrised,
				*apart[0].Expected, c.j, c.b)
		}
	}
}

// A kernel without a form on a density's axes is left out of its scores, and on other axes it has them.
func TestScoreAxes(t *testing.T) {
	left, args := "Kernels left out: king on 1 of 2 (they have no form", []string{"score", "--zoo",
		"potts:1x5:3:1,barrier",
		"--kernel", "king,metropolis", "-N", "5", "--function", "mean:1"}
	if r := program(t, t.TempDir(), args...); r.code != 0 || !strings.Contains(r.stdout, left) {
		t.Errorf("%+v, want %q", r, left)
	}
	r := program(t, t.TempDir(), append(args, "--axes", "line")...)
	if r.code != 0 || strings.Contains(r.stdout, "left out") {
		t.Errorf("on lines %+v", r)
	}
	of := func(axes string) float64 {
		var rows []scoreRow
		worksJSON(t, &rows, t.TempDir(), "score", "--toy", "ising:1x2:0", "--axes", axes, "--kernel", "metropolis",
			"-N", "50", "--function", "mean:1")
		return rows[0].RESS
	}
	if line, spin := of("line"), of("any"); !(spin > 1.5*line) {
		t.Errorf("RESS %v with two lines, and %v with two spins", line, spin)
	}
}
