// Package seeds finds the draws of the random toys that are nearest to the figures which BREAD published. The default
// seeds of the toys are the best among the first 100,000: the paper's own draws were never published.
package seeds

import (
	"context"

	"breadboard/experiments/paper"
	"breadboard/experiments/studies/run"
)

// Searched has the best draws of a toy.
type Searched struct {
	Toy   paper.Toy
	Draws []paper.Draw // the nearest first
}

// How many seeds are searched, from 0 on, and how many of them are printed.
const (
	first      = 100_000
	firstQuick = 1000
	best       = 5
)

// Search searches the seeds of both random toys.
func Search(ctx context.Context, setting run.Setting) (all []Searched, err error) {
	n := first
	if setting.Quick {
		n = firstQuick
	}
	toys := paper.Toys()[:2] // BARRIER is not random
	for i, toy := range toys {
		draws, err := run.Once(ctx, setting.Shelf, toy.Name, func(ctx context.Context) ([]paper.Draw, error) {
			return paper.Search(ctx, toy, n, best, setting.Tell.Share(i, i+1, len(toys)))
		})
		if err != nil {
			return nil, err
		}
		all = append(all, Searched{toy, draws})
	}
	return all, nil
}
