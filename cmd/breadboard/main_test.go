//go:build unix

package main

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"breadboard/chains/crew"
	"breadboard/grid/must"
	"breadboard/grid/text"
	"breadboard/reports/figure"
)

var update = flag.Bool("update", false, "write the golden files anew")

// binary is the program under test: this test's own binary, which is the program
// where asMain is set. So the program is a dependency of its tests like any
// other, and they are run anew after every change to it.
var binary string

const asMain = "BREADBOARD_MAIN"

// long is set for the long form of tests, which runs what takes long on the pages.
var long bool

func TestMain(m *testing.M) {
	commit = "c0ffee"
	if os.Getenv("BREADBOARD_LONG") == "" {
		figure.Coarse = 8
	}
	firstTold = time.Hour // on a busy machine any command may take seconds
	if os.Getenv(asMain) != "" {
		main()
	}
	flag.Parse()
	long = os.Getenv("BREADBOARD_LONG") != ""
	var err error
	if binary, err = os.Executable(); err == nil {
		err = os.Setenv(asMain, "1") // for the programs that are started
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(m.Run())
}

// result holds what a run of the program printed, and its exit code.
type result struct {
	args           []string
	stdout, stderr string
	code           int
}

// program runs the program in dir, here and not as a process of its own, which takes five times as long.
func program(t *testing.T, dir string, args ...string) result {
	t.Helper()
	back, err := os.Getwd()
	if err == nil && dir != "" {
		err = os.Chdir(dir)
	}
	must.Do(t, err)
	defer func() {
		must.Do(t, os.Chdir(back))
	}()
	var out, errs bytes.Buffer
	ctx := context.WithValue(t.Context(), lastWordsKey{}, new(lastWords))
	code := supervise(args, &errs, func() int { return exitCode(ctx, run(ctx, args, &out, &errs), &errs) })
	return result{args, out.String(), errs.String(), code}
}

// inShell is program after a command of the shell, such as a limit. It ends a program that hangs.
func inShell(t *testing.T, dir, first string, args ...string) result {
	t.Helper()
	ctx, stop := context.WithTimeout(t.Context(), 2*time.Minute)
	defer stop()
	cmd := exec.CommandContext(ctx, "bash", append([]string{"-c", first + ` && exec "$0" "$@"`, binary}, args...)...)
	cmd.WaitDelay = time.Second // for what else the shell has started
	return finish(t, cmd, dir, cmd.Run)
}

// finish collects what cmd, run by run, printed and returned.
func finish(t testing.TB, cmd *exec.Cmd, dir string, run func() error) result {
	t.Helper()
	var out, errs bytes.Buffer
	cmd.Dir = dir
	cmd.Stdout = &out
	cmd.Stderr = &errs
	err := run()
	if exit := new(exec.ExitError); err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return result{cmd.Args[1:], out.String(), errs.String(), cmd.ProcessState.ExitCode()}
}

// works is program where nothing may go wrong.
func works(t *testing.T, dir string, args ...string) string {
	t.Helper()
	r := program(t, dir, args...)
	if !ended(t, r, result{stdout: r.stdout}) {
		t.FailNow()
	}
	return r.stdout
}

// ended tells what of a run is not as wanted, and reports whether all is. What may be
// anything is wanted as it is.
func ended(t *testing.T, r, want result) bool {
	t.Helper()
	if r.code != want.code {
		t.Errorf("%q: exit code %d, want %d: %s", r.args, r.code, want.code, r.stderr)
	}
	if r.stdout != want.stdout {
		t.Errorf("%q: stdout is %q, want %q", r.args, r.stdout, want.stdout)
	}
	if r.stderr != want.stderr {
		t.Errorf("%q: stderr is %q, want %q", r.args, r.stderr, want.stderr)
	}
	return r.code == want.code && r.stdout == want.stdout && r.stderr == want.stderr
}

// worksJSON decodes what works prints with --format json.
func worksJSON(t *testing.T, into any, dir string, args ...string) {
	t.Helper()
	decode(t, program(t, dir, append(args, "--format", "json")...), 0, into)
}

// refused checks a run on bad input: exit code 2, nothing printed, and one line on
// stderr that says all of what is to be said.
func refused(t *testing.T, r result, says ...string) {
	t.Helper()
	ended(t, r, result{code: 2, stderr: r.stderr})
	if !strings.HasPrefix(r.stderr, "breadboard: ") {
		t.Errorf("%q: stderr does not begin with the program's name: %q", r.args, r.stderr)
	}
	if n := strings.Count(r.stderr, "\n"); n != 1 {
		t.Errorf("%q: %d lines on stderr, want 1: %q", r.args, n, r.stderr)
	}
	for _, want := range says {
		if !strings.Contains(r.stderr, want) {
			t.Errorf("%q: stderr is %q, want %s", r.args, r.stderr, want)
		}
	}
}

// files writes files into a new directory.
func files(t *testing.T, content map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, data := range content {
		write(t, filepath.Join(dir, name), data)
	}
	return dir
}

func read(t *testing.T, path string) string {
	t.Helper()
	return string(must.Have(os.ReadFile(path))(t))
}

func textOf(t *testing.T, dir, name string) string { return read(t, filepath.Join(dir, name)) }

func write(t *testing.T, path, text string) {
	t.Helper()
	must.Do(t, os.WriteFile(path, []byte(text), 0o666))
}

// decode reads what a run of this exit code prints as JSON.
func decode(t *testing.T, r result, code int, into any) {
	t.Helper()
	if r.code != code {
		t.Fatalf("%q: exit code %d, want %d: %s", r.args, r.code, code, r.stderr)
	}
	if err := json.Unmarshal([]byte(r.stdout), into); err != nil {
		t.Fatalf("%q: %v: %s", r.args, err, r.stdout)
	}
}

// holds checks that a text has some parts, whatever its lines are broken at.
func holds(t *testing.T, text string, parts ...string) {
	t.Helper()
	joined := strings.Join(strings.Fields(text), " ")
	for _, part := range parts {
		if !strings.Contains(joined, part) {
			t.Errorf("no %q in\n%s", part, text)
		}
	}
}

// python skips a test where there is no Python.
func python(t *testing.T) {
	t.Helper()
	if _, err := exec.LookPath("python3"); err != nil {
		t.Skip(err)
	}
}

// readCSV reads CSV.
func readCSV(t *testing.T, text string) [][]string {
	t.Helper()
	return must.Have(csv.NewReader(strings.NewReader(text)).ReadAll())(t)
}

// column is the column of this name, without its head.
func column(rows [][]string, name string) (cells []string) {
	at := slices.Index(rows[0], name)
	for _, row := range rows[1:] {
		cells = append(cells, row[at])
	}
	return cells
}

// number reads a cell of a table.
func number(t *testing.T) func(string) float64 {
	return func(cell string) float64 {
		v, err := text.Float(cell)
		if err != nil {
			t.Errorf("%q: %v", cell, err)
		}
		return v
	}
}

// contents reads all files of a directory.
func contents(t *testing.T, dir string) map[string]string {
	t.Helper()
	all := map[string]string{}
	for _, name := range namesIn(t, dir) {
		all[name] = textOf(t, dir, name)
	}
	return all
}

// namesIn lists the files of a directory, except the mark that says whose it is.
func namesIn(t *testing.T, dir string) (names []string) {
	t.Helper()
	for _, e := range must.Have(os.ReadDir(dir))(t) {
		if e.Name() != ".breadboard" {
			names = append(names, e.Name())
		}
	}
	return names
}

func listing(t *testing.T, dir string) string {
	t.Helper()
	return strings.Join(namesIn(t, dir), " ")
}

func absolute(t *testing.T, path string) string {
	t.Helper()
	return must.Have(filepath.Abs(path))(t)
}

func TestExitCode(t *testing.T) {
	stopped, stop := context.WithCancel(t.Context())
	stop()
	for _, c := range []struct {
		ctx  context.Context
		err  error
		code int
		says string
	}{
		{t.Context(), nil, 0, ""},
		{t.Context(), errors.New("one\ntwo"), 1, "breadboard: one; two\n"},
		{t.Context(), bad(errors.New("one")), 2, "breadboard: one\n"},
		{stopped, errors.New("stopped by something"), 130, "breadboard: interrupted\n"},
		{t.Context(), errors.New("no \x1b[31m.csv"), 1, `breadboard: no \x1b[31m.csv` + "\n"},
	} {
		var b strings.Builder
		if code := exitCode(c.ctx, c.err, &b); code != c.code {
			t.Errorf("%v: exit %d, want %d", c.err, code, c.code)
		}
		if b.String() != c.says {
			t.Errorf("%v is told as %q, want %q", c.err, b.String(), c.says)
		}
	}
	var once strings.Builder // who ends a program that does not stop soon has said it before the command does
	both := context.WithValue(stopped, lastWordsKey{}, new(lastWords))
	sayLast(both, &once)
	if code := exitCode(both, stopped.Err(), &once); code != 130 || once.String() != "breadboard: interrupted\n" {
		t.Errorf("exit %d after %q", code, once.String())
	}
}

// A panic, of a worker too, is reported as a bug, with what to send and a trace, and has an exit code of its own.
func TestSupervise(t *testing.T) {
	worker := &crew.Panic{Value: "index 7", Stack: []byte("TestSupervise, goroutine 7")}
	for _, value := range []any{"index 7", worker} {
		var b strings.Builder
		if code := supervise([]string{"exact", "--toy", "x"}, &b, func() int { panic(value) }); code != 3 {
			t.Errorf("a panic exits with %d, want 3", code)
		}
		first, trace, _ := strings.Cut(b.String(), "\n\n")
		want := "; please report it with these lines, the version (" + version() +
			`) and the command (breadboard exact --toy x)`
		if !strings.HasPrefix(first, `breadboard: a bug in the program, not in your input: index 7`) ||
			!strings.HasSuffix(first, want) {
			t.Errorf("it says %q, want %q", first, want)
		}
		if !strings.Contains(trace, "TestSupervise") {
			t.Errorf("the trace does not lead here: %s", trace)
		}
	}
	if code := supervise(nil, io.Discard, func() int { return 130 }); code != 130 {
		t.Errorf("without a panic it exits with %d, want 130", code)
	}
}

// A target from a FIFO tells when the program has begun: it is then interrupted in the middle of work that would take
// minutes.
func TestInterrupt(t *testing.T) {
	dir := t.TempDir()
	cmd := exec.Command(binary, "exact", "-T", "3000000", "--target", "target.csv")
	r := finish(t, cmd, dir, func() error {
		f := opened(t, cmd)
		fmt.Fprint(f, "0,1\n3,2\n")
		f.Close()
		_ = cmd.Process.Signal(os.Interrupt)
		return cmd.Wait()
	})
	ended(t, r, result{code: 130, stderr: "breadboard: interrupted\n"})
	if left := listing(t, dir); left != "target.csv" {
		t.Errorf("it left %v, want the target alone", left)
	}
}
