package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// spelled is a flag in a text: a word that begins with two dashes.
var spelled = regexp.MustCompile(`(^|[\s("'])--[a-z]`)

// documented is the one folder whose texts may spell flags: it explains the tables that commands print to the people who
// type these commands, and no other text is made of it.
const documented = "../../experiments/columns/"

// Only the command knows its flags: no text of the experiments spells one. Their faults
// name fields.
func TestOnlyTheCommandSpellsFlags(t *testing.T) {
	err := filepath.WalkDir("../../experiments", func(path string, _ fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".go" || strings.HasSuffix(path, "_test.go") ||
			strings.HasPrefix(filepath.ToSlash(path), documented) {
			return err
		}
		files := token.NewFileSet()
		f, err := parser.ParseFile(files, path, nil, 0)
		if err != nil {
			return err
		}
		ast.Inspect(f, func(n ast.Node) bool {
			if text, ok := n.(*ast.BasicLit); ok && text.Kind == token.STRING && spelled.MatchString(text.Value) {
				t.Errorf("%s: %s", files.Position(text.Pos()), text.Value)
			}
			return true
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for text, flag := range map[string]bool{
		`"--toy %s"`: true,
		`"a --toy"`:  true,
		`"toy %s"`:   false,
		`"a -- b"`:   false,
	} {
		if spelled.MatchString(text) != flag {
			t.Errorf("%s has a flag: %v, want %v", text, !flag, flag)
		}
	}
}

// Every field that a fault can name is a flag of the command that reports it.
func TestFieldsAreFlags(t *testing.T) {
	for _, c := range []struct {
		args, says string
	}{
		{"sample --toy barrier --seed 3", "--seed 3 is given, but --toy barrier has no randomness"},
		{"exact --toy barrier --seed 3", "--seed 3 is given, but --toy barrier has no randomness"},
		{"exact --toy barrier -T 1 --kernel none", `--kernel "none" is unknown`},
		{"exact --toy barrier -T 1 --kernel none", "; -T 1; a number of levels"},
		{"sweep --toy barrier --dry-run -T 3 --chains 1", "--chains 1; 0 for none"},
		{"sweep --toy barrier --dry-run -T 3 --shard 4/3", `--shard "4/3"; I/N`},
	} {
		refused(t, program(t, t.TempDir(), strings.Fields(c.args)...), c.says)
	}
}
