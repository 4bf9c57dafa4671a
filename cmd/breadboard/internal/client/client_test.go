package client

import (
	"context"
	"errors"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"breadboard/grid"
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
		if !errors.As(err, new(*Fault)) {
			t.Errorf("%q: error %v, want a Fault", command, err)
		} else if !strings.Contains(err.Error(), says) {
			t.Errorf("%q: error %v, want one with %q", command, err, says)
		}
	}
}

// A program that never reads is not waited for either: its pipe holds less than
// the line.
func TestClientDoesNotRead(t *testing.T) {
	g := grid.New(200, 200)
	c, err := StartKernel(t.Context(), "sleep 100", 200*time.Millisecond, 1, g)
	if err != nil {
		t.Fatal(err)
	}
	const says = "it has not read a line of 80"
	if err := c.Aim(t.Context(), 1, make([]float64, g.Size())); err == nil || !strings.Contains(err.Error(), says) {
		t.Errorf("error %v, want one with %q", err, says)
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

// Nothing of a program is left, whether it fails, is interrupted, busy or idle, or is closed: not
// the program, and not what it started; a process that lives shows that the test
// can see one.
func TestClientLeavesNothing(t *testing.T) {
	if !living(t, strconv.Itoa(os.Getpid())) {
		t.Skip("no /proc")
	}
	const child = "sleep 300 & echo $! >child; read a; read b; read c; "
	ends := func(c Kernel, _ context.CancelFunc) error { return nil }
	closed := func(c Kernel, _ context.CancelFunc) error { return c.Close() }
	for name, c := range map[string]struct {
		script string
		end    func(Kernel, context.CancelFunc) error
	}{
		"hangs":       {child + "sleep 300", ends},
		"ends":        {child + "exit 1", ends},
		"answers":     {child + "echo '[0]'; cat", closed},
		"stays":       {child + "echo '[0]'; trap '' TERM; sleep 300", closed},
		"idle":        {child + "sleep 300", ends},
		"interrupted": {child + "sleep 300", func(c Kernel, stop context.CancelFunc) error { stop(); return nil }},
	} {
		t.Run(name, func(t *testing.T) { testLeavesNothing(t, name, c.script, c.end) })
	}
}

// testLeavesNothing runs a script that starts a child, and looks whether the child outlives it.
func testLeavesNothing(t *testing.T, name, script string, end func(Kernel, context.CancelFunc) error) {
	t.Parallel()
	dir := t.TempDir()
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	wait := testWait
	if name == "hangs" {
		wait = 400 * time.Millisecond
	}
	p, err := StartKernel(ctx, `sh -c "cd `+dir+`; `+script+`"`, wait, 1, testGrid)
	if err != nil {
		t.Fatal(err)
	}
	if err := p.Aim(ctx, 1, testLogF); err != nil {
		t.Fatal(err)
	}
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
	if answers := strings.Contains(script, "echo '[0]'"); (err == nil) != answers {
		t.Errorf("error %v", err)
	}
	if name == "interrupted" && !errors.Is(err, context.Canceled) {
		t.Errorf("interrupted: %v", err)
	}
	if err := end(p, stop); err != nil {
		t.Error(err)
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
