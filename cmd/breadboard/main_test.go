//go:build unix

package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/csv"
	"encoding/json"
	"errors"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"breadboard/chains/crew"
	"breadboard/grid/must"
	"breadboard/grid/text"
	"breadboard/reports/figure"
)

// binary is the program under test: this test's own binary, which is the program where asMain is set. So the program is
// a dependency of its tests like any other, and they run again after every change to it.
var binary string

const asMain = "BREADBOARD_MAIN"

// long is set for the long form of tests, which runs what takes long on the pages.
var long = os.Getenv("BREADBOARD_LONG") != ""

func TestMain(m *testing.M) {
	commit = "c0ffee"
	if !long {
		figure.Coarse = 8
	}
	// On a busy machine any command may take seconds.
	firstReport = time.Hour
	// The workers of a fuzz function have the environment of its tests.
	isWorker := slices.Contains(os.Args, "-test.fuzzworker")
	if os.Getenv(asMain) != "" && !isWorker {
		main()
	}
	binary, _ = os.Executable()
	// The programs that are started are this one. Python keeps what it compiles, and not beside its sources.
	os.Setenv(asMain, "1")
	os.Setenv("PYTHONPYCACHEPREFIX", filepath.Join(os.TempDir(), "breadboard-pycache"))
	// Tests that run beside each other wait for processes. A busy machine has its turns for each of these, so that more
	// of them than cores end sooner. The flag -parallel, which is read later, may name another number.
	if err := flag.Set("test.parallel", "8"); err != nil {
		panic(err)
	}
	os.Exit(m.Run())
}

// result holds how the program was called, what it printed, and its exit code.
type result struct {
	line, stdout, stderr string
	code                 int
}

// apart holds the names of the tests that run beside others.
var apart sync.Map

// parallel lets other tests run beside t. Its commands are processes of their own, for this one has one working
// directory.
func parallel(t *testing.T) {
	t.Helper()
	apart.Store(t.Name(), true)
	t.Parallel()
}

// program runs the program in dir, in this process: a process of its own would take five times as long, and is for
// tests that run beside others.
func program(t *testing.T, dir string, args ...string) result {
	t.Helper()
	if _, ok := apart.Load(t.Name()); ok {
		cmd := exec.Command(binary, args...)
		return finish(t, cmd, dir, cmd.Run)
	}
	back := must.Have(os.Getwd())(t)
	must.Do(t, os.Chdir(cmp.Or(dir, ".")))
	defer func() { must.Do(t, os.Chdir(back)) }()
	var out, errs bytes.Buffer
	ctx := context.WithValue(t.Context(), lastWordsKey{}, new(lastWords))
	code := supervise(args, &errs, func() int { return exitCode(ctx, run(ctx, args, &out, &errs), &errs) })
	return result{strings.Join(args, " "), out.String(), errs.String(), code}
}

// finish collects what cmd, run by run, printed and returned.
func finish(t *testing.T, cmd *exec.Cmd, dir string, run func() error) result {
	t.Helper()
	var out, errs bytes.Buffer
	cmd.Dir = dir
	cmd.Stdout = &out
	cmd.Stderr = &errs
	if err := run(); err != nil && !errors.As(err, new(*exec.ExitError)) {
		t.Fatal(err)
	}
	return result{strings.Join(cmd.Args[1:], " "), out.String(), errs.String(), cmd.ProcessState.ExitCode()}
}

// works returns what the program prints, and fails t unless it succeeds.
func works(t *testing.T, dir string, args ...string) string {
	t.Helper()
	r := program(t, dir, args...)
	if r.code != 0 || r.stderr != "" {
		t.Fatalf("%#v", r)
	}
	return r.stdout
}

// checkEnd fails t where a run is not as wanted. What may be anything is wanted as it is.
func checkEnd(t *testing.T, r, want result) {
	t.Helper()
	want.line = r.line
	if r != want {
		t.Errorf("it ended so: %#v\nand not so: %#v", r, want)
	}
}

// worksJSON decodes what works prints with --format json.
func worksJSON(t *testing.T, into any, dir string, args ...string) {
	t.Helper()
	out := works(t, dir, append(args, "--format", "json")...)
	must.Do(t, json.Unmarshal([]byte(out), into))
}

