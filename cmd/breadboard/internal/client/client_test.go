package client

import (
	"context"
	"errors"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
	"unicode"

	"breadboard/grid"
	"breadboard/grid/must"
)

// start starts a program on a 2x3 grid with a wall and aims it.
func start(t *testing.T, command string, wait time.Duration) (Kernel, error) {
	t.Helper()
	c, err := StartKernel(t.Context(), command, wait, 1, testGrid)
	if err != nil {
		return Kernel{}, err
	}
	t.Cleanup(func() { c.Close() })
	return c, c.Aim(t.Context(), 0.5, testLogF)
}

// testWait is long enough for a language that compiles as it starts.
const testWait = 30 * time.Second

var (
	testGrid = grid.New(2, 3).WithWalls(5)
	testLogF = []float64{0, 1.5, -0.5, 0.25, 1, math.Inf(-1)}
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

// A program that never reads is not waited for either: its pipe holds less than the line. Who interrupts ends it at
// once.
func TestClientDoesNotRead(t *testing.T) {
	g := grid.New(200, 200)
	c, err := StartKernel(t.Context(), "sleep 100", 200*time.Millisecond, 1, g)
	must.Do(t, err)
	const says = "it has not read a line of 80"
	must.Fail(t, c.Aim(t.Context(), 1, make([]float64, g.Size())), says, "it")
	ctx, stop := context.WithCancel(t.Context())
	c = must.Have(StartKernel(context.Background(), "sleep 100", testWait, 1, g))(t)
	time.AfterFunc(50*time.Millisecond, stop)
	if err = c.Aim(ctx, 1, make([]float64, g.Size())); !errors.Is(err, context.Canceled) ||
		c.process.ProcessState == nil {
		t.Errorf("interrupted: %v, and the program's end is %v", err, c.process.ProcessState)
	}
}

// living reports whether a process runs: one that nobody has waited for does not.
func living(t *testing.T, pid string) bool {
	t.Helper()
	stat, err := os.ReadFile("/proc/" + pid + "/stat")
	if err != nil {
		return false
	}
	_, after, _ := strings.Cut(string(stat), ") ")
	return after[0] != 'Z' && after[0] != 'X'
}

// Nothing of a program is left, whether it fails, is interrupted, busy or idle, or is closed: not the program, and not
// what it started; a process that lives shows that the test can see one.
func TestClientLeavesNothing(t *testing.T) {
	if !living(t, strconv.Itoa(os.Getpid())) {
		t.Skip("no /proc")
	}
	const child = "sleep 300 & echo $! >child; read a; read b; read c; "
	for name, script := range map[string]string{
		"hangs":       child + "sleep 300",
		"ends":        child + "exit 1",
		"answers":     child + "echo '[0]'; cat",
		"stays":       child + "echo '[0]'; trap '' TERM; sleep 300",
		"idle":        child + "sleep 300",
		"interrupted": child + "sleep 300",
	} {
		t.Run(name, func(t *testing.T) { testLeavesNothing(t, name, script) })
	}
}

// testLeavesNothing runs a script that starts a child, and looks whether the child outlives it. A script that answers
// is closed.
func testLeavesNothing(t *testing.T, name, script string) {
	t.Parallel()
	dir := t.TempDir()
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	wait := testWait
	if name == "hangs" {
		wait = 400 * time.Millisecond
	}
	p, err := StartKernel(ctx, `sh -c "cd `+dir+`; `+script+`"`, wait, 1, testGrid)
	must.Do(t, err)
	must.Do(t, p.Aim(ctx, 1, testLogF))
	pid := childIn(t, dir)
	if name == "interrupted" {
		time.AfterFunc(50*time.Millisecond, stop)
	}
	if name == "idle" { // nobody asks it for anything
		stop()
		dies(t, pid)
		return
	}
	err = p.Move(ctx, make([]int, 1), []int{0})
	answers := strings.Contains(script, "echo '[0]'")
	if (err == nil) != answers {
		t.Errorf("error %v", err)
	}
	if name == "interrupted" && !errors.Is(err, context.Canceled) {
		t.Errorf("interrupted: %v", err)
	}
	if answers {
		must.Do(t, p.Close())
	}
	if p.process.ProcessState == nil {
		t.Error("the program has not been waited for")
	}
	dies(t, pid)
}

// childIn waits until the program in this directory has started its child.
func childIn(t *testing.T, dir string) (pid string) {
	t.Helper()
	for range 300 {
		data, _ := os.ReadFile(filepath.Join(dir, "child"))
		if pid = strings.TrimSpace(string(data)); pid != "" {
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	if !living(t, pid) {
		t.Fatalf("no child %q", pid)
	}
	return pid
}

// dies fails t if the process lives on; a signal takes a moment.
func dies(t *testing.T, pid string) {
	t.Helper()
	for range 100 {
		if !living(t, pid) {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Errorf("the child %s lives", pid)
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
	{"answer 2 of 3 is 6; use a cell number from 0 to 5", three + "echo '[0,6,1]'; cat"},
	{`printed "more"`, three + "echo '[0,1,2]'; echo more; cat >/dev/null"},
	{"it answered a line of more than 33024 bytes", three + "head -c 200000 /dev/zero | tr '\\0' 1; cat"},
	{"(its stderr is empty)", three + "echo; cat"},
	{`(its stderr ends: \x1b]0;owned\aplain)`, three + "printf '\\033]0;owned\\007plain' >&2; exit 3"},
	{"...xxxxxxxx", three + "head -c 1000000 /dev/zero | tr '\\0' x >&2; exit 1"},
	{`it printed "banner" before it was asked; use one line for each line of states`,
		"echo banner; sleep 0.1; cat >/dev/null"},
}

// programFaults are what programs do wrong when they are asked for three forward runs and then for three in reverse.
var programFaults = []struct{ says, script string }{
	{"no answer within 300ms; use a line for each line that asks for runs, flushed at once", four + "sleep 100"},
	{"it answered 2 runs to a question for 3", four + "echo '[[0,1],[1,1]]'; cat"},
	{"run 2 of 3 returned cell 5, which has no mass under the target, with log w = 1.5; use null",
		four + "echo '[[0,1],[5,1.5],[1,1]]'; cat"},
	{"it answered a line of more than 7424 bytes", four + "head -c 200000 /dev/zero | tr '\\0' 1; cat"},
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
			k, err := start(t, inShell(c.script), patience(c.says))
			if err == nil {
				for i := 0; strings.Contains(c.script, "banner") && len(k.lines) == 0 && i < 1000; i++ {
					time.Sleep(10 * time.Millisecond) // until it has been printed
				}
				if err = k.Move(t.Context(), make([]int, 3), []int{0, 1, 2}); err == nil {
					err = k.Close()
				}
			}
			checkFault(t, err, c.says, k.client)
		})
	}
	for _, c := range programFaults {
		t.Run(c.says, func(t *testing.T) {
			t.Parallel()
			p, err := startProgram(t, c.script, patience(c.says))
			if err == nil {
				err = p.Forward(t.Context(), make([]int, 3), make([]float64, 3))
			}
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
	if c == nil {
		return
	}
	if c.process.ProcessState == nil || c.broken == nil {
		t.Errorf("the program has been waited for: %v; the client knows of %v", c.process.ProcessState, c.broken)
	}
	if again := c.Close(); again != nil {
		t.Errorf("Close tells the fault a second time: %v", again)
	}
	if again := c.tell(t.Context(), nil); again != c.broken {
		t.Errorf("after the fault a question has the error %v, want %v", again, c.broken)
	}
}

// startProgram starts a program in sh on the 2x3 grid, whose cell 5 has no mass.
func startProgram(t *testing.T, script string, wait time.Duration) (Program, error) {
	t.Helper()
	p, err := StartProgram(t.Context(), inShell(script), wait, 1, testGrid, make([]float64, 6), testLogF)
	if err == nil {
		t.Cleanup(func() { p.Close() })
	}
	return p, err
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
	p, err := startProgram(t, script, testWait)
	must.Do(t, err)
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
