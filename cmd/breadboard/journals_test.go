//go:build unix

package main

import (
	"bytes"
	"errors"
	"fmt"
	"hash/crc32"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"

	"breadboard/grid/text/faulty"
)

// fewCells are a sweep and a score of a few cells.
var fewCells = []longRun{
	{strings.Fields("sweep --toy barrier -T 3,4"), 2},
	{strings.Fields("score --zoo barrier -N 10 --kernel metropolis,barker"), 2},
}

// plan is the name of the file in which the run keeps its plan.
func (r longRun) plan() string {
	if r.args[0] == "score" {
		return scoreFile
	}
	return sweepFile
}

// One bit in a plan: merging is refused, and leaves the tables as they are. The command again, with --force if the file
// is no plan any more, ends in the same files.
func TestFaultsPlanBits(t *testing.T) {
	bits := faulty.Tally{What: "bits of plans under merge and the command again"}
	dice := rand.New(rand.NewPCG(15, 5))
	for _, r := range fewCells {
		dir := t.TempDir()
		works(t, dir, r.in("out")...)
		want := swept(t, filepath.Join(dir, "out"))
		path := filepath.Join(dir, "out", r.plan())
		for range times(2, 400) {
			i := dice.IntN(8 * len(want[r.plan()]))
			changed := []byte(want[r.plan()])
			changed[i/8] ^= 1 << (i % 8)
			write(t, path, string(changed))
			bits.Count(fmt.Sprintf("%s, bit %d of byte %d", r.plan(), i%8, i/8), r.bitIsFound(t, dir, want))
		}
	}
	bits.Report(t)
}

// bitIsFound returns what went wrong after a plan in out was changed.
func (r longRun) bitIsFound(t *testing.T, dir string, want map[string]string) error {
	t.Helper()
	out := filepath.Join(dir, "out")
	damaged := swept(t, out)[r.plan()]
	merged := program(t, dir, "merge", "out")
	now := swept(t, out)
	if merged.code != 2 || strings.Count(merged.stderr, "\n") != 1 {
		return fmt.Errorf("merge ends with the code %d and %q", merged.code, merged.stderr)
	}
	if now[r.plan()] != damaged {
		return fmt.Errorf("merge has changed the plan")
	}
	now[r.plan()] = want[r.plan()]
	for name := range want {
		if now[name] != want[name] {
			return fmt.Errorf("merge has changed %s", name)
		}
	}
	again := program(t, dir, r.in("out")...)
	if again.code == 2 { // such as a plan in format 6, or no plan
		if left := swept(t, out)[r.plan()]; left != damaged {
			return fmt.Errorf("the command again is refused, and has changed the plan")
		}
		return nil
	}
	if again.code != 0 {
		return fmt.Errorf("the command again ends with the code %d and %q", again.code, again.stderr)
	}
	for name, content := range swept(t, out) {
		if content != want[name] {
			return fmt.Errorf("the command again ends in another %s", name)
		}
	}
	return nil
}

// What is no plan is refused by merge in a sentence that says what would do; the tables stay.
func TestFaultsPlans(t *testing.T) {
	for _, r := range fewCells[:times(1, 2)] {
		dir := t.TempDir()
		works(t, dir, r.in("out")...)
		out := filepath.Join(dir, "out")
		want := swept(t, out)
		whole, path := want[r.plan()], filepath.Join(out, r.plan())
		for name, c := range map[string]struct{ content, says string }{
			"brackets":       {strings.Repeat("[", 3_000_000), "not the plan of a sweep or a score; the command of"},
			"nothing":        {"", "not the plan of a sweep or a score"},
			"no checksum":    {strings.Split(whole, ",\n \"sha256\"")[0] + "\n}\n", "was changed, by its checksum"},
			"format 2":       {strings.Replace(whole, `"format": 3`, `"format": 2`, 1), "in format 2, which has no checksum"},
			"an unknown key": {resummed(strings.Replace(whole, `"build"`, `"bild": 1, "build"`, 1)), "not as this build"},
		} {
			write(t, path, c.content)
			want[r.plan()] = c.content
			refused(t, program(t, dir, "merge", "out"), "out/"+r.plan()+": ", c.says, " would do")
			same(t, swept(t, out), want)
			if t.Failed() {
				t.Fatal(name)
			}
		}
	}
}

