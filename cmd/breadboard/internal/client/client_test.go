package client

import (
	"context"
	"errors"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode"

	"breadboard/grid"
	"breadboard/grid/must"
)

// start starts a program on a 2x3 grid with a wall and aims it.
func start(t *testing.T, command string, wait time.Duration) Kernel {
	t.Helper()
	k := must.Have(StartKernel(t.Context(), command, wait, 1, testGrid))(t)
	t.Cleanup(func() { k.Close() })
	must.Do(t, k.Aim(t.Context(), 0.5, testLogF))
	return k
}

// testWait is long enough for a language that compiles as it starts.
const testWait = 30 * time.Second

var (
	testGrid = grid.New(2, 3).WithWalls(5)
	testLogF = []float64{0, 1.5, -0.5, 0.25, 1, math.Inf(-1)}
	withMass = []int{0, 1, 2, 3, 4} // the cells that have some
)

func TestClientDoesNotStart(t *testing.T) {
	for command, says := range map[string]string{
		"/no/such/program":       "no such file",
		"no-such-program-here a": "not found in $PATH",
		"":                       "there is no program",
		".":                      "a program that can be started",
	} {
		_, err := StartKernel(t.Context(), command, time.Second, 1, testGrid)
		if !errors.As(err, new(*Fault)) || !strings.Contains(err.Error(), says) {
			t.Errorf("%q: error %v, want a Fault with %q", command, err, says)
		}
	}
}

