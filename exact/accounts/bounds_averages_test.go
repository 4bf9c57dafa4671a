package accounts_test

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"testing"

	"breadboard/chains/programs"
	"breadboard/exact/accounts"
	"breadboard/exact/accounts/averages"
)

// combinedOf makes the numbers of K runs of a program.
type combinedOf func(ctx context.Context, e programs.Estimator, p programs.Problem, K int) (averages.Combined, error)

func largestOf(ctx context.Context, e programs.Estimator, p programs.Problem, K int) (averages.Combined, error) {
	return averages.Largest(ctx, e, p, K, 0.1)
}

// meanLog is the mean of K draws of a value from a law on two cells, or the largest: its log, and the log's square.
func meanLog(law, v pair, K int, largest bool) (mean, square *big.Float) {
	mean, square = num(0), num(0)
	for n, prob := range law.binomial(K) {
		one := v.mean(n, K)
		if n < K && largest && (n == 0 || v[0].Cmp(v[1]) > 0) {
			one = v[0]
		} else if largest {
			one = v[1]
		}
		l := mul(prob, ln(one))
		mean, square = add(mean, l), add(square, mul(l, ln(one)))
	}
	return mean, square
}

// Of K runs too every number is as near the sum as it says. With one step the weight of ais is that of
// importance, hme-chain:1 runs back as importance does, and K runs of sir:2 are 2 K draws.
func TestOffOfAveragesBoundsTheDistanceToTheSum(t *testing.T) {
	for _, w := range worlds {
		if w.T > 2 || w.holes() || w.moves && w.name != "one step" && w.name != "steep" {
			continue
		}
		p1, p := w.level(1), w.level(w.T)
		for _, K := range []int{1, 7, 1000} {
			forward, back := ratio(p, p1), ratio(p1, p)
			for _, c := range []struct {
				spec    string
				of      combinedOf
				law, v  pair
				draws   int
				inverse bool
				largest bool
			}{
				{"posterior", averages.Arithmetic, p, pair{num(1), num(1)}, K, false, false},
				{"rejection", averages.Harmonic, p, pair{num(1), num(1)}, K, true, false},
				{"importance", averages.Arithmetic, p1, forward, K, false, false},
				{"importance", averages.Harmonic, p, back, K, true, false},
				{"importance", largestOf, p1, forward, K, false, true},
				{"sir:2", averages.Arithmetic, p1, forward, 2 * K, false, false},
				{"ais", averages.Arithmetic, p1, forward, K, false, false},
				{"ais", averages.Harmonic, p, back, K, true, false},
				{"ais", largestOf, p1, forward, K, false, true},
				{"hme-chain:1", averages.Harmonic, p, back, K, true, false},
			} {
				if c.largest && c.spec == "ais" && w.name != "one step" { // its tails at a million places take minutes
					continue
				}
				t.Run(fmt.Sprintf("%d runs of %s, %s", K, c.spec, w.name), func(t *testing.T) {
					maker, _, _ := programs.Read(c.spec)
					e, err := maker(w.problem())
					if err != nil {
						t.Fatal(err)
					}
					got, err := c.of(t.Context(), e, w.problem(), K)
					if errors.Is(err, accounts.ErrTooLarge) {
						return // it says so
					}
					if err != nil {
						t.Fatal(err)
					}
					mean, square := meanLog(c.law, c.v, c.draws, c.largest)
					if c.inverse {
						mean = mul(num(-1), mean)
					}
					within(t, "the bias", got.Mean, f64(mean), got.Off)
					within(t, "rmse²", got.Square, f64(square), got.Off)
				})
			}
		}
	}
}
