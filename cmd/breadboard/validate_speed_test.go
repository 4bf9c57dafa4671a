package main

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"
)

// speed holds the part of --format json on how fast a kernel is.
type speed struct {
	Worst   *int `json:"mixing_time"`
	Average *int `json:"mixing_time_average"`
	Classes []struct {
		States []int
		Closed bool
	}
	Doubts []string
}

func speedOf(t *testing.T, code int, dir string, args ...string) (s speed) {
	t.Helper()
	r := program(t, dir, append([]string{"validate", "--format", "json"}, args...)...)
	if r.code != code {
		t.Fatalf("%v: exit code %d, want %d: %s", args, r.code, code, r.stderr)
	}
	if err := json.Unmarshal([]byte(r.stdout), &s); err != nil {
		t.Fatalf("%v: %v: %s", args, err, r.stdout)
	}
	return s
}

func (s speed) doubts(says string) bool {
	return slices.ContainsFunc(s.Doubts, func(d string) bool { return strings.Contains(d, says) })
}

// Where the masses of cells span more than floats do there is an end, and it is said
// why there is no spectrum.
func TestValidateBeyondFloats(t *testing.T) {
	dir := files(t, map[string]string{
		"deep.csv": "0,-200,-500\n-300,5,-100\n-700,-2,300\n",
		"wide.csv": "-51,-213,-272\n-62,-210,527\n",
	})
	for _, args := range [][]string{
		{"--target", "deep.csv", "--kernel", "swap", "--beta", "0.6667"},
		{"--target", "wide.csv", "--kernel", "lifted", "-T", "4"},
	} {
		if s := speedOf(t, 0, dir, args...); !s.doubts("span more than floats do") {
			t.Errorf("%v: %q", args, s.Doubts)
		}
	}
}

// A chain that starts from a density with most of its mass in one cell is close to
// it in 0 steps on average, which is a number; never is none.
func TestValidateMixesInNoTime(t *testing.T) {
	dir := files(t, map[string]string{"heavy.csv": "0,-5\n"})
	s := speedOf(t, 1, dir, "--target", "heavy.csv", "--kernel", "identity", "--beta", "1")
	if s.Average == nil {
		t.Error("there is no average, want 0")
	} else if *s.Average != 0 {
		t.Errorf("the average is %d, want 0", *s.Average)
	}
	if s.Worst != nil {
		t.Errorf("the worst is %d, want none", *s.Worst)
	}
}

// A cell with mass that is left for good is a class, and told.
func TestValidateLeftForGood(t *testing.T) {
	dir := files(t, map[string]string{"flat.csv": "0,0,0\n", "leaves.csv": "0,1,0\n0,0.5,0.5\n0,0.5,0.5\n"})
	s := speedOf(t, 1, dir, "--target", "flat.csv", "--matrix", "leaves.csv")
	if len(s.Classes) != 2 {
		t.Fatalf("%d classes, want 2", len(s.Classes))
	}
	if s.Classes[0].Closed {
		t.Error("the first class is closed")
	}
	if states := s.Classes[0].States; !slices.Equal(states, []int{0}) {
		t.Errorf("the first class has the states %v, want 0 alone", states)
	}
	if !s.Classes[1].Closed {
		t.Error("the second class is not closed")
	}
	if !s.doubts("leaves 1 cells of mass 0.333 for good, [0 0] among them") {
		t.Errorf("doubts %q", s.Doubts)
	}
}

// A second signal ends the program where the first was of no effect, as while it
// waits for a target that nobody writes.
func TestSecondSignal(t *testing.T) {
	fifo := filepath.Join(t.TempDir(), "target.csv")
	if err := syscall.Mkfifo(fifo, 0o600); err != nil {
		t.Skip(err)
	}
	cmd := exec.Command(binary, "validate", "--target", fifo, "--kernel", "metropolis")
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	defer cmd.Process.Kill()
	writer, err := os.OpenFile(fifo, os.O_WRONLY, 0) // returns once the program reads
	if err != nil {
		t.Fatal(err)
	}
	defer writer.Close()
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	for range 1000 {
		if err := cmd.Process.Signal(syscall.SIGTERM); err != nil && err != os.ErrProcessDone {
			t.Fatal(err)
		}
		select {
		case <-ended:
			status := cmd.ProcessState.Sys().(syscall.WaitStatus)
			if !status.Signaled() || status.Signal() != syscall.SIGTERM {
				t.Errorf("it ended as %v, want by SIGTERM", cmd.ProcessState)
			}
			return
		case <-time.After(10 * time.Millisecond): // a signal takes a moment
		}
	}
	t.Error("a thousand signals did not end it")
}

// A chain that goes round averages exactly: its autocorrelation time is 0, and no -2.2e-16.
func TestValidateShowsNoRounding(t *testing.T) {
	const n = 9
	var target, round strings.Builder
	for x := range n {
		fmt.Fprint(&target, "0\n")
		for y := range n {
			fmt.Fprint(&round, map[bool]string{true: "1", false: "0"}[y == (x+1)%n],
				map[bool]string{true: "\n", false: ","}[y == n-1])
		}
	}
	dir := files(t, map[string]string{"g.csv": target.String(), "k.csv": round.String()})
	r := program(t, dir, "validate", "--target", "g.csv", "--matrix", "k.csv")
	if !strings.Contains(r.stdout, "IAT of ") || strings.Contains(r.stdout, "e-16") {
		t.Errorf("rounding is shown, or no IAT:\n%s", r.stdout)
	}
}
