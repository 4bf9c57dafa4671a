package client

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode"

	"breadboard/chains"
	"breadboard/chains/evidence"
	"breadboard/chains/kernels"
	"breadboard/grid"
	"breadboard/grid/must"
)

// testWait is long enough for a language that compiles as it starts.
const testWait = 30 * time.Second

var (
	testGrid = grid.New(2, 3).WithWalls(5) // the axes differ, so that a swap of them is seen
	testLogF = []float64{0, 1.5, -0.5, 0.25, 1, math.Inf(-1)}
	withMass = []int{0, 1, 2, 3, 4} // the cells with mass
)

// start starts a kernel on a 2x3 grid with a wall and aims it.
func start(t *testing.T, command string, wait time.Duration) Kernel {
	t.Helper()
	k := must.Have(StartKernel(t.Context(), command, wait, 1, testGrid))(t)
	t.Cleanup(func() { k.Close() })
	must.Do(t, k.Aim(t.Context(), 0.5, testLogF))
	return k
}

// startProgram starts an inference program on the same grid.
func startProgram(t *testing.T, command string, wait time.Duration) Program {
	t.Helper()
	p := must.Have(StartProgram(t.Context(), command, wait, 1, testGrid, make([]float64, 6), testLogF))(t)
	t.Cleanup(func() { p.Close() })
	return p
}

// inShell returns the command of a script.
func inShell(script string) string {
	return "sh -c \"" + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(script) + "\""
}

// TestClientLeavesNothing: nothing of a command is left if it hangs, is closed, or its context ends between questions:
// a pipe that its child holds ends.
func TestClientLeavesNothing(t *testing.T) {
	for name, script := range map[string]string{"hangs": "sleep 300", "idle": "sleep 300",
		"closed": three + "echo '[0]'; trap '' TERM; sleep 300"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			fifo := filepath.Join(t.TempDir(), "alive")
			must.Do(t, exec.Command("mkfifo", fifo).Run())
			ctx, stop := context.WithCancel(t.Context())
			defer stop()
			wait := testWait
			if name == "hangs" {
				wait = 300 * time.Millisecond
			}
			k := must.Have(StartKernel(ctx, inShell("exec 3>"+fifo+"; sleep 300 & "+script), wait, 1, testGrid))(t)
			alive := must.Have(os.Open(fifo))(t) // the child has begun
			defer alive.Close()
			must.Do(t, k.Aim(ctx, 1, testLogF))
			if name == "idle" {
				stop()
			} else if err := k.Move(ctx, make([]int, 1), []int{0}); (err == nil) != (name == "closed") {
				t.Errorf("error %v", err)
			}
			if name == "closed" {
				must.Do(t, k.Close())
			}
			_ = alive.SetReadDeadline(time.Now().Add(10 * time.Second))
			must.Refuse(alive.Read(make([]byte, 1)))(t, "EOF", "the child lives")
		})
	}
}

// three begins a script that has read a kernel's first question, and four one that has read that of a program of runs.
const three, four = "read a; read b; read c; ", "read a; read b; read c; read d; "

// faults holds what commands do wrong, with the words that name it. A script with four is asked for three forward runs,
// and for three in reverse. TestAnswers checks the content of answers.
var faults = []struct{ says, script string }{
	{"no answer within 300ms; use a line for each line of states, flushed", three + "echo thinking >&2; sleep 100"},
	{"(its stderr ends: one; two; three)", three + "echo one >&2; echo two >&2; echo >&2; echo three >&2; exit 3"},
	{"it ended (exit status 3) before the last question", three + "echo one >&2; exit 3"},
	{"it ended (signal: killed)", three + "kill -9 $$"},
	{"it closed its standard input or output", three + "exec >&-; sleep 100"},
	{"answer 2 of 3 is 6; use a cell number, a whole one from 0 to 5", three + "echo '[0,6,1]'; cat"},
	{`printed "more"`, three + "echo '[0,1,2]'; echo more; cat >/dev/null"},
	{"no answer within 300ms", "sleep 100"},
	{"(its stderr is empty)", three + "echo; cat"},
	{`(its stderr ends: \x1b]0;owned\aplain)`, three + "printf '\\033]0;owned\\007plain' >&2; exit 3"},
	{"...xxxxxxxx", three + "head -c 1000000 /dev/zero | tr '\\0' x >&2; exit 1"},
	{"no answer within 300ms; use a line for each line that asks for runs, flushed at once", four + "sleep 100"},
	{`"more"`, four + "echo '[[0,1],[1,1],[2,1]]'; sleep 0.1; echo more; cat >/dev/null"},
	{"it answered 4 runs to a question for 3", four +
		"echo '[[0,1],[1,1],[2,1]]'; read q; echo '[1,2,3,4]'; cat"},
}

