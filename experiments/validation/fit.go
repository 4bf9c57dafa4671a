package validation

import (
	"context"

	"breadboard/experiments"
	"breadboard/experiments/geweke"
)

// Fit runs a test of the kernel together with the model whose posterior the target is.
func (v *Validation) Fit(ctx context.Context, tell experiments.Progress, test geweke.Test) error {
	r, err := test.Run(ctx, tell)
	if err == nil {
		v.Fits = append(v.Fits, r)
	}
	return err
}

// unfit returns the test of the model that the kernel fails; nil if there is none.
func (v Validation) failedFit() *geweke.Result {
	for i, r := range v.Fits {
		if !r.OK() {
			return &v.Fits[i]
		}
	}
	return nil
}