// A file that is no plan is somebody's, and stays.
func TestFaultsForeignPlan(t *testing.T) {
	dir, r := t.TempDir(), fewCells[0]
	put(t, dir, "out/"+sweepFile, `{"format": 3, "mine": true}`)
	refused(t, program(t, dir, r.in("out")...), "out/sweep.json", "--force")
	if got := textOf(t, dir, "out/"+sweepFile); got != `{"format": 3, "mine": true}` {
		t.Errorf("the file is %s now", got)
	}
	works(t, dir, r.in("out", "--force")...)
}

// A table is not replaced by one that lacks some of its rows without --force, by sweep, score or merge: by one of
// fewer, or of as many others.
func TestFaultsLostRows(t *testing.T) {
	dir := t.TempDir()
	for _, c := range []struct{ more, fewer, table string }{
		{"sweep --toy barrier -T 3,4 --out sweep", "sweep --toy barrier -T 3 --out sweep", "sweep/rows.csv"},
		{"score --zoo barrier -N 10 --kernel metropolis,barker --out score",
			"score --zoo barrier -N 10 --kernel metropolis --out score", "score/scores.csv"},
	} {
		works(t, dir, strings.Fields(c.more)...)
		before := read(t, filepath.Join(dir, c.table))
		r := program(t, dir, strings.Fields(c.fewer)...)
		refused(t, r, c.table+" has ", " that the new one would not have, the first in line ",
			"--force, which replaces what is there")
		if after := read(t, filepath.Join(dir, c.table)); after != before {
			t.Errorf("%s: it is another", c.table)
		}
		works(t, dir, strings.Fields(c.fewer+" --force")...)
		if after := read(t, filepath.Join(dir, c.table)); strings.Count(after, "\n") >= strings.Count(before, "\n") {
			t.Errorf("%s: with --force it has as many rows as before", c.table)
		}
	}
	works(t, dir, strings.Fields("sweep --toy barrier -T 3 --out few")...)
	works(t, dir, strings.Fields("sweep --toy barrier -T 3,4,5 --out many")...)
	refused(t, program(t, dir, "merge", "few", "--out", "many"),
		"many/rows.csv has 2 rows that the new one would not have, the first in line 3;")
	for _, other := range []string{"--chains 2", "--full", "--skip-last-kernel", "--program importance"} {
		args := strings.Fields("sweep --toy barrier -T 3,4,5 --out many " + other)
		refused(t, program(t, dir, args...), "many/rows.csv has 3 rows that the new one would not have")
	}
	works(t, dir, strings.Fields("sweep --toy barrier -T 3,4,5 --out many --program ais,importance")...)
}

// Two journals whose rows of one job differ are not joined.
func TestFaultsTwoRowsOfAJob(t *testing.T) {
	dir, r := t.TempDir(), fewCells[0]
	works(t, dir, r.in("a")...)
	works(t, dir, r.in("b")...)
	changed := regexp.MustCompile(`"J":[0-9.]+`).ReplaceAllString(textOf(t, dir, "b/journal.jsonl"), `"J":7`)
	put(t, dir, "b/journal.jsonl", resealedLines(changed))
	before := swept(t, filepath.Join(dir, "a"))
	merged := program(t, dir, "merge", "a", "b")
	ended(t, merged, result{code: 1, stderr: merged.stderr})
	holds(t, merged.stderr, "breadboard: b/journal.jsonl: two rows of barrier, metropolis, ",
		" that differ, of which one is wrong; the command that made them, with another directory, would do")
	same(t, swept(t, filepath.Join(dir, "a")), before)
}

// resealedLines are the lines of a journal with the checksums of what they have now.
func resealedLines(journal string) string {
	var all strings.Builder
	for line := range strings.Lines(journal) {
		object, _, _ := strings.Cut(line, `,"crc32"`)
		fmt.Fprintf(&all, "%s,\"crc32\":\"%08x\"}\n", object, crc32.ChecksumIEEE([]byte(object+"}")))
	}
	return all.String()
}

