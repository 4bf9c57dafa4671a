//go:build unix

package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"breadboard/experiments/meter"
	"breadboard/experiments/validation"
	"breadboard/grid/must"
)

// suite runs a command in dir, in which breadboard is this test's binary.
func suite(t *testing.T, dir string, env []string, words ...string) (string, error) {
	t.Helper()
	cmd := exec.Command(words[0], words[1:]...)
	cmd.Dir = dir
	cmd.Env = append(append(os.Environ(), "BREADBOARD="+binary, "PYTHONDONTWRITEBYTECODE=1"), env...)
	out, err := cmd.CombinedOutput()
	return string(out), err
}

// pytest is a Python that has pytest. The test is skipped without one.
func pytest(t *testing.T) string {
	t.Helper()
	for _, name := range []string{"/usr/bin/python3", "python3"} { // the system's has NumPy, if any has
		const find = "import importlib.util as util, sys; sys.exit(util.find_spec('pytest') is None)"
		if exec.Command(name, "-c", find).Run() == nil {
			return name
		}
	}
	t.Skip("no python3 with pytest is here: the package for Python is not run")
	return ""
}

// The package for Python passes its own tests under pytest: a right sampler passes, and a broken one of each kind fails
// with its law and place. What pytest then shows is the verdict, at the line of the test.
func TestPythonSuite(t *testing.T) {
	t.Parallel()
	python := pytest(t)
	folder := absolute(t, "clients/python")
	mine := filepath.Join(files(t, map[string]string{"test_mine.py": `from breadboard import assert_kernel
def test_mine():
    assert_kernel(lambda x: 1 - x, [0, 1], 2)
`}), "test_mine.py")
	out, err := suite(t, folder, []string{"PYTHONPATH=" + folder}, python, "-m", "pytest", "-q", "-p",
		"no:cacheprovider", "tests", mine)
	// the commands are skipped where NumPy is not
	if err == nil || !regexp.MustCompile(`(?m)^1 failed, \d\d passed(, 1 skipped)? in`).MatchString(out) {
		t.Fatalf("%v: %s", err, out)
	}
	for _, says := range []string{">       assert_kernel(lambda x: 1 - x, [0, 1], 2)\n",
		"E       AssertionError: Your step is wrong: it does not keep p.",
		"it entered cell 0 ", "test_mine.py:3: AssertionError"} {
		if !strings.Contains(out, says) {
			t.Errorf("pytest does not show %q: %s", says, out)
		}
	}
}

// The notebooks run, and print what is committed. Pictures are not compared, nor what is said of progress.
func TestNotebooks(t *testing.T) {
	if !long {
		t.Skip("the long form runs them")
	}
	python, dir := pytest(t), t.TempDir()
	if out, err := suite(t, dir, nil, python, "-c", "import numpy, pandas, nbconvert, ipykernel"); err != nil {
		t.Skipf("what runs notebooks is not here: %s", out)
	}
	folder := absolute(t, "clients/python")
	notebooks := must.Have(filepath.Glob(filepath.Join(folder, "notebooks", "*.ipynb")))(t)
	if len(notebooks) < 2 {
		t.Fatalf("only %d notebooks", len(notebooks))
	}
	for _, committed := range notebooks {
		made := filepath.Join(dir, filepath.Base(committed))
		out, err := suite(t, dir, []string{"PYTHONPATH=" + folder}, python, "-m", "nbconvert", "--to", "notebook",
			"--execute", "--output-dir", dir, committed)
		if err != nil {
			t.Errorf("%s: %v: %s", committed, err, out)
			continue
		}
		if diff := cmp.Diff(notebookText(t, committed), notebookText(t, made)); diff != "" {
			t.Errorf("%s prints something else: %s", committed, diff)
		}
	}
}

// notebookText is what the cells of a notebook print and return, as text.
func notebookText(t *testing.T, path string) (all []string) {
	t.Helper()
	var notebook struct {
		Cells []struct {
			Outputs []struct {
				Name string
				Text []string
				Data map[string]any
			}
		}
	}
	must.Do(t, json.Unmarshal(must.Have(os.ReadFile(path))(t), &notebook))
	for _, cell := range notebook.Cells {
		for _, o := range cell.Outputs {
			if o.Name != "stderr" {
				all = append(all, strings.Join(o.Text, ""), fmt.Sprint(o.Data["text/plain"]))
			}
		}
	}
	return all
}

// answering is a program that stays where it is. At the question of this number it does something else.
func answering(question, otherwise string) string {
	return `import os, signal, sys, time
asked = 0
for line in sys.stdin:
    if "states" in line:
        asked += 1
        if asked == ` + question + `:
            ` + otherwise + `
        print(line[line.index("["):line.index("]") + 1], flush=True)
`
}

// After Ctrl-C the moves so far are judged, and the exit code is that of the signal. If there are none there is no
// verdict.
func TestVerdictAfterSignal(t *testing.T) {
	python(t)
	const interrupt = "os.kill(os.getppid(), signal.SIGINT); time.sleep(60)"
	for question, says := range map[string]string{
		"4": "in 300 moves; of 3 there is not enough data to tell: ", "1": "",
	} {
		dir := files(t, map[string]string{"g.csv": wallCSV, "stays.py": answering(question, interrupt)})
		cmd := exec.Command(binary, "validate", "--exec", "python3 stays.py", "--target", "g.csv", "--beta", "1")
		r := finish(t, cmd, dir, cmd.Run)
		if r.code != 130 || r.stderr != "breadboard: interrupted\n" || (r.stdout == "") != (says == "") ||
			!strings.Contains(strings.Join(strings.Fields(r.stdout), " "), says) {
			t.Errorf("after question %s: %+v, want %q", question, r, says)
		}
	}
}

// slowMoves take a millisecond each.
type slowMoves struct{ now time.Duration }

func (m *slowMoves) Aim(context.Context, float64, []float64) error { return nil }

func (m *slowMoves) Move(_ context.Context, next, _ []int) error {
	m.now += time.Duration(len(next)) * time.Millisecond
	return nil
}

// Two betas and the chains have equal shares of 30 s, and what one leaves goes to the others.
func TestSharesOfTheTime(t *testing.T) {
	m := &slowMoves{}
	start := time.Unix(0, 0)
	w := &world{ctx: t.Context(), clock: meter.Clock{Now: func() time.Time { return start.Add(m.now) }}}
	moves := &boundedMoves{Mover: m, w: w, most: 1e6, parts: 3, end: start.Add(30 * time.Second)}
	move := func(n int) error { return moves.Move(t.Context(), make([]int, n), make([]int, n)) }
	aim := func() error { return moves.Aim(t.Context(), 1, nil) }
	must.Do(t, aim())
	must.Do(t, move(4000)) // until 4 s of 10
	must.Do(t, aim())
	must.Do(t, move(13_000)) // until 17 s, at which its share ends: half of the 26 s left
	if err := move(1); err != validation.ErrNoMore {
		t.Errorf("after its share a beta has more moves: %v", err)
	}
	must.Do(t, aim())
	must.Do(t, move(13_000))
	if err := aim(); err != validation.ErrNoMore {
		t.Errorf("after the time there are more moves: %v", err)
	}
}
