// Package papers reproduces papers, each in a folder of its own: bread, bdmc, aide and samplers. Here is what they
// share. Options say how a paper is reproduced: whole or quickly, on which draws, and where its unfinished work is
// kept.
//
// The work of a paper has parts, and a part has pieces. Each and Once do the pieces of a part, and keep each result as
// soon as it is there (unfinished.go). The same command again takes the kept results, and does the rest.
package papers

import (
	"context"

	"breadboard/experiments"
)

// Options say how a paper is reproduced.
type Options struct {
	Quick      bool        // less of everything; the reports say so
	Seed       uint64      // other draws; 0 has those of the committed files
	Unfinished *Unfinished // nil keeps nothing
	Progress   experiments.Progress
}

// Seeded returns a seed of the paper, changed by the options' Seed.
func (o Options) Seeded(seed uint64) uint64 { return seed + o.Seed<<32 }

// Part returns the options of a part of the work, whose progress goes from from/all to to/all.
func (o Options) Part(from, to, all int) Options {
	o.Progress = o.Progress.Share(from, to, all)
	return o
}

// Each does the pieces of a part, on all cores, and returns their results, in order. Sizes say how long each piece
// takes, in any unit. R has exported fields: the journal keeps no others.
func Each[R any](ctx context.Context, o Options, part string, sizes []int,
	do func(ctx context.Context, i int) (R, error)) ([]R, error) {
	found := make([]R, len(sizes))
	err := experiments.EachSized(ctx, sizes, 0, o.Progress, func(ctx context.Context, i int) (err error) {
		found[i], err = doPiece(ctx, o.Unfinished, piece{Part: part, I: i}, func(ctx context.Context) (R, error) {
			return do(ctx, i)
		})
		return err
	})
	return found, err
}

// Once does a part of one piece.
func Once[R any](ctx context.Context, o Options, part string, do func(ctx context.Context) (R, error)) (R, error) {
	found, err := doPiece(ctx, o.Unfinished, piece{Part: part}, do)
	if err == nil {
		o.Progress.Tell(1, 1)
	}
	return found, err
}
