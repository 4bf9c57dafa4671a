package main

import (
	"fmt"
	"go/constant"
	"go/token"
	"go/types"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/exact"
	"breadboard/grid/must"
	"breadboard/toys"
)

// constantOf returns a constant of the files in a folder.
func constantOf(t *testing.T, folder, name string) int {
	t.Helper()
	paths := must.Have(filepath.Glob(filepath.Join(folder, "*.go")))(t)
	is := regexp.MustCompile(`(?m)^\t?(?:\tconst |const )?` + name + ` += ([0-9_e< ]+)`)
	for _, path := range paths {
		data := must.Have(os.ReadFile(path))(t)
		m := is.FindStringSubmatch(string(data))
		if m == nil || strings.HasSuffix(path, "_test.go") {
			continue
		}
		v, err := types.Eval(token.NewFileSet(), nil, token.NoPos, m[1])
		if err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		n, exact := constant.Int64Val(constant.ToInt(v.Value))
		if !exact {
			t.Fatalf("%s: %s is %v", path, name, v.Value)
		}
		return int(n)
	}
	t.Fatalf("%s has no constant %s", folder, name)
	return 0
}

// The Go code on the pages is that of examples that are run.
func TestPagesHaveExamples(t *testing.T) {
	library := read(t, "doc/library.md")
	programs := read(t, "doc/programs.md")
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

// TestPageOfKernels: its table of kernels is the catalogue, with what a
// step costs on BARRIER and the J of the cell and the B that a hundred levels have.
func TestPageOfKernels(t *testing.T) {
	const measured = "| kernel | a step | reversible | cost | J | B |\n|:--|:--|:--|--:|--:|--:|\n"
	target := toys.Barrier()
	var families, beside string
	for i, k := range kernels.All {
		rows := &families
		if i >= len(kernels.Catalogue) {
			rows = &beside
		}
		*rows += onBarrier(t, target, k)
	}
	const path = "doc/kernels.md"
	page := read(t, path)
	fresh := withRows(t, page, measured, 1, families)
	fresh = withRows(t, fresh, measured, 2, beside)
	if fresh == page {
		return
	}
	if *update {
		write(t, path, fresh)
		return
	}
	t.Errorf("%s has other rows than the catalogue; -update writes them anew: %s", path, cmp.Diff(page, fresh))
}

// onBarrier is a kernel's row on the page.
func onBarrier(t *testing.T, target toys.Target, k chains.Entry[chains.Kernel]) string {
	t.Helper()
	a := chains.Annealing{Grid: target.Grid,
		Bridge:   chains.Geometric{From: chains.Uniform(target.LogF), To: target.LogF},
		Schedule: chains.Linear(100), Kernel: k.Make}
	g := must.Have(exact.Measure(t.Context(), a))(t)
	op, reversible := chains.On(a.Kernel, a.Grid), "no"
	if op == op.Reversal() {
		reversible = "yes"
	}
	cost := k.Make.Cost(a.Grid)
	if math.IsNaN(cost) {
		t.Errorf("%s has no cost", k.Name)
	}
	J := g.J()
	if J < 1e-20 { // rounding
		J = 0
	}
	return fmt.Sprintf("| `%s` | %s | %s | %v | %.3g | %.3g |\n", k.Name, k.About, reversible, cost, J, g.B())
}

// withRows is a page whose nth table with this head, from 1, has these rows.
func withRows(t *testing.T, page, head string, nth int, rows string) string {
	t.Helper()
	parts := strings.SplitAfterN(page, head, nth+1)
	if len(parts) <= nth {
		t.Fatalf("there is no table %d with the head %s", nth, head)
	}
	_, after, ends := strings.Cut(parts[nth], "\n\n")
	if !ends {
		t.Fatalf("the table %d with the head %s does not end", nth, head)
	}
	return strings.Join(parts[:nth], "") + rows + "\n" + after
}

// The programs and the test on the page of the library run in another module, and each program prints what the page
// says below it. The test stands beside the program before it.
func TestPageOfLibrary(t *testing.T) {
	dir := ownModule(t)
	programs := 0
	folder := ""
	for _, b := range blocks(read(t, "doc/library.md")) {
		switch {
		case strings.Contains(b.body, "*testing.T"):
			write(t, filepath.Join(dir, folder, "main_test.go"), b.body)
		case strings.HasPrefix(b.body, "package main\n"):
			programs++
			folder = fmt.Sprintf("program%d", programs)
			must.Do(t, os.Mkdir(filepath.Join(dir, folder), 0o777))
			write(t, filepath.Join(dir, folder, "main.go"), b.body)
		case b.lang == "text":
			if got := inModule(t, dir, "run", "./"+folder); got != b.body {
				t.Errorf("program %d of doc/library.md prints\n%s, the page says\n%s", programs, got, b.body)
			}
		}
	}
	inModule(t, dir, "test", "./...")
}

// ownModule makes a module of a user, who has this one as a dependency. It names all that this one requires, as it
// would after `go mod tidy`: so the Go tool reads no other module's go.mod, and fetches nothing that is in the cache.
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