// refused checks a run on bad input: exit code 2, nothing printed, and one line on stderr with all of these words.
func refused(t *testing.T, r result, says ...string) {
	t.Helper()
	checkEnd(t, r, result{code: 2, stderr: r.stderr})
	if !strings.HasPrefix(r.stderr, "breadboard: ") || strings.Count(r.stderr, "\n") != 1 {
		t.Errorf("%s: stderr is not one line of the program: %q", r.line, r.stderr)
	}
	holds(t, r.stderr, says...)
}

// files writes files into a new directory.
func files(t *testing.T, content map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, data := range content {
		put(t, dir, name, data)
	}
	return dir
}

// put writes a file into a directory, which it makes.
func put(t *testing.T, dir, name, data string) {
	t.Helper()
	path := filepath.Join(dir, name)
	must.Do(t, errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte(data), 0o644)))
}

func read(t *testing.T, path string) string {
	t.Helper()
	return string(must.Have(os.ReadFile(path))(t))
}

func textOf(t *testing.T, dir, name string) string { return read(t, filepath.Join(dir, name)) }

// holds checks that a text has these parts, wherever its lines break.
func holds(t *testing.T, text string, parts ...string) {
	t.Helper()
	joined := strings.Join(strings.Fields(text), " ")
	for _, part := range parts {
		if !strings.Contains(joined, part) {
			t.Errorf("no %q in\n%s", part, text)
		}
	}
}

// python skips a test if there is no Python.
func python(t *testing.T) {
	t.Helper()
	if _, err := exec.LookPath("python3"); err != nil {
		t.Skip(err)
	}
}

// readCSV reads the rows of CSV, by their keys.
func readCSV(t *testing.T, text string) (rows []map[string]string) {
	t.Helper()
	lines := must.Have(csv.NewReader(strings.NewReader(text)).ReadAll())(t)
	for _, line := range lines[1:] {
		row := map[string]string{}
		for i, key := range lines[0] {
			row[key] = line[i]
		}
		rows = append(rows, row)
	}
	return rows
}

// number reads a cell of a table.
func number(t *testing.T, cell string) float64 {
	t.Helper()
	return must.Have(text.Float(cell))(t)
}

// contents reads all files of a directory.
func contents(t *testing.T, dir string) map[string]string {
	t.Helper()
	all := map[string]string{}
	for name := range strings.FieldsSeq(listing(t, dir)) {
		all[name] = textOf(t, dir, name)
	}
	return all
}

// listing lists the files of a directory, except the mark that says whose it is.
func listing(t *testing.T, dir string) string {
	t.Helper()
	var names []string
	for _, e := range must.Have(os.ReadDir(dir))(t) {
		if e.Name() != ".breadboard" {
			names = append(names, e.Name())
		}
	}
	return strings.Join(names, " ")
}

func absolute(t *testing.T, path string) string {
	t.Helper()
	return must.Have(filepath.Abs(path))(t)
}

// TestExitCode: an error is one line and an exit code, and after a signal only the last words are said, once.
func TestExitCode(t *testing.T) {
	stopped, stop := context.WithCancel(context.WithValue(t.Context(), lastWordsKey{}, new(lastWords)))
	stop()
	for _, c := range []struct {
		ctx  context.Context
		err  error
		code int
		says string
	}{
		{t.Context(), nil, 0, ""},
		{t.Context(), errors.New("one\ntwo"), 1, "breadboard: one; two\n"},
		{t.Context(), bad(errors.New("no \x1b[31m.csv")), 2, `breadboard: no \x1b[31m.csv` + "\n"},
		{stopped, errors.New("stopped by something"), 130, "breadboard: interrupted\n"},
		{stopped, stopped.Err(), 130, ""},
	} {
		var b strings.Builder
		if code := exitCode(c.ctx, c.err, &b); code != c.code || b.String() != c.says {
			t.Errorf("%v: exit %d after %q, want %d after %q", c.err, code, b.String(), c.code, c.says)
		}
	}
}

// TestSupervise: a panic, of a worker too, is reported as a bug, with what to send and a trace, and has its own code.
func TestSupervise(t *testing.T) {
	worker := &crew.Panic{Value: "index 7", Stack: []byte("TestSupervise, goroutine 7")}
	for _, value := range []any{"index 7", worker} {
		var b strings.Builder
		if code := supervise([]string{"exact", "--toy", "x"}, &b, func() int { panic(value) }); code != 3 {
			t.Errorf("a panic exits with %d, want 3", code)
		}
		holds(t, b.String(), "breadboard: a bug in breadboard, not in your input: index 7; please report it with "+
			"these "+
			"lines, the version ("+version()+") and the command (breadboard exact --toy x)", "TestSupervise")
	}
}
