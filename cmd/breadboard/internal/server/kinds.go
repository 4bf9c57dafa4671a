package server

import (
	"context"

	"breadboard/experiments/explore"
)

// Asked is the body of a request: a question, and what is asked beside it, as one flat object.
type Asked struct {
	explore.Question
	explore.Beside
}

// A Kind is one kind of answers. Its answer calls tell once, or, if it is streamed, for each of its lines.
type Kind struct {
	Name     string
	Streamed bool
	answer   func(ctx context.Context, a Asked, tell func(any) error) error
}

// Kinds are all that a page may ask by a question.
var Kinds = []Kind{
	{"measure", false, once(func(ctx context.Context, a Asked) (any, error) { return explore.Measure(ctx, a.Question) })},
	{"exact", false, once(func(ctx context.Context, a Asked) (any, error) { return explore.Exactly(ctx, a.Question) })},
	{"levels", false, once(func(ctx context.Context, a Asked) (any, error) {
		return explore.Along(ctx, a.Question, a.Frames)
	})},
	{"spectrum", false, once(func(ctx context.Context, a Asked) (any, error) {
		return explore.SpectrumOf(ctx, a.Question, a.Betas)
	})},
	{"schedules", true, schedules},
	{"curve", true, curve},
	{"sample", true, sample},
	{"walk", false, once(func(ctx context.Context, a Asked) (any, error) {
		return explore.Walk(ctx, a.Question, a.Walkers, a.Frames, a.MCSeed)
	})},
	{"draw", false, once(func(ctx context.Context, a Asked) (any, error) { return explore.Draw(ctx, a.Question) })},
	{"code", false, once(func(_ context.Context, a Asked) (any, error) {
		return explore.CodeOf(a.Question, a.View, a.Beside)
	})},
}

// once is the answer of a kind that has one line.
func once(ask func(context.Context, Asked) (any, error)) func(context.Context, Asked, func(any) error) error {
	return func(ctx context.Context, a Asked, tell func(any) error) error {
		answer, err := ask(ctx, a)
		if err != nil {
			return err
		}
		return tell(answer)
	}
}

// all are the results of a stream so far: its last line is the whole answer.
type all[Result any] struct {
	All []Result `json:"all"`
}

// growing tells all results so far with each new one.
func growing[Result any](tell func(any) error) func(Result) error {
	var so all[Result]
	return func(r Result) error {
		so.All = append(so.All, r)
		return tell(so)
	}
}

func schedules(ctx context.Context, a Asked, tell func(any) error) error {
	return explore.Schedules(ctx, a.Question, a.Schedules, growing[explore.Scheduled](tell))
}

func curve(ctx context.Context, a Asked, tell func(any) error) error {
	return explore.Curve(ctx, a.Question, a.Schedules, a.Ts, growing[explore.Point](tell))
}

func sample(ctx context.Context, a Asked, tell func(any) error) error {
	return explore.Sample(ctx, a.Question, a.Chains, a.MCSeed, func(s explore.Sampled) error { return tell(s) })
}
