package validation

import (
	"context"

	"breadboard/experiments"
	"breadboard/experiments/geweke"
)

// Fit runs a test of the kernel together with the model of the target, and keeps its result.
func (v *Validation) Fit(ctx context.Context, progress experiments.Progress, test geweke.Test) error {
	r, err := test.Run(ctx, progress)
	if err == nil {
		v.Fits = append(v.Fits, r)
	}
	return err
}

// failedFit returns the first test of the model that the kernel fails, or nil.
func (v Validation) failedFit() *geweke.Result {
	for i, r := range v.Fits {
		if !r.OK() {
			return &v.Fits[i]
		}
	}
	return nil
}
