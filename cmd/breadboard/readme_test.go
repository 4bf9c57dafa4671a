package main

import (
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"
)

func read(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestReadme: the README's example is the one that is run, and its table the one
// that is regenerated.
func TestReadme(t *testing.T) {
	readme := read(t, "../../README.md")
	_, body, _ := strings.Cut(read(t, "../../exact/example_test.go"), "func Example() {\n")
	body, _, _ = strings.Cut(body, "\n}\n")
	var code []string
	for line := range strings.SplitSeq(body, "\n") {
		code = append(code, strings.TrimPrefix(line, "\t"))
	}
	if !strings.Contains(readme, "```go\n"+strings.Join(code, "\n")+"\n```") {
		t.Error("the example in README.md is not that of exact/example_test.go")
	}
	_, program, _ := strings.Cut(read(t, "../../chains/programs/example_test.go"), "\n// antithetic")
	program, _, _ = strings.Cut(program, "\n\n// Example")
	if !strings.Contains(readme, "```go\n// antithetic"+program+"\n```") {
		t.Error("the program in README.md is not that of chains/programs/example_test.go")
	}
	_, table, _ := strings.Cut(read(t, "../../reports/paper/tightness.md"), "| toy ")
	rows := 0
	for row := range strings.SplitSeq("| toy "+table, "\n") {
		if strings.HasPrefix(row, "|") {
			rows++
			if !strings.Contains(readme, row) {
				t.Errorf("README.md has not the row %s", row)
			}
		}
	}
	if rows < 9 {
		t.Errorf("%d rows of published figures", rows)
	}
}

// The commands of the README work as they stand, one after the other, in an empty
// directory. Commands that install or write elsewhere are left out.
func TestReadmeCommands(t *testing.T) {
	_, block, _ := strings.Cut(read(t, "../../README.md"), "go install ./cmd/breadboard\n")
	block, _, _ = strings.Cut(block, "```")
	if ran := runLines(t, t.TempDir(), block); len(ran) < 5 {
		t.Errorf("only %d commands", len(ran))
	}
}

// The commands about AIDE, one of which starts a client of this repository, print the numbers behind them.
func TestReadmeAide(t *testing.T) {
	if _, err := exec.LookPath("python3"); err != nil {
		t.Skip(err)
	}
	_, section, _ := strings.Cut(read(t, "../../README.md"), "\n## How far apart")
	section, _, _ = strings.Cut(section, "\n## ")
	if ran := runLines(t, "../..", shell(section)); len(ran) < 3 {
		t.Errorf("only %d commands", len(ran))
	} else {
		printRemarks(t, ran)
	}
}

// So do those about samplers.
func TestReadmeScore(t *testing.T) {
	_, section, _ := strings.Cut(read(t, "../../README.md"), "\n## How well does")
	section, _, _ = strings.Cut(section, "\n## ")
	if ran := runLines(t, t.TempDir(), shell(section)); len(ran) < 4 {
		t.Errorf("only %d commands", len(ran))
	} else {
		printRemarks(t, ran)
	}
}

// So do those of the page of measures.
func TestMeasuresCommands(t *testing.T) {
	if _, err := exec.LookPath("python3"); err != nil {
		t.Skip(err)
	}
	if ran := runLines(t, t.TempDir(), shell(read(t, "../../reports/measures.md"))); len(ran) < 10 {
		t.Errorf("only %d commands", len(ran))
	} else {
		printRemarks(t, ran)
	}
}

// shell returns the commands of a page.
func shell(page string) (lines string) {
	for i, part := range strings.Split(page, "```") {
		if command, ok := strings.CutPrefix(part, "sh\n"); ok && i%2 == 1 {
			lines += command
		}
	}
	return lines
}

// runLines runs commands of a page in a directory, one after the other. It returns what each line prints.
func runLines(t *testing.T, dir, lines string) map[string]string {
	t.Helper()
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skip(err)
	}
	ran := map[string]string{}
	for line := range strings.Lines(lines) {
		if strings.Contains(line, "> /etc/") {
			continue
		}
		cmd := exec.Command(bash, "-c", `breadboard() { "$BREADBOARD" "$@"; }; `+line)
		cmd.Env = append(os.Environ(), "BREADBOARD="+binary)
		r := finish(t, cmd, dir, cmd.Run)
		r.args = []string{strings.TrimSpace(line)}
		ended(t, r, result{stdout: r.stdout})
		ran[r.args[0]] = r.stdout
	}
	return ran
}

// printRemarks checks that commands print all numbers with decimals that stand behind them.
func printRemarks(t *testing.T, ran map[string]string) {
	t.Helper()
	number := regexp.MustCompile(`[0-9]+[.][0-9]+`)
	for line, out := range ran {
		_, remark, _ := strings.Cut(line, "#")
		for _, n := range number.FindAllString(remark, -1) {
			if !strings.Contains(out, n) {
				t.Errorf("%s: it does not print %s: %s", line, n, out)
			}
		}
	}
}
