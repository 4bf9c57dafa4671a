package main

import (
	"context"
	"errors"
	"sync"
	"time"

	"breadboard/cmd/breadboard/internal/client"
	"breadboard/experiments"
	"breadboard/experiments/told"
	"breadboard/grid"
)

// modelFlags name a model of the user's: the prior of its latents is a file, and a program has the rest.
type modelFlags struct {
	Prior string `help:"A model of your own: log p(x) of its latents, up to a constant, from a file as --target takes one. --model has its data." placeholder:"FILE" complete:"file"`
	Model string `help:"A program that simulates data of the model, and tells their log likelihood: see cmd/breadboard/clients." placeholder:"COMMAND" asks:"simulate loglik"`
}

// hasModel reports whether the model is the user's.
func (f modelFlags) hasModel() bool { return f.Prior != "" || f.Model != "" }

// check is the fault of flags that name half a model, or two.
func (f modelFlags) check(toy string) error {
	switch {
	case toy != "":
		return errors.New("--toy names a model, and --prior another; one of the two would do")
	case f.Prior == "":
		return errors.New("--model has the data of a model, and --prior is missing, which has log p(x) of its " +
			"latents; --prior FILE would do")
	case f.Model == "":
		return errors.New("--prior has the latents of a model, and --model is missing, which has its data; " +
			"--model 'python3 model.py' would do")
	}
	return nil
}

// A modelProgram is the program of --model, which answers one question after the other.
type modelProgram struct {
	process client.Model
	mu      sync.Mutex
}

// startModel starts the program on the grid of the prior.
func (f modelFlags) startModel(ctx context.Context, wait time.Duration, seed uint64, g grid.Grid) (*modelProgram,
	error) {
	process, err := client.StartModel(ctx, f.Model, wait, seed, g)
	if err != nil {
		return nil, err
	}
	return &modelProgram{process: process}, nil
}

// prior looks up a setting whose target is the prior.
func (f modelFlags) prior(s experiments.Setting) (experiments.Found, error) {
	s.Target = f.Prior
	found, err := s.Find()
	if err != nil {
		err = ofPrior{err}
	}
	return found, err
}

// ofPrior is an error of a target that is a prior.
type ofPrior struct{ error }

// Say spells --target as --prior.
func (o ofPrior) Say(name func(experiments.Field) string) string {
	return experiments.Say(o.error, func(f experiments.Field) string {
		if f == experiments.FieldTarget {
			f = experiments.FieldPrior
		}
		return name(f)
	})
}

// modelName names the model for people.
func (f modelFlags) modelName() string {
	if f.Model == client.Caller {
		return "your model"
	}
	return f.Model
}

// modelOn puts the program on the prior of a chain.
func (p *modelProgram) modelOn(name string, prior experiments.Chain) told.Model {
	return told.On(prior.Target, name, p)
}

// Simulate asks for data from p(y | x): a modelProgram is a told.Simulator.
func (p *modelProgram) Simulate(ctx context.Context, x int) ([]float64, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.process.Simulate(ctx, x)
}

// LogLik asks for log p(y | x) of every cell.
func (p *modelProgram) LogLik(ctx context.Context, dst, y []float64) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.process.LogLik(ctx, dst, y)
}

// kernel is the program of --exec. The program that started us may be both: it is one process, and has one
// conversation.
func (p *modelProgram) kernel(ctx context.Context, command string, wait time.Duration, seed uint64,
	g grid.Grid) (client.Kernel, error) {
	if p != nil && command == client.Caller {
		return p.process.Kernel(), nil
	}
	return client.StartKernel(ctx, command, wait, seed, g)
}

// close ends the program. It is a fault if it has printed more than its answers.
func (p *modelProgram) close() error {
	if p == nil {
		return nil
	}
	return p.process.Close()
}
