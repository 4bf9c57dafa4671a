package experiments

import (
	"fmt"
	"math"
	"regexp"
	"strings"
	"sync"

	"breadboard/chains"
	"breadboard/grid/formula"
	"breadboard/grid/text"
)

// A schedule by a formula is β(s), at s in equal steps from 0 to 1: s^3 is the schedule power:3. level is the name of
// s, which formulas of steps have too.
const level = "s"

// isFormula reports whether a word is meant as a formula: it is s, or has an operator or a bracket, which no name of a
// catalogue has. Names have the sign of minus, as best-j, but not behind a number, as 1-s.
func isFormula(word string) bool {
	return strings.TrimSpace(word) == level || strings.ContainsAny(word, "+*/^()?<>= ") || lessThan.MatchString(word)
}

var lessThan = regexp.MustCompile(`^[0-9.]+-`)

// A formulaOfLevel is a formula of s. Safe for concurrent use: the levels of several T are made at once.
type formulaOfLevel struct {
	mu sync.Mutex
	of *formula.Formula
}

// at is the value at a share s of the way.
func (f *formulaOfLevel) at(s float64) float64 {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.of.Set(level, s)
	return f.of.Value()
}

// compileLevel reads a formula of s. Its error is a fault of the field.
func compileLevel(field Field, words string) (*formulaOfLevel, error) {
	if len(words) > formula.Most {
		return nil, Faultf("%v %s has %s characters; up to %s would do", field, text.Brief(words, 60),
			text.Thousands(len(words)), text.Thousands(formula.Most))
	}
	f, err := formula.Compile(words, "s (from 0 to 1)", level)
	if err != nil {
		return nil, Faultf("%v: %v", field, err)
	}
	return &formulaOfLevel{of: f}, nil
}

const (
	endsAt      = 1e-9  // a formula may miss 0 and 1 by as much at its ends: rounding, as of (exp(3*s)-1)/(exp(3)-1)
	mayFall     = 1e-12 // and fall by as much from level to level
	checkedAt   = 1001  // equal steps at which a formula is checked as it is read, for any T
	formulaForm = "a formula from 0 at s = 0 to 1 at s = 1 that never falls, as s^3 or sin(pi*s/2)^2, would do"
)

// parseFormula reads a schedule by its formula, and checks it: a T may show a fall between the levels of the check.
func parseFormula(spec string) (foundSchedule, error) {
	f, err := compileLevel(FieldSchedule, spec)
	if err != nil {
		return foundSchedule{}, err
	}
	betas := func(T int) ([]float64, error) { return f.betas(spec, T) }
	if _, err := betas(checkedAt); err != nil {
		return foundSchedule{}, err
	}
	return foundSchedule{
		formula: func(T int) chains.Schedule {
			at, err := betas(T)
			if err != nil {
				panic("experiments: " + err.Error()) // affords has refused this T
			}
			s, err := chains.NewSchedule(at)
			if err != nil {
				panic("experiments: " + err.Error())
			}
			return s
		},
		check: func(T int) error {
			_, err := betas(T)
			return err
		},
	}, nil
}

// betas are those of T levels. The error names the first s at which the formula is no schedule's.
func (f *formulaOfLevel) betas(spec string, T int) ([]float64, error) {
	betas := make([]float64, T)
	for i := range betas {
		s := float64(i) / float64(T-1)
		v := f.at(s)
		fault := ""
		switch {
		case i == 0 && !(math.Abs(v) <= endsAt):
			fault = fmt.Sprintf("is %v at s = 0", v)
		case i == T-1 && !(math.Abs(v-1) <= endsAt):
			fault = fmt.Sprintf("is %v at s = 1", v)
		case math.IsNaN(v):
			fault = fmt.Sprintf("has no value at s = %v", s)
		case i > 0 && v < betas[i-1]-mayFall:
			fault = fmt.Sprintf("falls from %v to %v at s = %v", betas[i-1], v, s)
		case v > 1+endsAt:
			fault = fmt.Sprintf("is %v, above 1, at s = %v", v, s)
		}
		if fault != "" {
			return nil, Faultf("%v %s %s; %s", FieldSchedule, text.Brief(spec, 60), fault, formulaForm)
		}
		betas[i] = min(max(v, 0), 1)
		if i > 0 {
			betas[i] = max(betas[i], betas[i-1])
		}
	}
	betas[0] = 0
	betas[T-1] = 1
	return betas, nil
}
