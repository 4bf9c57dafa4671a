package weights

import (
	"context"
	"math"

	"breadboard/chains/programs"
	"breadboard/exact/accounts"
	"breadboard/experiments"
)

// A Strength is how much the ratio of two evidences says, on the scale of Kass and Raftery (1995; BDMC, 6.3).
type Strength string

// The strengths, by the ratio in powers of ten.
const (
	Bare        Strength = "not worth more than a bare mention" // up to 1/2
	Substantial Strength = "substantial"                        // up to 1
	Strong      Strength = "strong"                             // up to 2
	Decisive    Strength = "decisive"
)

// decades are the powers of ten from which a ratio is substantial, strong and decisive.
var decades = [...]float64{0.5, 1, 2}

// StrengthOf is the strength of a log ratio in nats, whichever model it is for.
func StrengthOf(logRatio float64) Strength {
	strengths := [...]Strength{Bare, Substantial, Strong, Decisive}
	return strengths[grade(logRatio)]
}

// grade counts the decades that a log ratio reaches.
func grade(logRatio float64) (reached int) {
	for _, d := range decades {
		if math.Abs(logRatio) >= d*math.Ln10 {
			reached++
		}
	}
	return reached
}

// A Choice says which of two models an estimate of both evidences names: how likely it is wrong, and how strong the
// wrong evidence looks.
type Choice struct {
	Average string // arithmetic or harmonic
	// Wrong is the chance that the estimates name the wrong model; Substantially, Strongly and Decisively that they do
	// so with evidence that is at least so strong.
	Wrong, Substantially, Strongly, Decisively accounts.Chance
	// Same is the chance that they name the right model with evidence of the true strength.
	Same accounts.Chance
}

// Off is how far any of the chances can be off.
func (c Choice) Off() float64 {
	return max(c.Wrong.Off, c.Substantially.Off, c.Strongly.Off, c.Decisively.Off, c.Same.Off)
}

// Rival returns the chain of another model on the data of a chain's own, with the same kernel, bridge and schedule.
func Rival(c experiments.Chain, toy string) (experiments.Chain, error) {
	if c.Target.Model == nil {
		return experiments.Chain{}, experiments.Faultf("%v %s: it is no model, and has no data for two; %v "+
			"clustering:4:2, say, would do", experiments.FieldToy, c.TargetName(), experiments.FieldToy)
	}
	if c.Initial != experiments.Prior {
		return experiments.Chain{}, experiments.Faultf("%v %s: R is the evidence of a model only from its prior; "+
			"leave it out", experiments.FieldInitial, c.Initial)
	}
	model, err := experiments.ModelOf(experiments.FieldRival, toy)
	if err != nil {
		return experiments.Chain{}, err
	}
	own := c.Target.Model
	if model.N != own.N || model.D != own.D || model.Binary != own.Binary {
		return experiments.Chain{}, experiments.Faultf("%v %s has %d observations of %d numbers, and %s has %d of "+
			"%d; models of the same data would do", experiments.FieldRival, toy, model.N, model.D, c.TargetName(),
			own.N, own.D)
	}
	s := c.Setting
	s.Toy = toy
	s.Axes = ""
	return s.On(model.Given(own.Data))
}

// Choices are how likely averages of so many runs name the wrong one of the chain's model and its rival.
func Choices(runs int, rival experiments.Chain) Law {
	return func(ctx context.Context, c experiments.Chain, e programs.Estimator, p programs.Problem, row *Row) error {
		row.Runs = runs
		a, _, err := rival.At(ctx, row.T)
		if err != nil {
			return err
		}
		other, q, rise, err := Aim(rival, a, row.Program)
		if err != nil {
			return err
		}
		row.Rival = rival.TargetName()
		row.RivalLogR = LogRatio(q) + rise
		logRatio := row.LogR - row.RivalLogR
		for _, average := range []string{"arithmetic", "harmonic"} {
			first, err := accounts.AverageLawOf(ctx, e, p, runs, average == "harmonic")
			var second accounts.AverageLaw
			if err == nil {
				second, err = accounts.AverageLawOf(ctx, other, q, runs, average == "harmonic")
			}
			var known Perhaps[Choice]
			if failed := known.set(Choice{Average: average}, err); failed != nil {
				return failed
			}
			if known.Unknown == "" {
				known.Value = choiceOf(average, first, second, logRatio)
			}
			known.Value.Average = average
			row.Choices = append(row.Choices, known)
		}
		return nil
	}
}

// choiceOf compares two averages, each less its own log evidence, where the true log ratio of the two is this.
func choiceOf(average string, first, second accounts.AverageLaw, logRatio float64) Choice {
	if logRatio < 0 { // then the second is right
		first, second = second, first
		logRatio = -logRatio
	}
	below := func(ratio float64) accounts.Chance { return first.Less(second, ratio-logRatio) } // of the estimated one
	from, to := 0., math.Inf(1)
	switch at := grade(logRatio); at {
	case 0:
		to = decades[0] * math.Ln10
	case len(decades):
		from = decades[at-1] * math.Ln10
	default:
		from = decades[at-1] * math.Ln10
		to = decades[at] * math.Ln10
	}
	same := below(from)
	same = accounts.Chance{Value: 1 - same.Value, Off: same.Off}
	if !math.IsInf(to, 1) {
		above := below(to)
		same = accounts.Chance{Value: max(0, above.Value-1+same.Value), Off: same.Off + above.Off}
	}
	return Choice{average, below(0), below(-decades[0] * math.Ln10), below(-decades[1] * math.Ln10),
		below(-decades[2] * math.Ln10), same}
}
