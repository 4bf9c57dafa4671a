package server

import (
	"context"

	"breadboard/cmd/breadboard/internal/code"
	"breadboard/experiments/explore"
)

// An asked is the body of a request: a question, and what is asked beside it, as one flat object.
type asked struct {
	explore.Question
	explore.Beside
}

// A kind is one kind of answers. Its answer calls tell once or, if the kind is streamed, once for each line, so
// that a page that misses the first lines still has the newest numbers.
type kind struct {
	quick    bool // it answers strokes of the brush, which wait for no long computation
	streamed bool
	answer   func(ctx context.Context, a asked, tell func(any) error) error
}

// kinds are all that a page may ask by a question, by the last word of their address.
var kinds = map[string]kind{
	"measure": {quick: true, answer: once(func(ctx context.Context, a asked) (explore.Measured, error) {
		return explore.Measure(ctx, a.Question)
	})},
	"exact": {answer: once(func(ctx context.Context, a asked) (explore.Exact, error) {
		return explore.Exactly(ctx, a.Question)
	})},
	"levels": {answer: once(func(ctx context.Context, a asked) (explore.Levels, error) {
		return explore.Along(ctx, a.Question, a.Frames)
	})},
	"spectrum": {answer: once(func(ctx context.Context, a asked) (explore.Spectrum, error) {
		return explore.SpectrumOf(ctx, a.Question, a.Betas)
	})},
	"schedules": {streamed: true, answer: func(ctx context.Context, a asked, tell func(any) error) error {
		return explore.Schedules(ctx, a.Question, a.Schedules, growing[explore.Scheduled](tell))
	}},
	"curve": {streamed: true, answer: func(ctx context.Context, a asked, tell func(any) error) error {
		return explore.Curve(ctx, a.Question, a.Schedules, a.Ts, growing[explore.Point](tell))
	}},
	"sample": {streamed: true, answer: func(ctx context.Context, a asked, tell func(any) error) error {
		return explore.Sample(ctx, a.Question, a.Chains, a.MCSeed, func(s explore.Sampled) error { return tell(s) })
	}},
	"walk": {answer: once(func(ctx context.Context, a asked) (explore.Walkers, error) {
		return explore.Walk(ctx, a.Question, a.Walkers, a.Frames, a.MCSeed)
	})},
	"draw": {quick: true, answer: once(func(ctx context.Context, a asked) (explore.Drawn, error) {
		return explore.Draw(ctx, a.Question)
	})},
	"code": {quick: true, answer: once(func(_ context.Context, a asked) (explore.Code, error) {
		return code.Of(a.Question, a.View, a.Beside)
	})},
}

// once is the answer of a kind that has one line.
func once[Answer any](ask func(context.Context, asked) (Answer, error)) func(context.Context, asked,
	func(any) error) error {
	return func(ctx context.Context, a asked, tell func(any) error) error {
		answer, err := ask(ctx, a)
		if err != nil {
			return err
		}
		return tell(answer)
	}
}

// growing tells all results so far with each new one.
func growing[Result any](tell func(any) error) func(Result) error {
	var so struct {
		All []Result `json:"all"`
	}
	return func(r Result) error {
		so.All = append(so.All, r)
		return tell(so)
	}
}
