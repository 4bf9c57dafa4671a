// Package schedules makes the schedules that need exact numbers of an annealing, as fisher and best-b, and has the
// lengths of its path (lengths.go). A program that imports it finds them; without it a setting with one is refused.
package schedules

import (
	"context"

	"breadboard/chains"
	"breadboard/exact/tuning"
	"breadboard/experiments"
)

func init() {
	experiments.RegisterTuning(experiments.Tuning{
		Lengths: map[string]func(context.Context, chains.Annealing) (experiments.Length, error){
			"fisher": quick(tuning.FisherLength),
			"binned": quick(tuning.BinnedLength),
			"kl":     quick(tuning.KLLength),
			"friction": func(ctx context.Context, a chains.Annealing) (experiments.Length, error) {
				return tuning.FrictionLength(ctx, a)
			},
		},
		Searches: map[string]func(chains.Annealing) experiments.Search{
			"best-b": search(tuning.ByB),
			"best-j": search(tuning.ByJ),
		},
		MostLevels: tuning.MaxLevels,
	})
}

// quick is a length that is over before anybody would stop it.
func quick(of func(chains.Annealing) (*tuning.Length, error)) func(context.Context,
	chains.Annealing) (experiments.Length, error) {
	return func(_ context.Context, a chains.Annealing) (experiments.Length, error) { return of(a) }
}

// search is one by J or by B.
func search(by func(chains.Annealing) *tuning.Search) func(chains.Annealing) experiments.Search {
	return func(a chains.Annealing) experiments.Search { return by(a) }
}
