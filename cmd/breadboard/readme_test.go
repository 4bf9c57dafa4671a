package main

import (
	"os"
	"os/exec"
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
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skip(err)
	}
	_, block, _ := strings.Cut(read(t, "../../README.md"), "go install ./cmd/breadboard\n")
	block, _, _ = strings.Cut(block, "```")
	dir, ran := t.TempDir(), 0
	for line := range strings.Lines(block) {
		if strings.Contains(line, "> /etc/") {
			continue
		}
		ran++
		cmd := exec.Command(bash, "-c", `breadboard() { "$BREADBOARD" "$@"; }; `+line)
		cmd.Env = append(os.Environ(), "BREADBOARD="+binary)
		r := finish(t, cmd, dir, cmd.Run)
		r.args = []string{strings.TrimSpace(line)}
		ended(t, r, result{stdout: r.stdout})
	}
	if ran < 5 {
		t.Errorf("only %d commands", ran)
	}
}
