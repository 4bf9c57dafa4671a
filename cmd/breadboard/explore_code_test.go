package main

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"breadboard/cmd/breadboard/internal/code"
	"breadboard/experiments/explore"
)

// pageQuestions are questions with every key: a toy, a painted target with a wall and numbers of all digits, a model, a
// dragged schedule, and a program.
var pageQuestions = []explore.Question{
	{Toy: "barrier", T: 20},
	{Target: "-0.1,1.5;0.30000000000000004,w;-12,3e-17", Kernel: "barker", Schedule: "curve:0:0.2:0.7:1", T: 12,
		SkipLast: true},
	{Toy: "clustering:3:2", Seed: new(uint64(1 << 60)), Kernel: "heat-bath", Bridge: "observations", Initial: "prior",
		T: 5},
	{Toy: "easy", Initial: "tempered:0.5", Bridge: "mixture", Kernel: "lifted", Schedule: "sigmoid:4", T: 7},
	{Toy: "barrier", Program: "sir:5", T: 5},
	{Toy: "barrier", Program: "ais", T: 5},
}

func codeOf(t *testing.T, q explore.Question, view string, b explore.Beside) explore.Code {
	t.Helper()
	c, err := code.Of(q, view, b)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// shell runs the commands of a page in a new directory, by the shell of the system. Those of breadboard print JSON.
func shell(t *testing.T, commands string) (printed []string) {
	t.Helper()
	dir := t.TempDir()
	if err := os.Symlink(binary, filepath.Join(dir, "breadboard")); err != nil {
		t.Fatal(err)
	}
	for line := range strings.SplitSeq(commands, "\n") {
		if strings.HasPrefix(line, "breadboard ") {
			line += " --format json"
		}
		cmd := exec.Command("sh", "-c", line)
		cmd.Dir, cmd.Env = dir, append(os.Environ(), "PATH="+dir+":"+os.Getenv("PATH"))
		out, err := cmd.Output()
		if err != nil {
			t.Fatalf("%s: %v %s", line, err, out)
		}
		if len(out) > 0 {
			printed = append(printed, string(out))
		}
	}
	return printed
}

// columnsOf reads rows of JSON.
func columnsOf(t *testing.T, text string) (rows []map[string]any) {
	t.Helper()
	if err := json.Unmarshal([]byte(text), &rows); err != nil {
		t.Fatalf("%v: %.200s", err, text)
	}
	return rows
}

// TestPageCommandsOfExact: the commands of the exact views print J and B of the page, digit for digit.
func TestPageCommandsOfExact(t *testing.T) {
	for _, q := range pageQuestions[:times(3, 6)] {
		want, err := explore.Exactly(t.Context(), q)
		if err != nil {
			t.Fatal(err)
		}
		for _, view := range []string{"exact", "levels"} {
			command := codeOf(t, q, view, explore.Beside{}).Command
			row := columnsOf(t, shell(t, command)[0])[0]
			for name, v := range map[string]explore.Number{"J": want.J.Sum, "B": want.B.Sum, "kl_q_p": want.J.QP,
				"log_r": want.LogR, "e_log_w_rev": want.RevLogW} {
				if row[name] != float64(v) {
					t.Errorf("%s\nprints %s %v; the page has %v", command, name, row[name], v)
				}
			}
			if steps, ok := row["steps"].([]any); view == "levels" && q.Program == "" && (!ok || len(steps) != q.T-1) {
				t.Errorf("%s\nprints %d steps of T = %d", command, len(steps), q.T)
			}
		}
	}
}

// TestPageCommandsOfSampled: every estimate, its interval and its exact value.
func TestPageCommandsOfSampled(t *testing.T) {
	for _, q := range pageQuestions[times(4, 0):] {
		const n, seed = 300, 1<<53 + 1
		var want explore.Sampled
		err := explore.Sample(t.Context(), q, n, seed, func(s explore.Sampled) error { want = s; return nil })
		if err != nil {
			t.Fatal(err)
		}
		command := codeOf(t, q, "sampled", explore.Beside{Chains: n, MCSeed: seed}).Command
		rows := columnsOf(t, shell(t, command)[0])
		for i, e := range want.Estimates {
			row := rows[i]
			for name, v := range map[string]explore.Number{"estimate": e.Value, "low": e.Low, "high": e.High, "exact": e.Exact} {
				if row["quantity"] != e.Key || row[name] != float64(v) {
					t.Errorf("%s\nprints %v %s %v; the page has %s %v", command, row["quantity"], name, row[name], e.Key, v)
				}
			}
		}
	}
}

// TestPageCommandsOfSpectrum: the gap and the relaxation time at each beta.
func TestPageCommandsOfSpectrum(t *testing.T) {
	for _, q := range pageQuestions[1:times(2, 3)] {
		want, err := explore.SpectrumOf(t.Context(), q, 4)
		if err != nil {
			t.Fatal(err)
		}
		command := codeOf(t, q, "spectrum", explore.Beside{Betas: 4}).Command
		var printed struct {
			Levels []struct {
				Beta, Gap  float64
				Relaxation float64 `json:"relaxation_time"`
			}
		}
		if err := json.Unmarshal([]byte(shell(t, command)[0]), &printed); err != nil {
			t.Fatal(err)
		}
		for i, l := range printed.Levels {
			at := want.At[i]
			if float64(at.Beta) != l.Beta || float64(at.Gap) != l.Gap || float64(at.Relaxation) != l.Relaxation {
				t.Errorf("%s\nprints %+v; the page has %v, %v, %v", command, l, at.Beta, at.Gap, at.Relaxation)
			}
		}
		if len(printed.Levels) != 4 {
			t.Errorf("%s\nprints %d betas", command, len(printed.Levels))
		}
	}
}

// TestPageCommandsOfSchedules: J and B of each schedule at each T, in the order of the page.
func TestPageCommandsOfSchedules(t *testing.T) {
	q := pageQuestions[1]
	b := explore.Beside{Schedules: []string{"linear", "fisher", "curve:0:0.5:1"}, Ts: []int{30, 10}}
	var printed []map[string]any
	for _, text := range shell(t, codeOf(t, q, "against", b).Command) {
		printed = append(printed, columnsOf(t, text)...)
	}
	points := 0
	err := explore.Curve(t.Context(), q, b.Schedules, []int{30, q.T, 10}, func(p explore.Point) error {
		points++
		for _, row := range printed {
			same := row["schedule"] == p.Schedule && row["T"] == float64(p.T)
			if same && row["J"] == float64(p.J) && row["B"] == float64(p.B) {
				return nil
			}
		}
		t.Errorf("no command prints %+v", p)
		return nil
	})
	if err != nil || points != len(printed) {
		t.Errorf("%d points, %d printed, %v", points, len(printed), err)
	}
}

// TestPagePrograms: the Go programs of all questions and views vet in another module. Those of some are run, and print
// the page's numbers with all digits.
func TestPagePrograms(t *testing.T) {
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	write(t, filepath.Join(dir, "go.sum"), read(t, "../../go.sum"))
	inModule(t, dir, "mod", "init", "example.com/mine")
	inModule(t, dir, "mod", "edit", "-require=breadboard@v0.0.0", "-replace=breadboard="+root)
	beside := explore.Beside{Ts: []int{4}, Chains: 100, Betas: 3, MCSeed: 9}
	views := []string{"exact", "sampled", "against", "levels", "spectrum"}
	var folders []string
	few := pageQuestions[times(5, 0):]
	for i, q := range few {
		for k, view := range views {
			name := fmt.Sprint(view, i)
			if err := os.Mkdir(filepath.Join(dir, name), 0o777); err != nil {
				t.Fatal(err)
			}
			write(t, filepath.Join(dir, name, "main.go"), codeOf(t, q, view, beside).Go)
			if k == (i+2)%len(views) { // a toy's schedules, a painted target's levels, ... a program's estimates
				folders = append(folders, "./"+name)
			}
		}
	}
	if long {
		inModule(t, dir, "vet", "./...")
	}
	inModule(t, dir, append([]string{"build", "-o", filepath.Join(dir, "bin") + "/"}, folders...)...)
	for i, folder := range folders {
		want := onPage(t, few[i], views[(i+2)%len(views)], beside)
		out, err := exec.Command(filepath.Join(dir, "bin", folder)).CombinedOutput()
		if err != nil || !strings.Contains(string(out), want) {
			t.Errorf("%s prints\n%s, %v; the page has %q", folder, out, err, want)
		}
	}
}

// onPage is a line that the program of a view prints, by the numbers of the page.
func onPage(t *testing.T, q explore.Question, view string, b explore.Beside) (line string) {
	t.Helper()
	var err error
	switch view {
	case "sampled":
		err = explore.Sample(t.Context(), q, b.Chains, b.MCSeed, func(s explore.Sampled) error {
			e := s.Estimates[2]
			line = fmt.Sprintf("B = %v, 95%% in [%v, %v], exactly %v\n", e.Value, e.Low, e.High, e.Exact)
			return nil
		})
	case "spectrum":
		var s explore.Spectrum
		if s, err = explore.SpectrumOf(t.Context(), q, b.Betas); err == nil {
			line = fmt.Sprintf("beta = 0.5: gap %v, relaxation time %v\n", s.At[1].Gap, s.At[1].Relaxation)
		}
	default:
		var e explore.Exact
		if e, err = explore.Exactly(t.Context(), q); err == nil {
			line = fmt.Sprintf("T = %d: J = %v, B = %v\n", q.T, e.J.Sum, e.B.Sum)
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	return line
}
