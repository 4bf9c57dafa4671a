package main

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/chains/outside"
	"breadboard/cmd/breadboard/internal/client"
	"breadboard/experiments"
	"breadboard/experiments/score"
)

// kernelsOf looks kernels up, or returns the catalogue if none are named.
func kernelsOf(specs []string) (all []chains.Entry[chains.Kernel], err error) {
	if len(specs) == 0 {
		return kernels.Catalogue, nil
	}
	for _, spec := range specs {
		k, wrong := experiments.FindKernel(spec)
		err = errors.Join(err, wrong)
		all = append(all, chains.Entry[chains.Kernel]{Name: spec, Make: k})
	}
	return all, err
}

// execChains is the number of chains of a program without --runs, and mostChains the largest.
const execChains, mostChains = 100, 1_000_000

// chains is the number of chains, if --runs does not say it.
func (c *scoreCmd) chains(usual int) (int, error) {
	switch {
	case c.Runs == nil:
		return usual, nil
	case *c.Runs < 2 || *c.Runs > mostChains:
		return 0, fmt.Errorf("--runs %d; from 2 to %d would do", *c.Runs, mostChains)
	}
	return *c.Runs, nil
}

// outside reads the kernel of --matrix into the plan, and checks the flags of --exec.
func (c *scoreCmd) outside(w *world, p *score.Plan) error {
	switch {
	case w.given("mc-seed") && c.Exec == "" && !p.Draws():
		return errors.New("--mc-seed, and nothing is sampled; --exec, --function ks or --out as well would do")
	case c.Runs != nil && c.Exec == "" && !p.Draws():
		return errors.New("--runs, and nothing is sampled; --exec, --function ks or --out as well would do")
	}
	if c.Matrix == "" && c.Exec == "" {
		return nil
	}
	t, err := p.Alone()
	switch {
	case err != nil:
		return fmt.Errorf("--matrix or --exec: %w", err)
	case p.Equal != score.Steps:
		return fmt.Errorf("--equal %s: what a step costs a kernel from outside is not known; --equal steps would do", p.Equal)
	}
	if c.Exec != "" && slices.Contains(p.Starts, score.Worst) {
		return errors.New("--start worst: the chains of --exec are drawn, and which cell is worst for them is not known; " +
			"lightest would do")
	}
	if err := checkTimeout(c.Timeout); c.Matrix == "" || err != nil {
		return err
	}
	matrix, err := outside.OpenMatrix(c.Matrix, t.Grid.Size())
	if err != nil {
		return err
	}
	k, err := score.Given(c.Matrix, matrix, t, c.Tolerance)
	p.Kernels = append([]chains.Entry[chains.Kernel]{k}, p.Kernels...)
	return err
}

// sample runs chains of the program.
func (c *scoreCmd) sample(w *world, p *score.Plan) (rows []score.Row, err error) {
	defer func() { err = execFault(err) }()
	t, err := p.Alone()
	if err != nil {
		return nil, err
	}
	n, err := c.chains(execChains)
	if err != nil {
		return nil, err
	}
	m, err := client.StartKernel(w.ctx, c.Exec, c.Timeout, c.MCSeed, t.Grid)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, m.Close()) }()
	err = w.timed("score", "the chains of --exec take", c.Yes,
		func(ctx context.Context, tell experiments.Progress) (err error) {
			rows, err = p.Sample(ctx, m, "exec", n, tell)
			return err
		})
	return rows, err
}
