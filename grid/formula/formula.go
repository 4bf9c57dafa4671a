// Package formula computes what people write as formulas: numbers, the names that whoever asks gives them, and what is
// computed of both.
//
//	inf, pi        are numbers
//	^              is the power. It binds tighter than a minus sign, and from the right: -2^3^2 is -512
//	a < b ? c : d  is c if a < b, and d otherwise
//
// abs, cos, exp, log, sin and sqrt have one argument, max and min one or more. All numbers are float64.
package formula

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/expr-lang/expr"
	"github.com/expr-lang/expr/ast"
	"github.com/expr-lang/expr/file"
	"github.com/expr-lang/expr/vm"

	"breadboard/grid/text"
)

// Most is the length of the longest formula: the parser calls itself for each bracket, and cannot go deeper than that.
const Most = 4096

// A Slip is what is wrong with a formula at one of its characters, from 0.
type Slip struct {
	Formula, Found string
	Names          string // that the formula may have, in words
	At             int
}

func (s *Slip) Error() string {
	return fmt.Sprintf("%s at character %d of %s; numbers, %s, pi, inf, + - * / ^, a < b ? c : d, and abs, cos, exp, "+
		"log, max, min, sin, sqrt with brackets would do", s.Found, s.At+1, text.Quote(s.Formula), s.Names)
}

// Shown is the formula around the character, and a caret under it on a second line.
func (s *Slip) Shown() string {
	const before, behind = 60, 15
	all := []rune(s.Formula)
	from := max(0, s.At-before)
	return text.OneLine(string(all[from:min(len(all), s.At+behind)])) + "\n" + strings.Repeat(" ", s.At-from) + "^"
}

// A Formula is a formula of some names. It is for one goroutine at a time.
type Formula struct {
	program *vm.Program
	machine vm.VM
	names   map[string]any
}

// Compile reads a formula of the variables, which inWords tells people, as "x_1 and so on". The error is a Slip. A
// formula longer than Most is the caller's to refuse.
func Compile(formula, inWords string, variables ...string) (*Formula, error) {
	if len(formula) > Most {
		panic(fmt.Sprintf("formula: %d characters", len(formula)))
	}
	names := map[string]any{"inf": math.Inf(1), "pi": math.Pi, "abs": math.Abs, "cos": math.Cos, "exp": math.Exp,
		"log": math.Log, "sin": math.Sin, "sqrt": math.Sqrt, "max": func(v ...float64) float64 { return slices.Max(v) },
		"min": func(v ...float64) float64 { return slices.Min(v) }}
	for _, name := range variables {
		names[name] = 0.0 // the compiler looks at the types
	}
	slip := &Slip{Formula: formula, Names: inWords}
	program, err := expr.Compile(formula, expr.Env(names), expr.AsFloat64(), expr.DisableAllBuiltins(),
		expr.Patch(&noNumber{slip, names}))
	if at := new(file.Error); errors.As(err, &at) {
		slip.At = at.From
		slip.Found = at.Message
	}
	if err != nil || slip.Found != "" {
		slip.Found = cmp.Or(slip.Found, fmt.Sprint(err))
		return nil, slip
	}
	return &Formula{program: program, names: names}, nil
}

// Set gives a variable its value.
func (f *Formula) Set(name string, value float64) { f.names[name] = value }

// Value is the value of the formula at the variables that were set; NaN if it has none.
func (f *Formula) Value() float64 {
	v, err := f.machine.Run(f.program, f.names)
	if err != nil {
		return math.NaN()
	}
	return v.(float64)
}

// noNumber is a Slip if a formula has an unknown name, or not numbers and conditions alone: lists in lists could take
// longer than anybody waits. Whole numbers become float64, which do not wrap around.
type noNumber struct {
	*Slip
	names map[string]any
}

// Visit looks at a node of the syntax tree.
func (s *noNumber) Visit(node *ast.Node) {
	switch n := (*node).(type) {
	case *ast.IntegerNode:
		ast.Patch(node, &ast.FloatNode{Value: float64(n.Value)})
	case *ast.IdentifierNode: // the compiler lets an argument pass whatever its name is
		if _, known := s.names[n.Value]; !known && s.Found == "" {
			s.At = n.Location().From
			s.Found = "unknown name " + n.Value
		}
	case *ast.FloatNode, *ast.BoolNode, *ast.UnaryNode, *ast.BinaryNode, *ast.ConditionalNode, *ast.CallNode:
	default:
		s.At, s.Found = n.Location().From, "what is no number"
	}
}
