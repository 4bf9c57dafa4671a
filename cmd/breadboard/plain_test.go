package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/scanner"
	"go/token"
	"go/types"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// What a reader has to keep in the head is held down here: statements that press several thoughts into one, lines that
// run past the window, tokens in the bodies of functions, and what hangs on a package. Lines are not counted. A number
// may fall by itself, and is then lowered here. Who raises one says in the commit what users get for it, and which
// code it replaces.

// A count is one of the things that are counted, in code and in tests.
type count struct{ code, tests int }

func (c *count) add(test bool, n int) {
	if test {
		c.tests += n
	} else {
		c.code += n
	}
}

const (
	packedIf     = "an if that sets one thing and asks another"
	manyAssigned = "an assignment of three values or more that change no places"
	twoComputed  = "an assignment of two long computations"
	indexedOn    = "a literal that is indexed where it stands"
	longLine     = "a line over 120 columns, without the tag of a field"
	tokens       = "tokens in bodies"
)

// plain holds what is counted. Tokens have a slack of some percent, packed statements have none.
var heldPlain = map[string]count{
	packedIf:     {0, 0},
	manyAssigned: {0, 0},
	twoComputed:  {0, 0},
	indexedOn:    {0, 0},
	longLine:     {0, 0},
	tokens:       {300_000, 341_000},
}

// hanging holds the tokens of code on which a package hangs: its own and those of all that it imports. Package
// experiments imports all that a setting names: programs, schedules from exact numbers and files of matrices.
var hanging = map[string]int{
	"exact":                  42_500,
	"experiments":            99_000,
	"experiments/validation": 130_000,
}

// TestPlainCode counts all code; packages that only tests import are tests. With -v it names every packed statement and
// every long line.
func TestPlainCode(t *testing.T) {
	sums, own := map[string]*count{}, map[string]int{}
	for name := range heldPlain {
		sums[name] = &count{}
	}
	for file := range imported(t, "../..") {
		test := strings.HasSuffix(file, "_test.go") || slices.Contains(forTests, path.Dir(file))
		source := read(t, filepath.Join("../..", file))
		for _, f := range findings(t, file, source) {
			sums[f.what].add(test, f.number)
			if f.what != tokens {
				t.Logf("%s:%d: %s", file, f.line, f.what)
			} else if !test {
				own[path.Dir(file)] += f.number
			}
		}
	}
	for name, most := range heldPlain {
		is := *sums[name]
		if is.code > most.code || is.tests > most.tests {
			t.Errorf("%s: %d in code and %d in tests, and %d and %d are held; -v names the places",
				name, is.code, is.tests,
				most.code, most.tests)
		}
		if name != tokens && (is.code < most.code || is.tests < most.tests) {
			t.Logf("%s: only %d in code and %d in tests are left; the numbers held can fall to these",
				name, is.code, is.tests)
		}
	}
	all := below(t)
	for room, most := range hanging {
		is := 0
		for name := range all[room] {
			is += own[name]
		}
		if is > most {
			t.Errorf("%s hangs on %d tokens, and %d are held", room, is, most)
		}
		t.Logf("%s hangs on %d tokens of %d", room, is, most)
	}
	t.Logf("%s: %d in code, %d in tests", tokens, sums[tokens].code, sums[tokens].tests)
}

// below are the packages that each package imports, and what these import, and itself.
func below(t *testing.T) map[string]map[string]bool {
	t.Helper()
	direct := map[string][]string{}
	for file, into := range imported(t, "../..") {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		room := path.Dir(file)
		for _, name := range into {
			if own, ok := strings.CutPrefix(name, "breadboard/"); ok {
				direct[room] = append(direct[room], own)
			}
		}
	}
	all := map[string]map[string]bool{}
	for room := range direct {
		all[room] = map[string]bool{}
		for open := []string{room}; len(open) > 0; {
			name := open[0]
			open = open[1:]
			if !all[room][name] {
				all[room][name] = true
				open = append(open, direct[name]...)
			}
		}
	}
	return all
}

// A finding is something that is counted, at a line.
type finding struct {
	what         string
	line, number int
}

// findings counts a file.
func findings(t *testing.T, name, source string) (all []finding) {
	t.Helper()
	files := token.NewFileSet()
	f, err := parser.ParseFile(files, name, source, 0)
	if err != nil {
		t.Fatal(err)
	}
	tags := tagsOf(files, f)
	const tab, most = "    ", 120
	at := 0
	for line := range strings.Lines(source) {
		at++
		line = strings.TrimRight(line, "\n")
		if from, tagged := tags[at]; tagged {
			line = line[:from]
		}
		if utf8.RuneCountInString(strings.ReplaceAll(line, "\t", tab)) > most {
			all = append(all, finding{longLine, at, 1})
		}
	}
	found := func(what string, n ast.Node) { all = append(all, finding{what, files.Position(n.Pos()).Line, 1}) }
	begins := map[ast.Stmt]bool{} // an if, a for or a switch: if got, want := f(x), g(x); got != want
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncDecl:
			if n.Body != nil {
				from := files.Position(n.Body.Lbrace).Offset
				to := files.Position(n.Body.Rbrace).Offset
				all = append(all, finding{tokens, files.Position(n.Pos()).Line, tokensIn(source[from:to])})
			}
		case *ast.ForStmt:
			begins[n.Init] = true
		case *ast.SwitchStmt:
			begins[n.Init] = true
		case *ast.IfStmt:
			begins[n.Init] = true
			if set := setBy(n.Init); set != nil && !mentions(n.Cond, set) {
				found(packedIf, n)
			}
		case *ast.AssignStmt:
			switch {
			case len(n.Lhs) != len(n.Rhs) || changesPlaces(n):
			case len(n.Lhs) >= 3:
				found(manyAssigned, n)
			case len(n.Lhs) == 1 || begins[n] || n.End()-n.Pos() <= mostOfTwo:
			case computes(n.Rhs[0]) && computes(n.Rhs[1]):
				found(twoComputed, n)
			}
		case *ast.IndexExpr:
			if _, literal := n.X.(*ast.CompositeLit); literal {
				found(indexedOn, n)
			}
		}
		return true
	})
	return all
}

