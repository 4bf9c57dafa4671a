package protocol

import (
	"context"

	"breadboard/experiments"
	"breadboard/toys"
)

// comparedTs are the levels of a comparison.
var comparedTs = []int{10, 20, 50, 100, 200, 500, 1000}

// Chain looks the names of the sampler up, for the real data.
func (c Case) Chain() (experiments.Chain, error) { return c.Setting.On(c.Family.Given(c.Data)) }

// Bytes is the memory of a study: on each core a set of data has a run and a chain of its own.
func Bytes(s experiments.Space, T int) float64 {
	return float64(experiments.Workers(0)) * (experiments.ExactBytes(s, T) + s.ChainBytes())
}

// Study runs cases one after another and, if asked, the comparison of two representations.
func Study(ctx context.Context, cases []Case, o Options, compare bool, tell experiments.Progress) (results []Result,
	c *Comparison, err error) {
	parts := len(cases)
	if compare {
		parts++
	}
	for i, one := range cases {
		r, err := Run(ctx, one, o, tell.Share(i, i+1, parts))
		if err != nil {
			return nil, nil, err
		}
		results = append(results, r)
	}
	if compare {
		both, err := Compare(ctx, Compared(), cases[0].Setting, toys.ModelSeed, comparedTs, tell.Share(parts-1, parts, parts))
		if err != nil {
			return nil, nil, err
		}
		c = &both
	}
	return results, c, nil
}
