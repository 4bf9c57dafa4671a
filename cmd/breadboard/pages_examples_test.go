package main

import (
	"os"
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

// The Go code on the pages is that of examples that are run.
func TestPagesHaveExamples(t *testing.T) {
	library, programs := read(t, "doc/library.md"), read(t, "doc/programs.md")
	_, body, _ := strings.Cut(read(t, "../../exact/example_test.go"), "func Example() {\n")
	body, _, _ = strings.Cut(body, "\n}\n")
	var code []string
	for line := range strings.SplitSeq(body, "\n") {
		code = append(code, strings.TrimPrefix(line, "\t"))
	}
	if !strings.Contains(library, "```go\n"+strings.Join(code, "\n")+"\n```") {
		t.Error("the example in doc/library.md is not that of exact/example_test.go")
	}
	_, program, _ := strings.Cut(read(t, "../../chains/programs/example_test.go"), "\n// antithetic")
	program, _, _ = strings.Cut(program, "\n\n// Example")
	if !strings.Contains(programs, "```go\n// antithetic"+program+"\n```") {
		t.Error("the program in doc/programs.md is not that of chains/programs/example_test.go")
	}
}