// mostOfTwo is the number of characters up to which an assignment of two computations is read at a glance, as in
// x, y := i%w, i/w.
const mostOfTwo = 50

// computes reports whether an expression does something: calls, adds, slices or makes.
func computes(e ast.Expr) (does bool) {
	ast.Inspect(e, func(n ast.Node) bool {
		switch n.(type) {
		case *ast.CallExpr, *ast.BinaryExpr, *ast.SliceExpr, *ast.CompositeLit, *ast.FuncLit:
			does = true
		}
		return true
	})
	return does
}

// tagsOf has the lines that end in the tag of a field, with the place where it begins. A tag is one literal that no
// line can break, and is not counted.
func tagsOf(files *token.FileSet, f *ast.File) map[int]int {
	tags := map[int]int{}
	ast.Inspect(f, func(n ast.Node) bool {
		if field, ok := n.(*ast.Field); ok && field.Tag != nil {
			at := files.Position(field.Tag.Pos())
			tags[at.Line] = at.Column - 1
		}
		return true
	})
	return tags
}

// setBy are the names in what a statement sets; nil if it is no assignment.
func setBy(s ast.Stmt) (names []string) {
	var targets []ast.Expr
	switch s := s.(type) {
	case *ast.AssignStmt:
		targets = s.Lhs
	case *ast.IncDecStmt:
		targets = []ast.Expr{s.X}
	}
	for _, e := range targets {
		names = append(names, identifiers(e)...)
	}
	return names
}

func identifiers(n ast.Node) (names []string) {
	ast.Inspect(n, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && id.Name != "_" {
			names = append(names, id.Name)
		}
		return true
	})
	return names
}

func mentions(e ast.Expr, names []string) bool {
	return slices.ContainsFunc(identifiers(e), func(name string) bool { return slices.Contains(names, name) })
}

// changesPlaces reports whether an assignment sets things to one another.
func changesPlaces(n *ast.AssignStmt) bool {
	var left, right []string
	for i := range n.Lhs {
		left = append(left, types.ExprString(n.Lhs[i]))
		right = append(right, types.ExprString(n.Rhs[i]))
	}
	slices.Sort(left)
	slices.Sort(right)
	return slices.Equal(left, right)
}

// tokensIn counts the tokens of a piece of code, without semicolons that nobody wrote.
func tokensIn(source string) (n int) {
	var s scanner.Scanner
	files := token.NewFileSet()
	s.Init(files.AddFile("", files.Base(), len(source)), []byte(source), func(token.Position, string) {}, 0)
	for {
		_, tok, literal := s.Scan()
		switch {
		case tok == token.EOF:
			return n
		case tok != token.SEMICOLON || literal == ";":
			n++
		}
	}
}

// TestFindings: each packed statement is found, and its plain form is not.
func TestFindings(t *testing.T) {
	body := func(lines string) string { return "package a\n\nfunc f() {\n" + lines + "\n}\n" }
	for what, c := range map[string]struct{ packed, plain string }{
		packedIf:     {"if a = b; c {\n}", "if a := b(); a {\n}"},
		manyAssigned: {"a, b, c := 1, 2, 3", "a, b, c = c, a, b"},
		twoComputed: {
			"shortest, longest := slices.Min(lengths[1:]), slices.Max(lengths)",
			"x, y := slices.Min(lengths), slices.Max(lengths)",
		},
		indexedOn: {"f([]int{1, 2}[i])", "f(of[i])"},
		longLine:  {"\t" + strings.Repeat("a", 117), "\t" + strings.Repeat("a", 116)},
	} {
		for text, want := range map[string]int{c.packed: 1, c.plain: 0} {
			got := 0
			for _, f := range findings(t, "a.go", body(text)) {
				if f.what == what {
					got += f.number
				}
			}
			if got != want {
				t.Errorf("%q has %s %d times, want %d", text, what, got, want)
			}
		}
	}
	for _, f := range findings(t, "a.go", body("a := b(1) // five, one and the words of a comment")) {
		if fmt.Sprint(f.what, f.number) != tokens+"7" { // a brace, and a := b ( 1 )
			t.Errorf("%v", f)
		}
	}
}
