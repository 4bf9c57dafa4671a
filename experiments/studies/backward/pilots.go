package backward

import (
	"context"
	"math"

	"gonum.org/v1/gonum/stat"

	"breadboard/chains/sample"
	"breadboard/exact/backward"
	"breadboard/experiments"
	"breadboard/experiments/studies/run"
)

// A PilotRow is B of a chain whose steps are undone under laws that were counted in pilots.
type PilotRow struct {
	Target   string  `column:"target"`
	Set      string  `column:"set"`
	J        float64 `column:"J"`
	Reversal float64 `column:"B_reversal"`
	Excess   float64 `column:"excess"` // C: with N pilots B is above J by C/N, to first order
	Enough   float64 `column:"enough"` // C/(B - J) with the reversal's B: so many pilots come as near to J
	Pilots   int     `column:"pilots"`
	Weight   float64 `column:"weight"` // of the density, in pilots
	B        float64 `column:"B"`
	StdErr   float64 `column:"B_stderr"`
}

// First is J + C/N, which B is to first order where the density counts for little.
func (r PilotRow) First() float64 { return r.J + r.Excess/float64(r.Pilots) }

// Shrunk is what B is with a weight of Enough, if the reversal and the count err independently: of B - J is left
// 1/(1 + N/Enough).
func (r PilotRow) Shrunk() float64 { return r.J + (r.Reversal-r.J)/(1+float64(r.Pilots)/r.Enough) }

// pilotSets is over how many sets of pilots B is a mean.
const pilotSets = 8

// mostPilots is the largest number of pilots of the first set, by powers of ten. The tried ones have a tenth of, as
// many as and ten times what is enough.
const mostPilots = 1_000_000

// measurePilots has the rows of each chain.
func measurePilots(ctx context.Context, setting run.Setting, tell experiments.Progress) (rows []PilotRow, err error) {
	all, err := pilotSubjects(ctx, setting)
	if err != nil {
		return nil, err
	}
	sizes := make([]int, len(all))
	for i, s := range all {
		sizes[i] = s.of.T() * s.of.Grid.Size()
	}
	parts, err := run.Each(ctx, setting.Shelf, "pilots", sizes, tell,
		func(ctx context.Context, i int) ([]PilotRow, error) { return pilotRows(ctx, setting, all[i]) })
	for _, part := range parts {
		rows = append(rows, part...)
	}
	return rows, err
}

// pilotRows are the rows of one chain.
func pilotRows(ctx context.Context, setting run.Setting, s subject) (rows []PilotRow, err error) {
	at, err := backward.Run(ctx, s.of, backward.AtTarget)
	if err != nil {
		return nil, err
	}
	own := PilotRow{Target: s.name, Set: s.set, J: at.J(), Reversal: at.B()}
	own.Excess, err = backward.Excess(ctx, s.of)
	if err != nil {
		return nil, err
	}
	own.Enough = own.Excess / (own.Reversal - own.J)
	var numbers []int
	if s.set == run.TriedOn {
		for _, share := range []float64{0.1, 1, 10} {
			numbers = append(numbers, int(math.Round(share*own.Enough)))
		}
	} else {
		for n := 10; n <= mostPilots; n *= 10 {
			numbers = append(numbers, n)
		}
	}
	for _, n := range numbers {
		for _, weight := range []float64{1, own.Enough} {
			r := own
			r.Pilots = n
			r.Weight = weight
			r.B, r.StdErr, err = pilotB(ctx, setting, s, n, weight)
			if err != nil {
				return nil, err
			}
			rows = append(rows, r)
		}
	}
	return rows, nil
}

// pilotB is B of a chain over sets of so many pilots, and its standard error.
func pilotB(ctx context.Context, setting run.Setting, s subject, n int, weight float64) (b, stderr float64, err error) {
	values := make([]float64, pilotSets)
	for k := range values {
		pilots, err := backward.DrawPilots(ctx, s.of, n, sample.Seeded(setting.Seeded(1), uint64(n), uint64(k)))
		if err != nil {
			return 0, 0, err
		}
		under, err := backward.Run(ctx, s.of, pilots.Law(weight))
		if err != nil {
			return 0, 0, err
		}
		values[k] = under.B()
	}
	mean, sd := stat.MeanStdDev(values, nil)
	return mean, sd / math.Sqrt(pilotSets), nil
}
