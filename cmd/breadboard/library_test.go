package main

import (
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"
)

// TestPageOfLibrary: the programs and the test on the page of the library run in another module, and each program
// prints what the page says below it. The test stands beside the program before it.
func TestPageOfLibrary(t *testing.T) {
	parallel(t)
	dir := ownModule(t)
	programs := 0
	folder := ""
	for _, b := range blocks(read(t, "doc/library.md")) {
		switch {
		case strings.Contains(b.body, "*testing.T"):
			put(t, dir, folder+"/main_test.go", b.body)
		case strings.HasPrefix(b.body, "package main\n"):
			programs++
			folder = fmt.Sprintf("program%d", programs)
			put(t, dir, folder+"/main.go", b.body)
		case b.lang == "text":
			if got := inModule(t, dir, "run", "./"+folder); got != b.body {
				t.Errorf("program %d of doc/library.md prints\n%s, the page says\n%s", programs, got, b.body)
			}
		}
	}
	inModule(t, dir, "test", "./...")
}

// ownModule makes a module of a user, which requires this one and all that this one requires, as after `go mod tidy`.
// So the Go tool reads no other module's go.mod, and fetches nothing that is in the cache.
func ownModule(t *testing.T) (dir string) {
	t.Helper()
	_, required, _ := strings.Cut(read(t, "../../go.mod"), "\n")
	dir = files(t, map[string]string{
		"go.mod": "module example.com/mine\n" + required,
		"go.sum": read(t, "../../go.sum"),
	})
	inModule(t, dir, "mod", "edit", "-require=breadboard@v0.0.0", "-replace=breadboard="+absolute(t, "../.."))
	return dir
}

// inModule returns what the Go tool prints.
func inModule(t *testing.T, dir string, args ...string) string {
	t.Helper()
	cmd := exec.Command("go", args...)
	cmd.Dir, cmd.Env = dir, append(os.Environ(), "GOFLAGS=-mod=mod", "GOWORK=off")
	r := finish(t, cmd, dir, cmd.Run)
	if r.code != 0 {
		t.Fatalf("go %q: %s%s", args, r.stdout, r.stderr)
	}
	return r.stdout
}