// TestClientFaults: a fault of a command is one line without control characters: the command, the fault and the end of
// its stderr. It comes in about the time that the command has, and the command is gone. Close returns it once, and so
// does every question after it.
func TestClientFaults(t *testing.T) {
	three := []int{0, 1, 2}
	for _, c := range faults {
		t.Run(c.says, func(t *testing.T) {
			t.Parallel()
			wait := testWait
			if strings.Contains(c.says, "300ms") {
				wait = 300 * time.Millisecond
			}
			var kept *client
			var err error
			if strings.HasPrefix(c.script, four) {
				p := startProgram(t, inShell(c.script), wait)
				kept = p.client
				err = p.Forward(t.Context(), make([]int, 3), make([]float64, 3))
				if err == nil {
					err = p.Reverse(t.Context(), make([]float64, 3), three)
				}
			} else {
				k := start(t, inShell(c.script), wait)
				kept = k.client
				err = k.Move(t.Context(), make([]int, 3), three)
				if err == nil {
					err = k.Close()
				}
			}
			if !errors.As(err, new(*Fault)) {
				t.Fatalf("the error is %v, want a fault", err)
			}
			text := err.Error()
			if !strings.Contains(text, c.says) || !strings.HasPrefix(text, "sh -c ") ||
				strings.ContainsFunc(text, unicode.IsControl) {
				t.Errorf("the error is %q", text)
			}
			if kept.process.ProcessState == nil {
				t.Error("the program has not been waited for")
			}
			must.Do(t, kept.Close())
			if again := kept.ask(t.Context(), question{}, nil); again != err {
				t.Errorf("after the fault a question has the error %v", again)
			}
		})
	}
}

// TestClientDoesNotRead: a command that never reads is not waited for: its pipe holds less than the line.
func TestClientDoesNotRead(t *testing.T) {
	g := grid.New(200, 200)
	k := must.Have(StartKernel(t.Context(), "sleep 100", 200*time.Millisecond, 1, g))(t)
	must.Do(t, k.Aim(t.Context(), 1, make([]float64, g.Size())))
	must.Fail(t, k.Move(t.Context(), make([]int, 1), []int{0}), "it has not read 80", "it")
}

// TestProgram: a command is told the grid, a seed and both densities, and is asked for runs in batches of at most 100.
func TestProgram(t *testing.T) {
	const script = `read a; read b; read c; echo "$a$b$c" >&2
		while read q; do
			case $q in
			'{"forward":100}') yes '[3,-0.5]' | head -100 | paste -sd, | sed 's/.*/[&]/';;
			'{"forward":2}') echo '[[4,1.5],[5,null]]';;
			'{"reverse":[3,0,4]}') echo '[0.25,null,-2]';;
			esac
		done`
	p := startProgram(t, inShell(script), testWait)
	cells := make([]int, 102)
	logw := make([]float64, 102)
	must.Do(t, p.Forward(t.Context(), cells, logw))
	must.Do(t, p.Reverse(t.Context(), logw[:3], []int{3, 0, 4}))
	got := fmt.Sprint(cells[98:], logw[98:], logw[:3])
	if want := "[3 3 4 5] [-0.5 -0.5 1.5 -Inf] [0.25 +Inf -2]"; got != want {
		t.Errorf("the last runs and those in reverse are %s, want %s", got, want)
	}
	must.Do(t, p.Close())
	const hello = `{"seed":1,"grid":[2,3]}{"initial":[0,0,0,0,0,0]}{"target":[0,1.5,-0.5,0.25,1,null]}`
	if got := p.stderr.last(); got != hello {
		t.Errorf("the program was told %s, want %s", got, hello)
	}
}

// TestClients: each client is Metropolis. It tells the rows of the kernel, and its moves from every cell fit them. By
// chance P is below 1e-6 once in a million rows, and the seed is fixed.
func TestClients(t *testing.T) {
	a := chains.Annealing{Grid: testGrid, Bridge: chains.Geometric{From: make([]float64, 6), To: testLogF},
		Kernel: kernels.Metropolis{}}
	compiled := filepath.Join(t.TempDir(), "metropolis")
	_ = exec.Command("cc", "-O2", "-Wall", "-Werror", "-o", compiled, "../../clients/metropolis.c", "-lm").Run()
	for _, command := range []string{"python3 ../../clients/metropolis.py", "Rscript ../../clients/metropolis.R",
		compiled} {
		t.Run(command, func(t *testing.T) {
			t.Parallel()
			name, _, _ := strings.Cut(command, " ")
			if _, err := exec.LookPath(name); err != nil {
				t.Skip(err)
			}
			op, _ := a.Aimed(2, 1) // of this goroutine
			c := start(t, command, testWait)
			rows := must.Have(c.Rows(t.Context(), withMass))(t)
			for _, x := range withMass {
				row := make([]float64, 6)
				row[x] = 1
				op.Row(x, func(y int, p float64) {
					row[y] += p
					row[x] -= p
				})
				for y, p := range row {
					must.Near(t, rows[x*6+y], p, 1e-15, "from %d to %d", x, y)
				}
				const n = 4000
				next := make([]int, n)
				must.Do(t, c.Move(t.Context(), next, slices.Repeat([]int{x}, n)))
				counts := make([]int, 6)
				for _, y := range next {
					counts[y]++
				}
				if fit := evidence.ChiSquare(counts, row); fit.P < 1e-6 {
					t.Errorf("from %d: %v moves, want %v: P = %v", x, counts, row, fit.P)
				}
			}
			must.Do(t, c.Close())
		})
	}
}
