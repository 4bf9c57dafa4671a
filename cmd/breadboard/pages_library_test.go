package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// The program and the test on the page of the library run in another module, and the program prints what the page
// says.
func TestPageOfLibrary(t *testing.T) {
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	dir, want := t.TempDir(), ""
	for _, b := range blocks(read(t, "doc/library.md")) {
		if name := "main.go"; strings.HasPrefix(b.body, "package main\n") {
			if strings.Contains(b.body, "*testing.T") {
				name = "main_test.go"
			}
			write(t, filepath.Join(dir, name), b.body)
		}
		if b.lang == "text" {
			want = b.body
		}
	}
	write(t, filepath.Join(dir, "go.sum"), read(t, "../../go.sum"))
	inModule(t, dir, "mod", "init", "example.com/mine")
	inModule(t, dir, "mod", "edit", "-require=breadboard@v0.0.0", "-replace=breadboard="+root)
	if got := inModule(t, dir, "run", "."); got != want {
		t.Errorf("the program of doc/library.md prints\n%s, the page says\n%s", got, want)
	}
	inModule(t, dir, "test", ".")
}

// inModule returns what the Go tool prints. It finds all modules in the cache, where this test's are.
func inModule(t *testing.T, dir string, args ...string) string {
	t.Helper()
	cmd := exec.Command("go", args...)
	cmd.Dir, cmd.Env = dir, append(os.Environ(), "GOFLAGS=-mod=mod", "GOPROXY=off", "GOWORK=off")
	out, err := cmd.Output()
	if exit, ok := err.(*exec.ExitError); ok {
		t.Fatalf("go %q: %v: %s%s", args, err, out, exit.Stderr)
	}
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}