// One byte of a journal is another: merging is refused and the tables stay, or it ends in the same tables, and
// so does the command again.
func TestFaultsJournalBytes(t *testing.T) {
	corruptions := faulty.Tally{What: "bytes of journals under merge and the command again"}
	dice := rand.New(rand.NewPCG(15, 7))
	for _, r := range fewCells {
		dir := t.TempDir()
		works(t, dir, r.in("out")...)
		out := filepath.Join(dir, "out")
		want, path := swept(t, out), filepath.Join(out, "journal.jsonl")
		whole := []byte(read(t, path))
		for range times(2, 300) {
			changed, at := bytes.Clone(whole), dice.IntN(len(whole))
			changed[at] ^= byte(1 + dice.IntN(255))
			write(t, path, string(changed))
			merged := program(t, dir, "merge", "out")
			err := stays(t, out, want)
			if merged.code == 0 && !bytes.Equal(bytes.TrimSpace(changed), bytes.TrimSpace(whole)) {
				err = fmt.Errorf("merge takes it: %s", merged.stdout)
			}
			if again := program(t, dir, r.in("out")...); err == nil && again.code == 0 {
				err = stays(t, out, want)
			} else if err == nil && !strings.Contains(again.stderr, "not a journal of such rows") {
				err = fmt.Errorf("the command again ends with the code %d and %q", again.code, again.stderr)
			}
			corruptions.Count(fmt.Sprintf("%s, byte %d is %q", r.args[0], at, changed[at]), err)
		}
	}
	corruptions.Report(t)
}

// stays returns an error if a directory has other files.
func stays(t *testing.T, dir string, want map[string]string) error {
	t.Helper()
	now := swept(t, dir)
	for name := range want {
		if now[name] != want[name] {
			return fmt.Errorf("%s is another", name)
		}
	}
	return nil
}

// special makes what is no file in the place of one, by name.
var special = map[string]func(path string) error{
	"a pipe":            func(path string) error { return syscall.Mkfifo(path, 0o600) },
	"endless":           func(path string) error { return os.Symlink("/dev/zero", path) },
	"a directory":       func(path string) error { return os.Mkdir(path, 0o755) },
	"a letter":          func(path string) error { return os.WriteFile(path, []byte("dear reader"), 0o644) },
	"a letter of lines": func(path string) error { return os.WriteFile(path, []byte("dear\nreader\n"), 0o644) },
}

// What is no journal and no plan is refused at once, by the run and by merge, and stays.
func TestFaultsSpecialFiles(t *testing.T) {
	for _, r := range fewCells[:times(1, 2)] {
		dir := t.TempDir()
		works(t, dir, r.in("out")...)
		for _, name := range []string{"journal.jsonl", r.plan()} {
			path := filepath.Join(dir, "out", name)
			whole := read(t, path)
			for what, put := range special {
				if err := errors.Join(os.Remove(path), put(path)); err != nil {
					t.Fatal(err)
				}
				before, err := os.Lstat(path)
				if err != nil {
					t.Fatal(err)
				}
				for _, args := range [][]string{r.in("out"), {"merge", "out"}} {
					isRefusedFor(t, what, program(t, dir, args...), "out/"+name)
				}
				after, err := os.Lstat(path)
				if err != nil || after.Mode() != before.Mode() || after.Size() != before.Size() {
					t.Errorf("%s in the place of %s: it did not stay", what, name)
				}
				if err := os.Remove(path); err != nil {
					t.Fatal(err)
				}
				write(t, path, whole)
			}
		}
		works(t, dir, "merge", "out")
	}
}

// isRefusedFor checks that a command ends in a line that names the file and says what would do.
func isRefusedFor(t *testing.T, what string, r result, name string) {
	t.Helper()
	line := strings.TrimSuffix(r.stderr, "\n")
	cure := strings.HasSuffix(line, "would do") || strings.HasSuffix(line, "replaces what is there")
	if r.code != 1 && r.code != 2 || strings.Contains(line, "\n") || !strings.Contains(line, name) || !cure {
		t.Errorf("%s in the place of %s: %q ends with the code %d and %q", what, name, r.args, r.code, r.stderr)
	}
}
