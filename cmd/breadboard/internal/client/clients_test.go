package client

import (
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"breadboard/chains"
	"breadboard/chains/evidence"
	"breadboard/chains/kernels"
	"breadboard/chains/sample"
	"breadboard/grid/must"
)

// testKernels returns the programs in clients that can be run here.
func testKernels(t *testing.T) map[string]string {
	t.Helper()
	found := map[string]string{}
	for name, ending := range map[string]string{"python3": "py", "Rscript": "R"} {
		if _, err := exec.LookPath(name); err != nil {
			t.Logf("%s is not here: ../../clients/metropolis.%s is not run", name, ending)
			continue
		}
		found[name] = name + " ../../clients/metropolis." + ending
	}
	if cc, err := exec.LookPath("cc"); err == nil {
		path := filepath.Join(t.TempDir(), "metropolis")
		compile := exec.Command(cc, "-O2", "-Wall", "-Werror", "-o", path, "../../clients/metropolis.c", "-lm")
		if out, err := compile.CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		found["cc"] = "'" + path + "'"
	}
	return found
}

// Each client is Metropolis: its moves from every cell fit the kernel's rows (by
// chance P is below 1e-6 once in a million rows, and the seed is fixed), none is
// impossible, and the grid has two axes of different lengths, lest they are mistaken.
func TestClients(t *testing.T) {
	a := chains.Annealing{Grid: testGrid, Bridge: chains.Geometric{From: make([]float64, 6), To: testLogF},
		Kernel: kernels.Metropolis{}}
	for name, command := range testKernels(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			op, _ := a.Aimed(2, 1) // of this goroutine
			c := start(t, command, testWait)
			for x := range 5 {
				const n = 4000
				next := make([]int, n)
				must.Do(t, c.Move(t.Context(), next, slices.Repeat([]int{x}, n)))
				counts, row := make([]int, 6), make([]float64, 6)
				for _, y := range next {
					counts[y]++
				}
				row[x] = 1
				op.Row(x, func(y int, p float64) { row[y] += p; row[x] -= p })
				if fit := evidence.ChiSquare(counts, row); fit.P < 1e-6 {
					t.Errorf("from %d: %v moves, want %v: P = %v", x, counts, row, fit.P)
				}
			}
			if err := c.Close(); err != nil {
				t.Error(err)
			}
		})
	}
}

// Clients tell the rows of Metropolis, where the interpreter or the compiler is here.
func TestClientsTellRows(t *testing.T) {
	a := chains.Annealing{Grid: testGrid, Bridge: chains.Geometric{From: make([]float64, 6), To: testLogF},
		Kernel: kernels.Metropolis{}}
	for name, command := range testKernels(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			op, _ := a.Aimed(2, 1) // of this goroutine
			r := start(t, command, testWait)
			got := must.Have(r.Rows(t.Context(), withMass))(t)
			for i, x := range withMass {
				want := make([]float64, 6)
				want[x] = 1
				op.Row(x, func(y int, p float64) { want[y] += p; want[x] -= p })
				for y, p := range want {
					must.Near(t, got[i*6+y], p, 1e-15, "from %d to %d", x, y)
				}
			}
			if err := r.Close(); err != nil {
				t.Error(err)
			}
		})
	}
}

// The Python client is sampling importance resampling: its forward and reverse runs fit together (by
// chance P is below 1e-6 once in a million), and its weights give R. The initial law is not uniform,
// and lacks a cell that the target has, lest it is taken for granted.
func TestProgramClient(t *testing.T) {
	if _, err := exec.LookPath("python3"); err != nil {
		t.Skip(err)
	}
	initial := []float64{1, 0, 0.5, math.Inf(-1), 0, 2}
	p := must.Have(StartProgram(t.Context(), "python3 ../../clients/sir.py 4", testWait, 1,
		testGrid, initial, testLogF))(t)
	// Runs never return cell 3, so the target that they know lacks it too.
	reached := slices.Clone(testLogF)
	reached[3] = math.Inf(-1)
	b := bothWays(t, p, chains.Normalized(reached), 4000)
	if b.P() < 1e-6 {
		t.Errorf("P = %v, worst in cell %d", b.P(), b.Worst)
	}
	want := chains.LogSum(reached) - chains.LogSum(initial)
	if !(math.Abs(b.LogR-want) < 5*b.StdErr) {
		t.Errorf("log R is %v +- %v, want %v", b.LogR, b.StdErr, want)
	}
	logw := make([]float64, 1)
	must.Do(t, p.Reverse(t.Context(), logw, []int{3}))
	if !math.IsInf(logw[0], 1) {
		t.Errorf("from a cell that is never drawn log w is %v, want +Inf", logw[0])
	}
	if err := p.Close(); err != nil {
		t.Error(err)
	}
}

// bothWays compares n runs each way, in reverse from draws of the law.
func bothWays(t *testing.T, p Program, law []float64, n int) evidence.BothWays {
	t.Helper()
	cells := make([]int, n)
	starts := make([]int, n)
	fwd := make([]float64, n)
	rev := make([]float64, n)
	d := sample.Seeded(1)
	for i := range starts {
		starts[i] = d.Pick(law)
	}
	must.Do(t, p.Forward(t.Context(), cells, fwd))
	must.Do(t, p.Reverse(t.Context(), rev, starts))
	return evidence.CompareWays(fwd, rev, append(cells, starts...), len(law))
}

func clientText(t *testing.T, name string) string {
	t.Helper()
	return string(must.Have(os.ReadFile(filepath.Join("..", "..", "clients", name)))(t))
}

// The patterns by which clients read a line find in it what they are to find.
func TestClientPatterns(t *testing.T) {
	hello := strings.TrimSpace(string(helloLine(12, testGrid)))
	aim := strings.TrimSpace(string(aimLine(0.5, testLogF)))
	ask := strings.TrimSpace(string(oneLine(map[string]any{"states": []int{3, 0, 12}})))
	for _, c := range []struct{ file, pattern, line, want string }{
		{"metropolis.R", `.*[[]`, ask, "3,0,12]}"},
		{"metropolis.R", `].*`, "3,0,12]}", "3,0,12"},
		{"metropolis.R", `.*[[]`, aim, "0,1.5,-0.5,0.25,1,null]}"},
		{"metropolis.R", `.*seed":`, hello, `12,"grid":[2,3]}`},
		{"metropolis.R", `,.*`, `12,"grid":[2,3]}`, "12"},
	} {
		if got := regexp.MustCompile(c.pattern).ReplaceAllString(c.line, "$1"); got != c.want {
			t.Errorf("%s in %s leaves %q, want %q", c.pattern, c.line, got, c.want)
		}
		inside := strings.ReplaceAll(strings.TrimSuffix(strings.TrimPrefix(c.pattern, ".*"), ".*"), `"`, `\"`)
		if !strings.Contains(clientText(t, c.file), inside) {
			t.Errorf("%s does not read by %s", c.file, inside)
		}
	}
}
