package rates

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"breadboard/chains"
	"breadboard/chains/programs"
	"breadboard/exact/accounts"
)

// measured asks a target all its questions.
func (s subject) measured(ctx context.Context) (found Found, err error) {
	p, err := s.problem()
	if err != nil {
		return found, err
	}
	for _, question := range s.questions {
		if question == bounded {
			found.Bounds, err = s.bounds(ctx, p)
		} else {
			var rows []Row
			rows, err = s.ask(ctx, p, question)
			found.Rows = append(found.Rows, rows...)
		}
		if err != nil {
			return found, fmt.Errorf("%s, %s: %w", s.name(), question, err)
		}
	}
	return found, nil
}

// ask measures the programs of a question.
func (s subject) ask(ctx context.Context, p programs.Problem, question string) (rows []Row, err error) {
	for _, spec := range specsOf(question, p.Grid.Axes()) {
		e, on, err := aimed(p, spec)
		if err != nil {
			return rows, err
		}
		a, err := accounts.Of(ctx, e, on)
		if err != nil {
			return rows, err
		}
		rows = append(rows, Row{Set: s.set, Question: question, Target: s.name(), Tokens: p.Grid.Axes(), Program: spec,
			Calls: calls(e, on), J: a.J(), B: a.B(), KLqp: a.Final.Forward, KLpq: a.Final.Reverse,
			PathFwd: a.Paths.Forward, PathRev: a.Paths.Reverse})
	}
	return rows, nil
}

// aimed makes a program. An annealing is named by its levels, as in ais:T=5.
func aimed(p programs.Problem, spec string) (programs.Estimator, programs.Problem, error) {
	if levels, ok := strings.CutPrefix(spec, "ais:T="); ok {
		T, err := strconv.Atoi(levels)
		if err != nil {
			return nil, p, err
		}
		p.Schedule = chains.Linear(T)
		return programs.AIS{Problem: p}, p, nil
	}
	m, _, err := programs.Read(spec)
	if err != nil {
		return nil, p, err
	}
	e, err := m(p)
	return e, p, err
}

// calls are those of a program: of an annealing the kernel's steps. A step of informed looks at the ratios of all
// neighbours of a cell, as a call of the score does, and at those of the cell that it proposes.
func calls(e programs.Estimator, p programs.Problem) int {
	if _, ok := e.(programs.AIS); ok {
		return p.T() - 1
	}
	return int(e.Cost())
}

// The numbers of calls at which samplers are compared.
var callsOf = []int{2, 4, 8, 16}

// specsOf are the programs that a question is asked of.
func specsOf(question string, tokens int) (specs []string) {
	switch question {
	case plans:
		for steps := 2; steps <= min(4, tokens-1); steps++ {
			specs = append(specs, compositions(tokens, steps)...)
		}
	case samplers:
		for _, n := range callsOf {
			for _, way := range ways {
				planned := strings.HasPrefix(way, "masked") && !strings.Contains(way, ":by=") // a token a step at least
				if !planned || n <= tokens {
					specs = append(specs, specOf(way, n))
				}
			}
		}
	case faults:
		specs = faultsOf(tokens)
	case ratio:
		for _, steps := range []int{4, 8, 16, 32, 64} {
			for _, way := range []string{"uniform:K=%d", "uniform:K=%d:by=tweedie"} {
				specs = append(specs, fmt.Sprintf(way, steps))
			}
		}
	}
	return specs
}

// The errors that are put into single steps: their size, how many draws of the random ones, and the steps of uniform
// diffusion.
const (
	faultSize    = 0.3
	faultDraws   = 4
	faultUniform = 16
)

// faultsOf are programs with an error in one step, and those without.
func faultsOf(tokens int) (specs []string) {
	for _, program := range []struct {
		spec  string
		steps int
	}{{fmt.Sprintf("masked:K=%d", tokens), tokens},
		{fmt.Sprintf("uniform:K=%d:by=tweedie", faultUniform), faultUniform}} {
		specs = append(specs, program.spec)
		for at := 1; at <= program.steps; at++ {
			one := fmt.Sprintf("%s:error=%g:at=%d", program.spec, faultSize, at)
			specs = append(specs, one+":toward=uniform", one+":toward=sharp")
			for seed := range faultDraws {
				specs = append(specs, fmt.Sprintf("%s:seed=%d", one, seed+1))
			}
		}
	}
	return specs
}

// compositions are all ways to divide tokens among so many steps, at least one to each, as specs.
func compositions(tokens, steps int) (specs []string) {
	var divide func(left, steps int, so string)
	divide = func(left, steps int, so string) {
		if steps == 1 {
			specs = append(specs, fmt.Sprintf("masked:K=%s%d", so, left))
			return
		}
		for first := 1; first <= left-(steps-1); first++ {
			divide(left-first, steps-1, fmt.Sprintf("%s%d+", so, first))
		}
	}
	divide(tokens, steps, "")
	return specs
}
