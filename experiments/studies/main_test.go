package main

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"breadboard/experiments/meter"
	"breadboard/experiments/studies/run"
	"breadboard/grid/must"
	"breadboard/reports/study"
	"breadboard/reports/table"
)

func TestMain(m *testing.M) {
	firstTold = time.Hour // on a busy machine any study may take seconds, and tests compare all that is said
	os.Exit(m.Run())
}

func studies(t *testing.T, ctx context.Context, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	var out, wrong bytes.Buffer
	code = command(ctx, args, &out, &wrong)
	return code, out.String(), wrong.String()
}

// small puts a study of three pieces in place of the catalogue. It ends its context before a piece, and counts them.
func small(t *testing.T, stop int, end context.CancelFunc) (worked *int) {
	t.Helper()
	all := catalogue
	t.Cleanup(func() { catalogue = all })
	worked = new(int)
	catalogue = []entry{{name: "squares", about: "three squares", takes: "no time",
		files: table.Names("csv json", "squares"),
		make: func(ctx context.Context, setting run.Setting) (s study.Study, err error) {
			squares := table.Table{Columns: table.Columns("n", "square")}
			for i := range 3 {
				square, err := run.Once(ctx, setting.Shelf, string(rune('a'+i)), func(ctx context.Context) (int,
					error) {
					if i == stop {
						end()
					}
					*worked++
					return i * i, ctx.Err()
				})
				if err != nil {
					return s, err
				}
				squares.Add(i, square)
			}
			s.Add("squares", squares)
			s.People = []table.Table{squares}
			return s, nil
		}}}
	return worked
}

// TestGoesOnWhereItWasStopped: after Ctrl-C in the second piece the same command works at two pieces more, and leaves
// the files of a study that was not stopped, and nothing else.
func TestGoesOnWhereItWasStopped(t *testing.T) {
	dir := t.TempDir()
	ctx, end := context.WithCancel(t.Context())
	worked := small(t, 1, end)
	code, _, stderr := studies(t, ctx, "squares", "--out", dir)
	if code != 130 || !strings.Contains(stderr, "goes on from here") || *worked != 2 {
		t.Errorf("exit code %d after %d pieces: %s", code, *worked, stderr)
	}
	worked = small(t, -1, nil)
	code, stdout, stderr := studies(t, t.Context(), "squares", "--out", dir, "--format", "csv")
	if code != 0 || *worked != 2 || stdout != "n,square,keys\n0,0,1\n1,1,1\n2,4,1\n" {
		t.Errorf("exit code %d after %d pieces: %s%s", code, *worked, stdout, stderr)
	}
	var names []string
	for _, f := range must.Have(os.ReadDir(dir))(t) {
		if !strings.HasPrefix(f.Name(), ".") {
			names = append(names, f.Name())
		}
	}
	if want := []string{"squares.csv", "squares.json"}; !slices.Equal(names, want) {
		t.Errorf("it left %v, want %v", names, want)
	}
}

// TestTells: a study in a pipe says after two seconds how far it is, also before it tells anything, and so does every
// other command. The clock goes on as the work moves.
func TestTells(t *testing.T) {
	small(t, -1, nil)
	now := time.Unix(0, 0)
	var ring func()
	usual := clock
	t.Cleanup(func() { clock, firstTold = usual, time.Hour })
	firstTold = meter.First
	clock = meter.Clock{Now: func() time.Time { return now }, After: func(d time.Duration, f func()) func() bool {
		ring = func() {
			now = now.Add(d)
			f()
		}
		return func() bool {
			ring = nil
			return true
		}
	}}
	catalogue[0].make = func(_ context.Context, setting run.Setting) (study.Study, error) {
		ring()
		setting.Tell(1, 4)
		ring()
		return study.Study{}, errors.New("enough")
	}
	_, _, stderr := studies(t, t.Context(), "squares", "--out", t.TempDir())
	want := "studies: squares: 2s so far\nstudies: squares: 25% after 4s, and about 12s to go\nstudies: enough\n"
	if stderr != want {
		t.Errorf("it says %q, want %q", stderr, want)
	}
	if ring != nil {
		t.Error("it goes on to speak after its end")
	}
}

// TestRefusals: what is wrong is said in one line, and nothing is written.
func TestRefusals(t *testing.T) {
	small(t, -1, nil)
	full := t.TempDir()
	must.Do(t, os.WriteFile(filepath.Join(full, "squares.csv"), []byte("mine"), 0o600))
	for says, args := range map[string][]string{
		`"cubes" is unknown`:  {"cubes"},
		"nothing is random":   {"squares", "--seed", "3", "--out", t.TempDir()},
		"unknown flag --slow": {"squares", "--slow"},
		`"yaml" is unknown`:   {"list", "--format", "yaml"},
		"has files, and no":   {"squares", "--out", full},
	} {
		code, stdout, stderr := studies(t, t.Context(), args...)
		if code != 2 || stdout != "" || !strings.Contains(stderr, says) || strings.Count(stderr, "\n") != 1 {
			t.Errorf("%v ends with %d: %s%s, want %q", args, code, stdout, stderr, says)
		}
	}
}

// TestQuick: the quick form of every study writes its files and prints its tables, twice the same.
func TestQuick(t *testing.T) {
	if os.Getenv("BREADBOARD_LONG") == "" {
		t.Skip("the long form makes every study quickly")
	}
	for _, e := range catalogue {
		var all [2]map[string]string
		for i := range all {
			dir := t.TempDir()
			code, stdout, stderr := studies(t, t.Context(), e.name, "--quick", "--out", dir)
			if code != 0 || !strings.Contains(stdout, "files in "+dir) {
				t.Fatalf("%s ends with %d: %s", e.name, code, stderr)
			}
			all[i] = map[string]string{}
			for _, name := range e.files {
				all[i][name] = string(must.Have(os.ReadFile(filepath.Join(dir, name)))(t))
			}
		}
		for name, data := range all[0] {
			if all[1][name] != data {
				t.Errorf("%s of %s differs between two runs", name, e.name)
			}
		}
	}
}

// TestList: the list has every study, and is what is shown without a word.
func TestList(t *testing.T) {
	_, stdout, _ := studies(t, t.Context(), "list")
	for _, e := range catalogue {
		if !strings.Contains(stdout, "│ "+e.name+" ") {
			t.Errorf("%s is not in the list: %s", e.name, stdout)
		}
	}
	if _, again, _ := studies(t, t.Context()); again != stdout {
		t.Errorf("without a word it prints %s", again)
	}
	for line := range strings.Lines(stdout) {
		if n := len([]rune(strings.TrimRight(line, "\n"))); n > 80 {
			t.Errorf("%d columns: %s", n, line)
		}
	}
}

// TestFilesOfStudies: the committed files of a study are those that it writes.
func TestFilesOfStudies(t *testing.T) {
	for _, e := range catalogue {
		folder := filepath.Join("../../reports", e.name)
		all, err := os.ReadDir(folder)
		if os.IsNotExist(err) {
			continue // it has a table alone
		}
		must.Do(t, err)
		var names []string
		for _, f := range all {
			byHand := f.Name() == "README.md" && !slices.Contains(e.files, f.Name()) || slices.Contains(e.byHand,
				f.Name())
			if !strings.HasPrefix(f.Name(), ".") && !byHand {
				names = append(names, f.Name())
			}
		}
		want := slices.Sorted(slices.Values(e.files))
		if !slices.Equal(names, want) {
			t.Errorf("%s has %v, and its names are %v", folder, names, want)
		}
	}
}
