package partitions

import (
	"context"

	"breadboard/chains/aide"
	"breadboard/chains/particles"
	"breadboard/chains/programs"
	"breadboard/chains/sample"
	"breadboard/exact/accounts"
	"breadboard/experiments/aidepaper/terms"
)

// A FewRow is SMC on a few of the points, where every path of the dice can be walked.
type FewRow struct {
	Program     string
	P           int
	J, Expected float64       // exact
	One         terms.Sampled // AIDE's estimate at M = 1
}

// FewPoints are the point alone and three of the group next to it.
var FewPoints = []float64{2.6, 1.3, 1.8, 1.7}

// fewPoints measures SMC on FewPoints.
func fewPoints(ctx context.Context, s Study) (rows []FewRow, err error) {
	e := newPartitionRuns(FewPoints, s)
	p := e.gold.Problem
	gold, err := accounts.Of(ctx, e.gold, p)
	if err != nil {
		return nil, err
	}
	for _, program := range Programs[:2] {
		for _, P := range []int{1, 2} {
			r, smc := FewRow{Program: program, P: P}, imputing{particles.SMC[int]{Sequence: e.proposals[program], P: P}}
			a, err := accounts.Of(ctx, smc, p)
			if err != nil {
				return nil, err
			}
			d, one := accounts.Apart(gold, a), aide.Counts{Gold: 1, Target: 1}
			looks, err := sample.AIDE(ctx, e.gold, smc, aide.Counts{Gold: s.Draws, Target: s.Draws}, one,
				sample.Options{Seed: uint64(len(rows))})
			if err != nil {
				return nil, err
			}
			r.J, r.Expected = d.Symmetrised(), d.Expected
			r.One.Value, r.One.Err = looks.At(one)
			rows = append(rows, r)
		}
	}
	return rows, nil
}

// imputing is SMC over partitions as a program on their grid.
type imputing struct{ particles.SMC[int] }

var _ programs.Program = imputing{}

// Cost counts one density for each particle and point.
func (p imputing) Cost() float64 { return float64(p.P * p.Len()) }
