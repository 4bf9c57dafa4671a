package main

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// matrixFolder makes a folder k beside the inputs, with the matrices of a catalogued kernel on
// wall.csv at beta 0.5 and 1, and returns the directory of both.
func matrixFolder(t *testing.T, kernel string, change func(x, y int, p float64) float64) string {
	t.Helper()
	dir := files(t, inputs)
	if err := os.Mkdir(filepath.Join(dir, "k"), 0o755); err != nil {
		t.Fatal(err)
	}
	for _, beta := range []float64{0.5, 1} {
		path := filepath.Join(dir, "k", fmt.Sprintf("beta-%g.csv", beta))
		if err := os.WriteFile(path, []byte(matrixCSV(t, kernel, beta, change)), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// An exactRow is a row of exact --format json.
type exactRow struct {
	J, B             float64
	T                int
	Kernel, Schedule string
	Warnings         []string
}

// Matrices of a kernel have the J and the B of the kernel. Only roundings differ, each of
// 1e-16 of numbers of size 1.
func TestExactMatrix(t *testing.T) {
	for _, kernel := range []string{"metropolis", "cycle"} { // reversible, and not
		dir := matrixFolder(t, kernel, nil)
		var got, want []exactRow
		worksJSON(t, &got, dir, strings.Fields("exact --target wall.csv --matrix k")...)
		worksJSON(t, &want, dir, strings.Fields("exact --target wall.csv -T 3 --kernel "+kernel)...)
		if got[0].Kernel != "k" || got[0].Schedule != "of the matrices" || got[0].T != 3 {
			t.Errorf("%s: the row is named %v", kernel, got[0])
		}
		if !(math.Abs(got[0].J-want[0].J) < 1e-13) {
			t.Errorf("%s: J is %v by matrices, %v by the kernel", kernel, got[0].J, want[0].J)
		}
		if !(math.Abs(got[0].B-want[0].B) < 1e-13) {
			t.Errorf("%s: B is %v by matrices, %v by the kernel", kernel, got[0].B, want[0].B)
		}
	}
}

// People read at which betas the matrices stand.
func TestExactMatrixTellsItsBetas(t *testing.T) {
	out := works(t, matrixFolder(t, "metropolis", nil), strings.Fields("exact --target wall.csv --matrix k")...)
	for _, part := range []string{"kernel k; ", "The matrices stand at beta = 0, 0.5, 1; nothing is interpolated"} {
		if !strings.Contains(out, part) {
			t.Errorf("%q is missing in\n%s", part, out)
		}
	}
}

// A matrix written with six digits is taken, and so is one of single precision; J is then off
// by no more than a few roundings: 9 entries a row and 2 steps.
func TestExactMatrixOfFewDigits(t *testing.T) {
	want := exactRow{}
	for _, c := range []struct {
		round func(p float64) float64
		off   float64
	}{
		{func(p float64) float64 { return p }, 1e-15},
		{func(p float64) float64 { return math.Round(p*1e6) / 1e6 }, 1e-4},
		{func(p float64) float64 { return float64(float32(p)) }, 1e-6},
	} {
		dir := matrixFolder(t, "metropolis", func(_, _ int, p float64) float64 { return c.round(p) })
		var got []exactRow
		worksJSON(t, &got, dir, strings.Fields("exact --target wall.csv --matrix k")...)
		if want.T == 0 {
			want = got[0]
		}
		if !(math.Abs(got[0].J-want.J) <= c.off*want.J) {
			t.Errorf("J is %v, want %v to %v of it", got[0].J, want.J, c.off)
		}
	}
}

// What a folder cannot be run with is refused in one sentence.
func TestExactMatrixRefuses(t *testing.T) {
	dir := matrixFolder(t, "metropolis", nil)
	for args, says := range map[string]string{
		"--matrix k -T 5":              "-T 5, but --matrix k stands at 3 betas of its own; leave -T out",
		"--matrix k --schedule linear": "stands at its own betas, so --schedule linear cannot be kept",
		"--matrix k --kernel king":     "--matrix k and --kernel king are both given",
		"--matrix k --program smc:2":   "--matrix k has kernels for its own annealing alone; ais, or none, would do",
		"--matrix k/beta-1.csv":        "is one matrix, of one beta; a folder with one for each level",
		"--matrix none":                "no such file or directory; a folder of matrices would do",
	} {
		refused(t, program(t, dir, strings.Fields("exact --target wall.csv "+args)...), says)
	}
}

// A matrix that does not leave its level invariant has no reverse chain. The sentence names the
// beta, a cell and the command that says more.
func TestExactMatrixMustBeInvariant(t *testing.T) {
	dir := matrixFolder(t, "metropolis", offBy1e6)
	refused(t, program(t, dir, strings.Fields("exact --target wall.csv --matrix k")...),
		"--matrix k, beta = 0.5: pT = p: cell 4 [1 1]", "breadboard validate --matrix k")
}
