package server

import (
	"cmp"
	"context"
	"maps"
	"math"
	"slices"

	"breadboard/cmd/breadboard/internal/code"
	"breadboard/experiments"
	"breadboard/experiments/explore"
	"breadboard/reports/explorer"
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
	answer   answering
}

// An answering answers a question, and calls tell with each line.
type answering func(ctx context.Context, a asked, tell func(any) error) error

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
func once[Answer any](ask func(context.Context, asked) (Answer, error)) answering {
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

// besides has the values with which the views begin, by the kind of the answer. The modules in the folder views of the
// page have the same constants, and a test compares them.
var besides = map[string]explore.Beside{
	"spectrum":  {Betas: 41},
	"schedules": {Schedules: offered},
	"curve":     {Schedules: offered, Ts: []int{10, 20, 50, 100, 200, 500, 1000}},
	"sample":    {Chains: 10_000, MCSeed: 1},
	"walk":      {Walkers: 12, MCSeed: 1},
}

// offered are the schedules that are compared. own is the one of the question itself.
var offered = []string{own, "linear", "sigmoid:4", "fisher", "best-b", "best-j"}

const own = "own"

// The numbers of levels that are shown, and of the probabilities of one law at all of them.
const (
	leastFrames, mostFrames = 11, 101
	frameNumbers            = 40_000
)

// Kept asks all that a page with this view asks of one setting, or of two, as long as nobody changes what is in it. An
// answer that a setting has not, such as the levels of a program, is left out. The error is that of the first question,
// "measure".
func Kept(ctx context.Context, a explore.Question, b *explore.Question, view string, tell experiments.Progress) (
	k explorer.Kept, err error) {
	k.Catalogue = explore.Catalogue()
	if b == nil {
		k.A, err = answersTo(ctx, a, view, tell)
		return k, err
	}
	if k.A, err = answersTo(ctx, a, view, tell.Share(0, 1, 2)); err != nil {
		return k, err
	}
	k.B, err = answersTo(ctx, *b, view, tell.Share(1, 2, 2))
	return k, err
}

// answersTo asks a question in all kinds. Of a stream it keeps the last line that came in time.
func answersTo(ctx context.Context, q explore.Question, view string, tell experiments.Progress) (map[string]any,
	error) {
	measured, err := explore.Measure(ctx, q)
	if err != nil {
		return nil, err
	}
	frames := int(math.Round(frameNumbers / float64(len(measured.P)))) // fewer on a large grid
	answers, names := map[string]any{}, slices.Sorted(maps.Keys(kinds))
	for i, name := range names {
		a := asked{q, besides[name]}
		a.Schedules, a.Frames, a.View = nil, max(leastFrames, min(mostFrames, frames)), view
		for _, schedule := range besides[name].Schedules { // each once
			if schedule == own {
				schedule = cmp.Or(q.Schedule, "linear")
			}
			if !slices.Contains(a.Schedules, schedule) {
				a.Schedules = append(a.Schedules, schedule)
			}
		}
		limited, cancel := context.WithTimeout(ctx, explore.MostTime)
		_ = kinds[name].answer(limited, a, func(answer any) error {
			answers[name] = answer
			return limited.Err()
		})
		cancel()
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		if tell != nil {
			tell(i+1, len(names))
		}
	}
	return answers, nil
}
