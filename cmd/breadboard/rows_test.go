package main

import (
	"bufio"
	"encoding/json"
	"io"
	"math"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"breadboard/grid/must"
)

// tellers are programs that tell rows: the client; one whose rows do not leave p invariant, as the 2 that divides them
// is missing; and one that reads the rows from a folder of matrices.
func tellers(t *testing.T) map[string]string {
	t.Helper()
	python(t)
	right := read(t, "clients/metropolis.py")
	wrong := strings.Replace(right, "min(0, logf[y] - logf[x])", "min(0, 2 * (logf[y] - logf[x]))", 2)
	if wrong == right {
		t.Fatal("the client has changed, and this test does not break it any more")
	}
	return map[string]string{"right.py": right, "wrong.py": wrong, "folder.py": `import csv, json, sys
for line in sys.stdin:
    told = json.loads(line)
    if "beta" in told:
        rows = [[float(p) for p in row] for row in csv.reader(open("k/beta-%g.csv" % told["beta"]))]
    elif "rows" in told:
        print(json.dumps([rows[x] for x in told["rows"]]), flush=True)
`}
}

// J, B and all else of a program's rows are those of its kernel, to 1e-12. A wrong kernel is refused with level and
// cell.
func TestExactExec(t *testing.T) {
	dir := files(t, tellers(t))
	for name, text := range inputs {
		put(t, dir, name, text)
	}
	for _, args := range []string{"--toy hard --seed 1..2 -T 7 --schedule fisher",
		"--target wall.csv --initial everywhere.csv -T 3 --bridge power:0.5 --repeat 2 --skip-last-kernel"} {
		var got, want []map[string]any
		worksJSON(t, &got, dir, append(strings.Fields("exact --by-step "+args), "--exec", "python3 right.py")...)
		worksJSON(t, &want, dir, strings.Fields("exact --by-step "+args)...)
		for i, row := range want {
			if got[i]["kernel"] != "python3 right.py" || len(got) != len(want) {
				t.Fatalf("%s: %d rows of %v", args, len(got), got[i]["kernel"])
			}
			for key, v := range row {
				number, ok := v.(float64)
				if is, _ := got[i][key].(float64); ok && !(math.Abs(is-number) <= 1e-12*max(1, math.Abs(number))) {
					t.Errorf("%s: %s is %v, want %v", args, key, got[i][key], number)
				}
				if (v == nil) != (got[i][key] == nil) {
					t.Errorf("%s: %s is %v, want %v", args, key, got[i][key], v)
				}
			}
		}
	}
	refused(t, program(t, dir, "exact", "--toy", "barrier", "-T", "10,3", "--exec", "python3 wrong.py"),
		"--exec python3 wrong.py, beta = ", "pT = p", "cell ", "validate --exec with --rows accepts")
}

// Validate judges the rows of a program as it does those of a folder, in every byte but the name: right ones and wrong
// ones.
func TestValidateRows(t *testing.T) {
	folder := tellers(t)["folder.py"]
	for _, change := range []func(x, y int, p float64) float64{nil, offBy1e6} {
		dir := matrixFolder(t, "metropolis", change)
		put(t, dir, "folder.py", folder)
		want := program(t, dir, strings.Fields("validate --target wall.csv --format json --matrix k")...)
		by := strings.Fields("validate --target wall.csv --format json --rows -T 3 --exec")
		got := program(t, dir, append(by, "python3 folder.py")...)
		renamed := strings.ReplaceAll(got.stdout, `\"python3 folder.py\" on wall.csv`, "k on wall.csv")
		if diff := cmp.Diff(want.stdout, renamed); diff != "" || got.code != want.code || got.stdout == "" {
			t.Errorf("codes %d and %d: %.500s", got.code, want.code, diff)
		}
	}
}

// A sweep has the program beside the kernels. It goes on if the rows are what they were, and only then.
func TestSweepExec(t *testing.T) {
	dir := files(t, tellers(t))
	put(t, dir, "mine.py", read(t, filepath.Join(dir, "right.py")))
	args := append(strings.Fields("sweep --toy barrier,easy --kernel metropolis -T 5,9 --out o --exec"),
		"python3 mine.py")
	out := works(t, dir, args...)
	tells(t, story(t, out), map[string]int{"cells": 8, "run": 8, "from_journal": 0})
	rows := tableOf(t, filepath.Join(dir, "o"))
	for i, r := range rows {
		if other := rows[i^2]; r["kernel"] == other["kernel"] || r["T"] != other["T"] ||
			!(math.Abs(number(t)(r["J"])-number(t)(other["J"])) < 1e-12) {
			t.Errorf("%s has J = %s, and %s has %s", r["kernel"], r["J"], other["kernel"], other["J"])
		}
	}
	tells(t, story(t, works(t, dir, args...)), map[string]int{"run": 0, "from_journal": 8})
	// A comment changes no row, and another acceptance changes those of the program alone.
	put(t, dir, "mine.py", read(t, filepath.Join(dir, "mine.py"))+"# and more\n")
	tells(t, story(t, works(t, dir, args...)), map[string]int{"run": 0, "from_journal": 8})
	barker := strings.Replace(read(t, filepath.Join(dir, "mine.py")), "math.exp(min(0, logf[y] - logf[x])) /",
		"1 / (1 + math.exp(logf[x] - logf[y])) /", 1)
	put(t, dir, "mine.py", barker)
	tells(t, story(t, works(t, dir, args...)), map[string]int{"run": 4, "from_journal": 4})
}

// Whoever starts exact may be asked: the questions come on its output before the table, and are lines that
// begin as no line of a table does.
func TestCallerTellsRows(t *testing.T) {
	cmd := exec.Command(binary, strings.Fields("exact --toy barrier -T 3,5 --format json --exec -")...)
	answers := must.Have(cmd.StdinPipe())(t)
	out := must.Have(cmd.StdoutPipe())(t)
	must.Do(t, cmd.Start())
	rest := answerIdentity(t, bufio.NewReader(out), answers)
	if err := cmd.Wait(); err != nil || !strings.Contains(rest, "the caller") {
		t.Errorf("%v, and it prints %s", err, rest)
	}
}

// answerIdentity answers the questions of a program by the rows of a kernel that stays, as pairs, and returns what
// comes after the last.
func answerIdentity(t *testing.T, from *bufio.Reader, to io.Writer) (rest string) {
	t.Helper()
	for {
		line, err := from.ReadString('\n')
		if !strings.HasPrefix(line, `{"`) || err != nil {
			all := must.Have(io.ReadAll(from))(t)
			return line + string(all)
		}
		var told struct{ Rows []float64 }
		must.Do(t, json.Unmarshal([]byte(line), &told))
		if told.Rows == nil {
			continue
		}
		rows := make([][1][2]float64, len(told.Rows))
		for i, x := range told.Rows {
			rows[i] = [1][2]float64{{x, 1}}
		}
		must.Do(t, json.NewEncoder(to).Encode(rows))
	}
}
