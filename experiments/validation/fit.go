package validation

import (
	"context"
	"fmt"

	"breadboard/experiments"
	"breadboard/experiments/geweke"
)

// Fit runs tests of the kernel together with the model whose posterior the target is. Geweke's joint test accuses a
// kernel that does not fit; ranks that are uneven are a remark alone, because a right kernel that is slow has them too.
func (v *Validation) Fit(ctx context.Context, tell experiments.Progress, tests ...geweke.Test) error {
	for i, test := range tests {
		r, err := test.Run(ctx, tell.Share(i, i+1, len(tests)))
		if err != nil {
			return err
		}
		v.Fits = append(v.Fits, r)
		if r.Kind == geweke.SBC && !r.OK() {
			v.Notes = append(v.Notes, fmt.Sprintf("by %s the true latents of %s do not rank evenly among states %d "+
				"steps apart (p = %.2g): the kernel forgets its start slowly, or is wrong", r.Worst().Name,
				r.Model.Name, r.Steps, r.Worst().P))
		}
	}
	return nil
}

// unfit returns the joint test that the kernel fails; nil if there is none.
func (v Validation) unfit() *geweke.Result {
	for i, r := range v.Fits {
		if r.Kind == geweke.Joint && !r.OK() {
			return &v.Fits[i]
		}
	}
	return nil
}
