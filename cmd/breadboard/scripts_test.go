package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"breadboard/grid/must"
)

const scriptFolder = "../../reports/scripts/"

var (
	scriptRun = regexp.MustCompile(`(?m)^python3 reports/scripts/(\w+\.py)`)
	decimal   = regexp.MustCompile(`-?\d+(\.\d+(e[-+]\d+)?|e[-+]\d+)`)
)

// TestScripts: the page that TestPages checks has what the script of each finding prints, for its own target and for
// another one, with no line of numbers in common.
func TestScripts(t *testing.T) {
	printed := map[string][]string{}
	name := ""
	for _, b := range blocks(read(t, scriptFolder+"printed.md")) {
		if b.lang == "text" {
			printed[name] = append(printed[name], b.body)
		} else if run := scriptRun.FindStringSubmatch(b.body); run != nil {
			name = run[1]
		}
	}
	for _, path := range must.Have(filepath.Glob(scriptFolder + "*.py"))(t) {
		name := filepath.Base(path)
		texts := printed[name]
		if len(texts) != 2 {
			t.Fatalf("of %s %d runs are printed", name, len(texts))
		}
		if same := inBoth(texts[0], texts[1]); len(same) > 0 {
			t.Errorf("%s prints the same numbers of another target: %q", name, same)
		}
	}
}

// inBoth returns the lines with decimals that two texts have in common, and all lines if the texts are the same.
func inBoth(own, other string) []string {
	known := strings.Split(other, "\n")
	return slices.DeleteFunc(strings.Split(own, "\n"), func(line string) bool {
		return own != other && (!decimal.MatchString(line) || !slices.Contains(known, line))
	})
}

// TestSbatchScriptRunsItsShard: a task of the array runs its shard with the arguments of sbatch. Shards are counted
// from 1. If the array has only some of them it is no sweep, and its tasks fail.
func TestSbatchScriptRunsItsShard(t *testing.T) {
	dir := t.TempDir()
	const prints = "#!/bin/sh\nprintf '%s|' \"$@\"\nprintf 'GOMAXPROCS=%s' \"$GOMAXPROCS\"\n"
	must.Do(t, os.WriteFile(filepath.Join(dir, "breadboard"), []byte(prints), 0o755))
	for _, c := range []struct{ task, low, high, count, want string }{
		{"3", "1", "8", "8", "sweep|--target|my target.csv|--out|dir|--shard|3/8|GOMAXPROCS=2"},
		{"3", "0", "7", "8", ""},
		{"3", "3", "17", "2", ""},
	} {
		cmd := exec.Command("bash", absolute(t, "cluster/sweep.sbatch"), "--target", "my target.csv", "--out", "dir")
		cmd.Env = []string{"PATH=" + dir + ":" + os.Getenv("PATH"), "SLURM_ARRAY_TASK_ID=" + c.task,
			"SLURM_ARRAY_TASK_MIN=" + c.low, "SLURM_ARRAY_TASK_MAX=" + c.high, "SLURM_ARRAY_TASK_COUNT=" + c.count,
			"SLURM_CPUS_PER_TASK=2"}
		if out, err := cmd.Output(); string(out) != c.want || (err != nil) != (c.want == "") {
			t.Errorf("with %v: %q and %v, want %q", c, out, err, c.want)
		}
	}
}

// TestMuseum: by following its code the wrong step of every published bug is rejected, as far off as the committed
// table says, and its right twin is kept. The table has a row for each bug, and no other. The short form takes each
// fourth.
func TestMuseum(t *testing.T) {
	python(t)
	museum := absolute(t, "../../reports/museum")
	var bugs, rows []string
	for _, path := range must.Have(filepath.Glob(museum + "/bugs/*.py"))(t) {
		bugs = append(bugs, strings.TrimSuffix(filepath.Base(path), ".py"))
	}
	for _, row := range readCSV(t, read(t, museum+"/table.csv")) {
		rows = append(rows, row["bug"])
	}
	if !slices.Equal(bugs, rows) || len(bugs) < 36 {
		t.Errorf("the bugs %v have the rows %v", bugs, rows)
	}
	checked := bugs
	if !long {
		checked = nil
		for i := 0; i < len(bugs); i += 4 {
			checked = append(checked, bugs[i])
		}
	}
	for some := range slices.Chunk(checked, 7) {
		t.Run(some[0], func(t *testing.T) {
			parallel(t)
			out, err := suite(t, museum, nil, slices.Concat([]string{"python3", "run.py", "--check"}, some)...)
			if err != nil || !strings.HasSuffix(out, fmt.Sprintf("%d bugs, 0 surprises\n", len(some))) {
				t.Errorf("%v: %s", err, out)
			}
		})
	}
}

// TestPowerOfTests: a law of the museum's tests is that of 100,000 draws of it, and a test with the number that it needs
// accuses nine times of ten.
func TestPowerOfTests(t *testing.T) {
	parallel(t)
	out, err := suite(t, absolute(t, "../../reports/museum"), nil, pythonWith(t, "scipy"), "tests.py", "breeze_614")
	must.Do(t, err)
	tests, laws := 0, 0
	for line := range strings.Lines(out) {
		var share float64
		words := strings.TrimSpace(line)
		if _, after, ok := strings.Cut(words, "p = "); ok {
			laws++
			if _, err := fmt.Sscan(after, &share); err != nil || share < 0.001 {
				t.Error(line)
			}
		} else if i := strings.Index(words, " of 1,000 accuse"); i >= 0 {
			tests++
			_, err := fmt.Sscan(words[strings.LastIndex(words[:i], " ")+1:i], &share)
			must.Do(t, err)
			must.Near(t, share, 0.9, 0.04, "%s", words)
		}
	}
	if laws != 5 || tests != 10 {
		t.Errorf("%d laws and %d tests: %s", laws, tests, out)
	}
}
