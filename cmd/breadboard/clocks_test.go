package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"breadboard/grid/must"
)

// clocks are the places of the workbench that read a clock, and what for. None of them decides what a command
// answers, but where the user asks for a time, and where the page or another program would wait for ever.
var clocks = map[string]string{
	"cmd/breadboard/validate.go":     "--time, and the time after a signal",
	"cmd/breadboard/signals.go":      "the last words after a signal",
	"cmd/breadboard/internal/client": "--timeout, for a program that does not answer",
	"cmd/breadboard/internal/server": "how long the page waits for an answer",
	"experiments/meter/meter.go":     "what is said of a command while it works",
}

// reads are the names by which a clock is read.
var reads = map[string][]string{
	"time":    {"Now", "Since", "Until", "After", "AfterFunc", "NewTimer", "NewTicker", "Tick", "Sleep"},
	"context": {"WithTimeout", "WithTimeoutCause", "WithDeadline", "WithDeadlineCause"},
	"clock":   {"Now", "After"},
}

// Nothing else reads a clock. A new place has a line in the table, with the reason.
func TestWhoReadsAClock(t *testing.T) {
	root := filepath.Join("..", "..")
	seen := map[string]bool{}
	for name := range imported(t, root) {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file := must.Have(parser.ParseFile(token.NewFileSet(), filepath.Join(root, name), nil, 0))(t)
		ast.Inspect(file, func(n ast.Node) bool {
			call, ok := n.(*ast.SelectorExpr)
			if !ok {
				return true
			}
			of := ""
			switch x := call.X.(type) {
			case *ast.Ident:
				of = x.Name
			case *ast.SelectorExpr:
				of = x.Sel.Name
			}
			if slices.Contains(reads[of], call.Sel.Name) {
				_, itself := clocks[name]
				_, folder := clocks[path.Dir(name)]
				seen[name], seen[path.Dir(name)] = true, true
				if !itself && !folder {
					t.Errorf("%s reads a clock: %s.%s", name, of, call.Sel.Name)
				}
			}
			return true
		})
	}
	for name := range clocks {
		if !seen[name] {
			t.Errorf("%s reads no clock; its line can go", name)
		}
	}
}
