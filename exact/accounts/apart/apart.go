package apart

import (
	"context"
	"math"

	"breadboard/chains/aide"
	"breadboard/exact/accounts"
)

// Between returns the distance between two programs on one target, with the expectation and the
// bias of AIDE's estimate with m runs of each. The error is accounts.ErrTooLarge or ctx's.
func Between(ctx context.Context, gold, target Side, m aide.Counts) (accounts.Distance, error) {
	d := accounts.Apart(gold.Account, target.Account)
	if m.Gold > 1 {
		all, err := gold.at(ctx, m.Gold)
		if err != nil {
			return accounts.Distance{}, err
		}
		d.Bias.GoldOwn = mean(gold.Account.Q, all, own) + lost(gold.Account)
		d.Bias.GoldOther = mean(target.Account.Q, all, other)
		d.Off += mean(gold.Account.Q, all, off) + mean(target.Account.Q, all, off)
	}
	if m.Target > 1 {
		all, err := target.at(ctx, m.Target)
		if err != nil {
			return accounts.Distance{}, err
		}
		d.Bias.TargetOwn = mean(target.Account.Q, all, own) + lost(target.Account)
		d.Bias.TargetOther = mean(gold.Account.Q, all, other)
		d.Off += mean(gold.Account.Q, all, off) + mean(target.Account.Q, all, off)
	}
	if m.Gold > 1 || m.Target > 1 {
		d.Expected = d.Symmetrised() + d.Bias.Total()
	}
	return d, nil
}

// Halving returns the least M at which the bias with M runs of each program is at most half of that
// at M = 1. It looks no further than most; found is false if the bias is still larger there, and if
// it is infinite. The error is accounts.ErrTooLarge or ctx's.
func Halving(ctx context.Context, gold, target Side, most int) (M int, found bool, err error) {
	half := accounts.Apart(gold.Account, target.Account).Bias.Total() / 2
	if half == 0 {
		return 1, true, nil
	}
	if math.IsInf(half, 1) || math.IsNaN(half) {
		return 0, false, nil
	}
	low, high := 1, 1 // the bias is above half at low
	for {
		if high = min(2*high, most); high == low {
			return 0, false, nil
		}
		if found, err = atMost(ctx, gold, target, high, half); err != nil {
			return 0, false, err
		}
		if found {
			break
		}
		low = high
	}
	for high-low > 1 {
		middle := low + (high-low)/2
		below, err := atMost(ctx, gold, target, middle, half)
		if err != nil {
			return 0, false, err
		}
		if below {
			high = middle
		} else {
			low = middle
		}
	}
	return high, true, nil
}

// atMost reports whether the bias with M runs of each program is at most this.
func atMost(ctx context.Context, gold, target Side, M int, bias float64) (bool, error) {
	d, err := Between(ctx, gold, target, aide.Counts{Gold: M, Target: M})
	return d.Bias.Total() <= bias, err
}
