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

// MostFormula is the largest number of cells of a formula, 2^20: they take a second or two. mostLetters is the length of
// the longest formula: the parser calls itself for each bracket, and cannot go deeper than that.
const MostFormula, mostLetters = 1 << 20, 4096

// ReadBox reads the lengths of axes, as 15x15, with at least two cells and at most so many.
func ReadBox(word string, most int) (grid.Grid, error) {
	var lens []int
	size := 1.0
	for s := range strings.SplitSeq(strings.ToLower(word), "x") {
		n, err := strconv.Atoi(strings.TrimSpace(s))
		lens, size = append(lens, n), size*float64(n)
		if err != nil || n < 1 || size > float64(most) || len(lens) > mostSpins {
			return grid.Grid{}, fmt.Errorf("whole numbers from 1 with x between them, as in 15x15, of %d cells at most would do", most)
		}
	}
	return grid.New(lens...), nil
}

// A Slip is what is wrong with a formula at one of its characters, from 0.
type Slip struct {
	Formula, Found, Would string
	At                    int
}

func (s *Slip) Error() string {
	return fmt.Sprintf("%s at character %d of %s; %s would do", s.Found, s.At+1, text.Quote(s.Formula), s.Would)
}

// Shown is the formula around the character, and a caret under it on a second line.
func (s *Slip) Shown() string {
	from, to := max(0, s.At-60), min(len(s.Formula), s.At+15)
	return text.OneLine(s.Formula[from:to]) + "\n" + strings.Repeat(" ", s.At-from) + "^"
}

// Formula returns the target that has, in every cell of g, the value of a formula: log f, or what else d says. In it
//
//	x_1, x_2, ...  are the cell's coordinates from 0, as in files of draws
//	r              is its distance from the middle of the box, in cells; theta, on two axes or more, is the angle
//	               there, from -pi to pi: it is 0 where x_1 grows and pi/2 where x_2 does
//	inf, pi        are numbers; -inf is the log f of a wall
//	^              is the power. It binds tighter than a minus sign, and from the right: -2^3^2 is -512
//	a < b ? c : d  is c if a < b, and d otherwise
//
// and abs, cos, exp, log, sin and sqrt have one argument, max and min one or more. All numbers are float64. A value that
// is no log f, as NaN, is an error that names the cell. An error in the formula is a Slip.
func Formula(formula string, g grid.Grid, d Density) (Target, error) {
	value, err := compiled(formula, g)
	if err != nil {
		return Target{}, err
	}
	var wrong text.Faults
	t := cellwise(formula, g, func(at []int) float64 {
		if wrong.Full() {
			return 0
		}
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
	names := map[string]any{"r": 0.0, "theta": 0.0, "inf": math.Inf(1), "pi": math.Pi, "abs": math.Abs, "cos": math.Cos,
		"exp": math.Exp, "log": math.Log, "sin": math.Sin, "sqrt": math.Sqrt,
		"max": func(v ...float64) float64 { return slices.Max(v) }, "min": func(v ...float64) float64 { return slices.Min(v) }}
	if g.Axes() == 1 {
		delete(names, "theta")
	}
	for a := range g.Axes() {
		names[fmt.Sprint("x_", a+1)] = 0.0
	}
	slip := &Slip{Formula: formula, Would: fmt.Sprintf("x_1 to x_%d, r, theta on two axes or more, pi, inf, numbers, "+
		"+ - * / ^ and abs, cos, exp, log, max, min, sin, sqrt with brackets", g.Axes())}
	slip.At = strings.IndexFunc(formula, func(c rune) bool { return c < ' ' || c > '~' })
	switch {
	case len(formula) > mostLetters:
		slip.At, slip.Found, slip.Would = mostLetters, "too long", fmt.Sprintf("up to %d characters", mostLetters)
		return nil, slip
	case slip.At >= 0:
		slip.Found = "a sign that is not ASCII"
		return nil, slip
	}
	program, err := expr.Compile(formula, expr.Env(names), expr.AsFloat64(), expr.DisableAllBuiltins(),
		expr.Patch((*noNumber)(slip)))
	if at := new(file.Error); errors.As(err, &at) {
		slip.At, slip.Found = min(max(at.From, 0), len(formula)), at.Message
	}
	if err != nil || slip.Found != "" {
		slip.At, slip.Found = max(slip.At, 0), cmp.Or(slip.Found, fmt.Sprint(err))
		return nil, slip
	}
	var machine vm.VM
	return func(at []int) float64 {
		square, from := 0.0, make([]float64, len(at))
		for a, x := range at {
			from[a] = float64(x) - float64(g.Len(a)-1)/2
			square += from[a] * from[a]
			names[fmt.Sprint("x_", a+1)] = float64(x)
		}
		if names["r"] = math.Sqrt(square); len(at) > 1 {
			names["theta"] = math.Atan2(from[1], from[0])
		}
		if v, err := machine.Run(program, names); err == nil {
			return v.(float64)
		}
		return math.NaN()
	}, nil
}

// noNumber is a Slip if a formula has neither numbers nor conditions alone: lists in lists could take longer than
// anybody waits. Whole numbers become float64, which do not wrap around.
type noNumber Slip

// Visit looks at a node of the syntax tree.
func (s *noNumber) Visit(node *ast.Node) {
	switch n := (*node).(type) {
	case *ast.IntegerNode:
		ast.Patch(node, &ast.FloatNode{Value: float64(n.Value)})
	case *ast.FloatNode, *ast.BoolNode, *ast.IdentifierNode, *ast.UnaryNode, *ast.BinaryNode, *ast.ConditionalNode, *ast.CallNode:
	default:
		s.At, s.Found = n.Location().From, "a list, a word or another thing that is no number"
	}
}
