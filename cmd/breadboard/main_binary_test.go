package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/olekukonko/tablewriter/pkg/twwidth"
)

var update = flag.Bool("update", false, "write the golden files anew")

// binary is the program under test: this test's own binary, which is the program
// where asMain is set. So the program is a dependency of its tests like any
// other, and they are run anew after every change to it.
var binary string

const asMain = "BREADBOARD_MAIN"

func TestMain(m *testing.M) {
	if os.Getenv(asMain) != "" {
		commit = "c0ffee"
		main()
	}
	flag.Parse()
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

// program runs the binary in dir, with pipes for its output.
func program(t *testing.T, dir string, args ...string) result {
	t.Helper()
	cmd := exec.Command(binary, args...)
	return finish(t, cmd, dir, cmd.Run)
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
func finish(t *testing.T, cmd *exec.Cmd, dir string, run func() error) result {
	t.Helper()
	var out, errs bytes.Buffer
	cmd.Dir, cmd.Stdout, cmd.Stderr = dir, &out, &errs
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
	out := works(t, dir, append(args, "--format", "json")...)
	if err := json.Unmarshal([]byte(out), into); err != nil {
		t.Fatalf("%q: %v: %s", args, err, out)
	}
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
		if err := os.WriteFile(filepath.Join(dir, name), []byte(data), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// The digits of a defect are rounding itself, and differ between machines; and so
// may what power of ten an error is below.
var defects = regexp.MustCompile(`\d(\.\d{4})?e-1[3-9]|less than 1e-1\d`)

var goldens = map[string][]string{
	"help":          nil,
	"help-exact":    {"exact", "--help"},
	"help-sample":   {"sample", "--help"},
	"list":          {"list"},
	"list-markdown": {"list", "--format", "markdown"},
	"list-csv":      {"list", "--format", "csv"},
	"list-zoo":      {"list", "--zoo", "stars,ising:2x3:0.5,surrogate-007"},
	"exact-barrier": {"exact", "--toy", "barrier", "-T", "10,100,1000"},
	"exact-markdown": strings.Fields(
		"exact --toy barrier --format markdown --kernel heat-bath --schedule sigmoid:4 -T 50"),
	"exact-easy":   {"exact", "--toy", "easy", "--seed", "7", "-T", "20,2", "--skip-last-kernel"},
	"help-certify": {"certify", "--help"},
	"exact-wall":   {"exact", "--target", "wall.csv", "--initial", "everywhere.csv", "-T", "3"},
	"exact-steps":  {"exact", "--toy", "barrier", "-T", "3,200", "--steps"},
	"exact-betas":  {"exact", "--target", "wall.csv", "--schedule", "betas.txt", "--steps"},
	"version":      {"--version"},
	"exact-steps-csv": strings.Fields(
		"exact --target wall.csv --kernel identity -T 2 --steps --format csv"),
	"exact-programs": strings.Fields(
		"exact --toy barrier -T 3 --program ais,importance,sir:16,rejection,smc:2:ess=0.5"),
	"exact-programs-csv": strings.Fields(
		"exact --target row.csv --kernel lifted -T 4 --program ais,sir:3,ns:2 --format csv"),
	"help-aide": {"aide", "--help"},
	"aide-hmm": strings.Fields(
		"aide --hmm weather.json --program smc-data:1,smc-data:3,smc-data:4:proposal=optimal --runs 50"),
	"aide": strings.Fields(
		"aide --toy barrier -T 5,20 --gold sir:4 --program ais,ais:kernel=king,vb,smc:40 --runs 50 --meta 2"),
	"aide-csv": strings.Fields(
		"aide --target row.csv --kernel lifted -T 4 --program sir:2,ais:kernel=swap --runs 20,30 --format csv"),
	"sample-programs": strings.Fields("sample --toy barrier -T 5 --chains 200 --program sir:4,ns:2"),
	"score": strings.Fields("score --target row.csv --kernel metropolis,lifted,perfect --start exact,worst " +
		"-N 10,1000"),
	"score-zoo":  strings.Fields("score --zoo barrier,easy --kernel metropolis,heat-bath,perfect -N 10,1000"),
	"help-score": {"score", "--help"},
	"sweep-kernels": strings.Fields("sweep --toy barrier --kernel metropolis,heat-bath,lifted,perfect -T 20 " +
		"--out kernels"),
	"sweep-schedules": strings.Fields(
		"sweep --toy easy,barrier --seed 1..5 --schedule linear,sigmoid:4 --kernel king,slice -T 5..40x4 --out schedules"),
	"sweep-one":   {"sweep", "--toy", "barrier", "-T", "20", "--out", "one"},
	"sweep-shard": {"sweep", "--toy", "barrier", "-T", "20,30", "--out", "shards", "--shard", "1/2"},
	"exact-row":   {"exact", "--target", "row.csv", "--kernel", "identity", "-T", "4"},
}

var inputs = map[string]string{
	"wall.csv":       "0,1,-inf\n2,3,1\n",
	"everywhere.csv": "0,0,0\n0,0,0\n",
	"betas.txt":      "0 0.25 0.25 1\n",
	"row.csv":        "0,1,2\n",
	"weather.json": `{"initial": [0.6, 0.4], "transition": [[0.7, 0.3], [0.2, 0.8]],
		"emission": [[0.6, 0.3, 0.1], [0.1, 0.3, 0.6]], "observations": [1, 2, 3, 3, 2, 1, 1, 3]}`,
}

// What people and programs read, byte for byte; lines for people are at most 80
// columns wide, and nothing in a pipe is coloured.
func TestGolden(t *testing.T) {
	dir := files(t, inputs)
	for name, args := range goldens {
		got := defects.ReplaceAllString(works(t, dir, args...), "~ rounding")
		if strings.Contains(got, "\x1b") {
			t.Errorf("%s: escapes in a pipe", name)
		}
		for line := range strings.Lines(got) {
			if n := twwidth.Width(strings.TrimSuffix(line, "\n")); n > 80 && !strings.HasSuffix(name, "csv") {
				t.Errorf("%s: %d columns: %s", name, n, line)
			}
		}
		if strings.HasPrefix(name, "list") || strings.HasPrefix(name, "help") {
			got = withoutKernels(got)
		}
		path := filepath.Join("testdata", name+".golden")
		if *update {
			if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(want), got); diff != "" {
			t.Errorf("%s (go test -update writes it anew): %s", name, diff)
		}
	}
}
