package toys

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/expr-lang/expr"
	"github.com/expr-lang/expr/ast"
	"github.com/expr-lang/expr/file"
	"github.com/expr-lang/expr/vm"

	"breadboard/grid"
	"breadboard/grid/text"
)

// MostFormula is the largest number of cells of a formula, 2^20: they take a second or two. mostLetters is the length
// of the longest formula: the parser calls itself for each bracket, and cannot go deeper than that. mostWork bounds the
// cells times the characters: 450 sines on 2^20 cells would take most of a minute without a word.
const MostFormula, mostLetters, mostWork = 1 << 20, 4096, 1 << 29

// A Slip is what is wrong with a formula at one of its characters, from 0.
type Slip struct {
	Formula, Found string
	At             int
}

func (s *Slip) Error() string {
	return fmt.Sprintf("%s at character %d of %s; numbers, x_1 and so on, r, theta, pi, inf, + - * / ^, a < b ? c : "+
		"d, and abs, cos, exp, log, max, min, sin, sqrt with brackets would do", s.Found, s.At+1, text.Quote(s.Formula))
}

// Shown is the formula around the character, and a caret under it on a second line.
func (s *Slip) Shown() string {
	all, from := []rune(s.Formula), max(0, s.At-60)
	return text.OneLine(string(all[from:min(len(all), s.At+15)])) + "\n" + strings.Repeat(" ", s.At-from) + "^"
}

// Formula returns the target that has, in every cell of a box such as 15x15, of so many cells at most, the value of a
// formula: log f, or what else d says. In it
//
//	x_1, x_2, ...  are the cell's coordinates from 0, as in files of draws
//	r, theta       are its distance from the middle of the box, in cells, and the angle there, from -pi to pi: it is 0
//	               where x_1 grows and pi/2 where x_2 does
//	inf, pi        are numbers; -inf is the log f of a wall
//	^              is the power. It binds tighter than a minus sign, and from the right: -2^3^2 is -512
//	a < b ? c : d  is c if a < b, and d otherwise
//
// and abs, cos, exp, log, sin and sqrt have one argument, max and min one or more. All numbers are float64. A value
// that is no log f, as NaN, is an error that names the cell. An error in the formula is a Slip.
func Formula(formula, box string, d Density, most int) (t Target, err error) {
	lens, size := []int(nil), 1.0
	for s := range strings.SplitSeq(strings.ToLower(box), "x") {
		n, _ := strconv.Atoi(strings.TrimSpace(s))
		lens, size = append(lens, n), size*float64(max(n, 0))
	}
	if !(size > 0 && size <= float64(most)) || len(lens) > mostSpins || len(formula) > mostLetters {
		return t, fmt.Errorf("%d characters on the grid %s; up to %s on whole numbers with x between them, as 15x15, "+
			"of up to %s cells, would do",
			len(formula), text.Quote(box), text.Thousands(mostLetters), text.Thousands(most))
	}
	if size*float64(len(formula)) > mostWork {
		return t, fmt.Errorf("%d characters on the grid %s would take minutes; %s cells, or a shorter formula, would "+
			"do; or a file of log f", len(formula), text.Quote(box), text.Thousands(mostWork/len(formula)))
	}
	g := grid.New(lens...)
	value, err := compiled(formula, g)
	if err != nil {
		return t, err
	}
	var wrong text.Faults
	t = cellwise(formula, g, func(at []int) float64 {
		v := value(at)
		logf, err := d.logOf(v, fmt.Sprint(v))
		if err != nil {
			wrong.Add("cell %v: %w", at, err)
		}
		return logf
	})
	if err := errorOf(&wrong, t.LogF, d, "the first"); err != nil {
		return t, fmt.Errorf("%s on %v: %w", text.Brief(formula, 200), g, err)
	}
	return withWalls(formula, g, t.LogF), nil
}

// compiled returns the value of a formula at a cell; NaN if it has none.
func compiled(formula string, g grid.Grid) (func(at []int) float64, error) {
	names := map[string]any{"inf": math.Inf(1), "pi": math.Pi, "abs": math.Abs, "cos": math.Cos, "exp": math.Exp,
		"log": math.Log, "sin": math.Sin, "sqrt": math.Sqrt, "max": func(v ...float64) float64 { return slices.Max(v) },
		"min": func(v ...float64) float64 { return slices.Min(v) }}
	place := func(at []int) {
		square, from := 0.0, make([]float64, 1+len(at))
		for a, x := range at {
			from[a] = float64(x) - float64(g.Len(a)-1)/2
			square += from[a] * from[a]
			names[fmt.Sprint("x_", a+1)] = float64(x)
		}
		names["r"], names["theta"] = math.Sqrt(square), math.Atan2(from[1], from[0])
	}
	place(make([]int, g.Axes())) // the compiler looks at the types
	slip := &Slip{Formula: formula}
	program, err := expr.Compile(formula, expr.Env(names), expr.AsFloat64(), expr.DisableAllBuiltins(),
		expr.Patch(&noNumber{slip, names}))
	if at := new(file.Error); errors.As(err, &at) {
		slip.At, slip.Found = at.From, at.Message
	}
	if err != nil || slip.Found != "" {
		slip.Found = cmp.Or(slip.Found, fmt.Sprint(err))
		return nil, slip
	}
	var machine vm.VM
	return func(at []int) float64 {
		place(at)
		if v, err := machine.Run(program, names); err == nil {
			return v.(float64)
		}
		return math.NaN()
	}, nil
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
			s.At, s.Found = n.Location().From, "unknown name "+n.Value
		}
	case *ast.FloatNode, *ast.BoolNode, *ast.UnaryNode, *ast.BinaryNode, *ast.ConditionalNode, *ast.CallNode:
	default:
		s.At, s.Found = n.Location().From, "what is no number"
	}
}