// Nothing of a program is left, whether it hangs, does not read, is interrupted or is closed: a pipe that its child
// holds ends. An interrupt ends it at once, also while nobody asks it for anything.
func TestClientLeavesNothing(t *testing.T) {
	for name, script := range map[string]string{"hangs": "sleep 300", "interrupted": "sleep 300", "idle": "sleep 300",
		"closed": "read a; read b; read c; echo '[0]'; trap '' TERM; sleep 300"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			fifo := filepath.Join(t.TempDir(), "alive")
			if out, err := exec.Command("mkfifo", fifo).CombinedOutput(); err != nil {
				t.Skipf("%v: %s", err, out)
			}
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
			if name == "interrupted" {
				time.AfterFunc(50*time.Millisecond, stop)
			}
			if name == "idle" {
				stop()
			} else if err := k.Move(ctx, make([]int, 1), []int{0}); (err == nil) != (name == "closed") ||
				errors.Is(err, context.Canceled) != (name == "interrupted") {
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

// A script that begins with three has read a kernel's first question; with four, the first of an inference program.
const three, four = "read a; read b; read c; ", "read a; read b; read c; read d; "

// inShell is the command of a script.
func inShell(script string) string {
	return "sh -c \"" + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(script) + "\""
}

// faults lists what kernels do wrong, with the words that name it. What an answer says is the matter of
// TestReadAnswers.
var faults = []struct{ says, script string }{
	{"no answer within 300ms; use a line for each line of states, flushed", three + "echo thinking >&2; sleep 100"},
	{"(its stderr ends: one; two; three)", three + "echo one >&2; echo two >&2; echo >&2; echo three >&2; exit 3"},
	{"it ended (exit status 3) before the last question", three + "echo one >&2; exit 3"},
	{"it ended (signal: killed)", three + "kill -9 $$"},
	{"it ended (exit status 0)", "exit 0"},
	{"it closed its standard input or output", three + "exec >&-; sleep 100"},
	{"answer 2 of 3 is 6; use a cell number, a whole one from 0 to 5", three + "echo '[0,6,1]'; cat"},
	{`printed "more"`, three + "echo '[0,1,2]'; echo more; cat >/dev/null"},
	{"no answer within 300ms", "sleep 100"},
	{"(its stderr is empty)", three + "echo; cat"},
	{`(its stderr ends: \x1b]0;owned\aplain)`, three + "printf '\\033]0;owned\\007plain' >&2; exit 3"},
	{"...xxxxxxxx", three + "head -c 1000000 /dev/zero | tr '\\0' x >&2; exit 1"},
	{`it answered "banner"; use a line`, "echo banner; cat >/dev/null"},
}

// programFaults are what programs do wrong when they are asked for three forward runs and then for three in reverse.
var programFaults = []struct{ says, script string }{
	{"no answer within 300ms; use a line for each line that asks for runs, flushed at once", four + "sleep 100"},
	{"it answered 2 runs to a question for 3", four + "echo '[[0,1],[1,1]]'; cat"},
	{"run 2 of 3 returned cell 5, which has no mass under the target, with log w = 1.5; use null",
		four + "echo '[[0,1],[5,1.5],[1,1]]'; cat"},
	{`"more"`, four + "echo '[[0,1],[1,1],[2,1]]'; sleep 0.1; echo more; cat >/dev/null"},
	{"it answered 4 runs to a question for 3", four +
		"echo '[[0,1],[1,1],[2,1]]'; read q; echo '[1,2,3,4]'; cat"},
}

// patience is the time limit for a program whose fault a test looks for.
func patience(says string) time.Duration {
	if strings.Contains(says, "300ms") {
		return 300 * time.Millisecond
	}
	return testWait
}

// Whatever a program does wrong is one line that says what, with the end of its
// stderr, in about the time that it is given; and it is gone.
func TestClientFaults(t *testing.T) {
	for _, c := range faults {
		t.Run(c.says, func(t *testing.T) {
			t.Parallel()
			k := start(t, inShell(c.script), patience(c.says))
			err := k.Move(t.Context(), make([]int, 3), []int{0, 1, 2})
			if err == nil {
				err = k.Close()
			}
			checkFault(t, err, c.says, k.client)
		})
	}
	for _, c := range programFaults {
		t.Run(c.says, func(t *testing.T) {
			t.Parallel()
			p := startProgram(t, c.script, patience(c.says))
			err := p.Forward(t.Context(), make([]int, 3), make([]float64, 3))
			if err == nil {
				err = p.Reverse(t.Context(), make([]float64, 3), []int{0, 1, 2})
			}
			checkFault(t, err, c.says, p.client)
		})
	}
}

// checkFault holds an error to what all faults are: a line that begins with the command and can be printed. The client
// knows that its program has failed and is gone, and tells it once.
func checkFault(t *testing.T, err error, says string, c *client) {
	t.Helper()
	if !errors.As(err, new(*Fault)) {
		t.Fatalf("the error is %v, want a fault: %q", err, says)
	}
	text := err.Error()
	if !strings.Contains(text, says) || !strings.HasPrefix(text, "sh -c ") ||
		strings.ContainsFunc(text, unicode.IsControl) {
		t.Errorf("the error is %q, want %q behind the command, and no control characters", text, says)
	}
	if c.process.ProcessState == nil || c.broken == nil {
		t.Errorf("the program has been waited for: %v; the client knows of %v", c.process.ProcessState, c.broken)
	}
	if again := c.Close(); again != nil {
		t.Errorf("Close tells the fault a second time: %v", again)
	}
	if again := c.ask(t.Context(), question{}, nil); again != c.broken {
		t.Errorf("after the fault a question has the error %v, want %v", again, c.broken)
	}
}

// startProgram starts a program in sh on the 2x3 grid, whose cell 5 has no mass.
func startProgram(t *testing.T, script string, wait time.Duration) Program {
	t.Helper()
	p := must.Have(StartProgram(t.Context(), inShell(script), wait, 1, testGrid, make([]float64, 6), testLogF))(t)
	t.Cleanup(func() { p.Close() })
	return p
}

// A program is told the grid, a seed and both densities, and is asked for runs in batches of at most a hundred.
func TestProgram(t *testing.T) {
	const script = `read a; read b; read c; echo "$a$b$c" >&2
		while read q; do
			case $q in
			'{"forward":100}') yes '[3,-0.5]' | head -100 | paste -sd, | sed 's/.*/[&]/';;
			'{"forward":2}') echo '[[4,1.5],[5,null]]';;
			'{"reverse":[3,0,4]}') echo '[0.25,null,-2]';;
			esac
		done`
	p := startProgram(t, script, testWait)
	cells := make([]int, 102)
	logw := make([]float64, 102)
	must.Do(t, p.Forward(t.Context(), cells, logw))
	if got, want := cells[98:], []int{3, 3, 4, 5}; !slices.Equal(got, want) {
		t.Errorf("the last cells are %v, want %v", got, want)
	}
	if got, want := logw[98:], []float64{-0.5, -0.5, 1.5, math.Inf(-1)}; !slices.Equal(got, want) {
		t.Errorf("the last log weights are %v, want %v", got, want)
	}
	must.Do(t, p.Reverse(t.Context(), logw[:3], []int{3, 0, 4}))
	if want := []float64{0.25, math.Inf(1), -2}; !slices.Equal(logw[:3], want) {
		t.Errorf("in reverse the log weights are %v, want %v", logw[:3], want)
	}
	if err := p.Close(); err != nil {
		t.Error(err)
	}
	const told = `{"seed":1,"grid":[2,3]}{"initial":[0,0,0,0,0,0]}{"target":[0,1.5,-0.5,0.25,1,null]}`
	if got := p.stderr.last(); got != told {
		t.Errorf("the program was told %s, want %s", got, told)
	}
}

// A program that only makes moves is told what it lacks. One that has told rows before is not.
func TestOnlyMoves(t *testing.T) {
	const lacks = "a program that only makes moves lacks the rows that are asked for here; sample --exec, and " +
		"validate --exec without --rows, take moves"
	for script, says := range map[string]string{
		"echo '[0,1,2,3,4]'; cat": `row 1 of 5, of cell 0, is "0"; use 6 numbers`,
		"echo no >&2; exit 1":     "it ended (exit status 1) before the last question",
	} {
		_, err := start(t, inShell(three+script), testWait).Rows(t.Context(), withMass)
		must.Fail(t, err, says, "%s", script)
		must.Fail(t, err, lacks, "%s", script)
	}
	k := start(t, inShell(three+"echo '[[[0,1]],[[1,1]],[[2,1]],[[3,1]],[[4,1]]]'; exit 1"), testWait)
	must.Have(k.Rows(t.Context(), withMass))(t)
	_, err := k.Rows(t.Context(), withMass)
	must.Fail(t, err, "it ended (exit status 1)", "a program that ends after its first answer")
	if strings.Contains(err.Error(), "lacks") {
		t.Errorf("it lacks rows, and has told some: %v", err)
	}
}

// A program that never reads is not waited for: its pipe holds less than the line.
func TestClientDoesNotRead(t *testing.T) {
	g := grid.New(200, 200)
	k := must.Have(StartKernel(t.Context(), "sleep 100", 200*time.Millisecond, 1, g))(t)
	must.Do(t, k.Aim(t.Context(), 1, make([]float64, g.Size())))
	must.Fail(t, k.Move(t.Context(), make([]int, 1), []int{0}), "it has not read 80", "it")
}
