package server

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"breadboard/experiments"
	"breadboard/experiments/explore"
	"breadboard/reports/explorer"
)

// besides is what the views ask beside a question as long as nobody changes it, by the kind of the answer. The folder
// views of the page has the same constants.
var besides = map[string]explore.Beside{
	"levels":    {Frames: 101},
	"spectrum":  {Betas: 41},
	"schedules": {Schedules: offered},
	"curve":     {Schedules: offered, Ts: []int{10, 20, 50, 100, 200, 500, 1000}},
	"sample":    {Chains: 10_000, MCSeed: 1},
	"walk":      {Walkers: 12, Frames: 101, MCSeed: 1},
}

// offered are the schedules that are compared. own is the one of the question itself.
var offered = []string{own, "linear", "sigmoid:4", "fisher", "best-b", "best-j"}

const own = "own"

// Kept asks all that a page asks of one setting, or of two, as long as nobody changes its views. An answer that a
// setting has not, such as the levels of a program, is left out. The error is that of the first question, "measure".
func Kept(ctx context.Context, a explore.Question, b *explore.Question, tell experiments.Progress) (k explorer.Kept,
	err error) {
	k.Catalogue = explore.Catalogue()
	if b == nil {
		k.A, err = answersTo(ctx, a, tell)
		return k, err
	}
	if k.A, err = answersTo(ctx, a, tell.Share(0, 1, 2)); err != nil {
		return k, err
	}
	k.B, err = answersTo(ctx, *b, tell.Share(1, 2, 2))
	return k, err
}

// answersTo asks a question in all kinds, the last line of each.
func answersTo(ctx context.Context, q explore.Question, tell experiments.Progress) (map[string]any, error) {
	answers := map[string]any{}
	names := slices.Sorted(maps.Keys(kinds))
	for i, name := range names {
		err := answerIn(ctx, name, q, answers)
		if first := name == "measure"; err != nil && (first || ctx.Err() != nil) {
			return nil, err
		}
		if tell != nil {
			tell(i+1, len(names))
		}
	}
	return answers, nil
}

// answerIn asks a question in one kind, and puts the answer among the others if there is one.
func answerIn(ctx context.Context, name string, q explore.Question, answers map[string]any) error {
	ctx, cancel := context.WithTimeout(ctx, explore.MostTime)
	defer cancel()
	a := asked{q, besides[name]}
	a.Schedules = chosen(a.Schedules, cmp.Or(q.Schedule, "linear"))
	var last any
	err := kinds[name].answer(ctx, a, func(answer any) error {
		last = answer
		return ctx.Err()
	})
	if err == nil {
		answers[name] = last
	}
	return err
}

// chosen are schedules with the question's own in its place, each once.
func chosen(offered []string, of string) (all []string) {
	for _, name := range offered {
		if name == own {
			name = of
		}
		if !slices.Contains(all, name) {
			all = append(all, name)
		}
	}
	return all
}
