//go:build unix

package main

import (
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// suite runs a command in dir, in which breadboard is this test's binary.
func suite(t *testing.T, dir string, env []string, words ...string) (string, error) {
	t.Helper()
	cmd := exec.Command(words[0], words[1:]...)
	cmd.Dir = dir
	cmd.Env = append(append(os.Environ(), "BREADBOARD="+binary), env...)
	out, err := cmd.CombinedOutput()
	return string(out), err
}

// pythonWith is a Python that has a package. The test is skipped without one.
func pythonWith(t *testing.T, name string) string {
	t.Helper()
	for _, python := range []string{"/usr/bin/python3", "python3"} { // the system's has NumPy, if any has
		find := fmt.Sprintf("import importlib.util as util, sys; sys.exit(util.find_spec(%q) is None)", name)
		if exec.Command(python, "-c", find).Run() == nil {
			return python
		}
	}
	t.Skipf("no python3 with %s is here", name)
	return ""
}

// inTime matches what depends on the speed of the machine: lines of progress, and the places of pictures after them.
var inTime = regexp.MustCompile(`(?m)^ +breadboard: \w+: .*\n|_\d+\.png`)

// TestNotebooks: the notebooks run, and print what is committed, but for progress.
func TestNotebooks(t *testing.T) {
	if !long {
		t.Skip("the long form runs them")
	}
	python := pythonWith(t, "nbconvert")
	folder := absolute(t, "clients/python")
	for _, notebook := range []string{"kernel", "schedule"} {
		var shown []string
		for _, isRun := range []string{"False", "True"} {
			env := []string{"PYTHONPATH=" + folder, "PYDEVD_DISABLE_FILE_VALIDATION=1"}
			out, err := suite(t, folder+"/notebooks", env, python, "-m", "nbconvert", "--to", "markdown",
				"--stdout", "--log-level", "ERROR", "--ExecutePreprocessor.enabled="+isRun, notebook+".ipynb")
			if err != nil {
				t.Fatalf("%s: %v: %s", notebook, err, out)
			}
			lines := strings.Split(inTime.ReplaceAllString(out, ""), "\n")
			isBlank := func(line string) bool { return strings.TrimSpace(line) == "" }
			shown = append(shown, strings.Join(slices.DeleteFunc(lines, isBlank), "\n"))
		}
		if diff := cmp.Diff(shown[0], shown[1]); diff != "" {
			t.Errorf("%s prints something else: %s", notebook, diff)
		}
	}
}

// TestVerdictAfterSignal: after Ctrl-C the moves so far are judged, and the exit code is 130. Without moves there is no
// verdict.
func TestVerdictAfterSignal(t *testing.T) {
	parallel(t)
	python(t)
	const stays = `import os, signal, sys, time
asked = 0
for line in sys.stdin:
    if "states" in line:
        asked += 1
        if asked == QUESTION:
            os.kill(os.getppid(), signal.SIGINT)
            time.sleep(60)
        print(line[line.index("["):line.index("]") + 1], flush=True)
    elif "rows" in line or "runs" in line:
        print("null", flush=True)
`
	for question, says := range map[string]string{
		"4": "That is not enough data to tell", "1": "",
	} {
		dir := files(t, map[string]string{"g.csv": "0,1,-inf\n2,-1,1\n",
			"stays.py": strings.Replace(stays, "QUESTION", question, 1)})
		cmd := exec.Command(binary, "validate", "--exec", "python3 stays.py", "--target", "g.csv", "--beta", "1")
		r := finish(t, cmd, dir, cmd.Run)
		checkEnd(t, r, result{code: 130, stdout: r.stdout, stderr: "breadboard: interrupted\n"})
		holds(t, r.stdout, says)
		if says == "" && r.stdout != "" {
			t.Errorf("after question %s it prints %q", question, r.stdout)
		}
	}
}
