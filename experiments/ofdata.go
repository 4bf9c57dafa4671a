package experiments

import (
	"errors"
	"slices"

	"breadboard/chains"
	"breadboard/toys"
)

// An ofData is a kernel that goes by the terms of a model's log likelihood, and has no form before it has them.
type ofData interface {
	chains.Kernel
	OnTerms(terms [][]float64) chains.Kernel
}

// findOfData finds a kernel that goes by a model's data. They are known when the target is made.
func (s Setting) findOfData(k ofData) foundKernel {
	put := func(on stateSpace, t toys.Target, a chains.Annealing) (chains.Kernel, error) {
		terms, err := termsOf(t, a)
		if err != nil {
			return nil, s.noForm(on, t.Parts, err)
		}
		made := k.OnTerms(terms)
		if err := chains.Fits(made, on.box()); err != nil {
			return nil, s.noForm(on, t.Parts, err)
		}
		walking, err := on.put(s.repeated(made), a.Bridge, t)
		return walking, s.noForm(on, t.Parts, err)
	}
	return foundKernel{onCells: s.repeated(k), later: true, put: put}
}

// termsOf are the terms of a posterior's log likelihood, by datum and cell, where levels have it to the power beta.
func termsOf(t toys.Target, a chains.Annealing) (terms [][]float64, err error) {
	m := t.Model
	_, geometric := a.Bridge.(chains.Geometric)
	switch {
	case m == nil:
		return nil, errors.New("it draws from the data of a model, as regression:10:15 and linear:10:1:15 have")
	case !geometric:
		return nil, errors.New("it goes by the likelihood to the power beta, as the bridge geometric has it")
	case slices.ContainsFunc(m.Axes, func(own []int) bool { return len(own) > 0 }):
		return nil, errors.New("each datum has latents of its own, so that its likelihood is no term by itself; " +
			"regression, linear and logistic have such terms")
	}
	for i, after := range m.Steps[1:] {
		term := make([]float64, len(after))
		for x, v := range after {
			term[x] = chains.LogRatio(v, m.Steps[i][x])
		}
		terms = append(terms, term)
	}
	return terms, nil
}
