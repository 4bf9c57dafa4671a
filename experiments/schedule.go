package experiments

import (
	"fmt"
	"strings"

	"breadboard/chains"
	"breadboard/exact/tuning"
	"breadboard/grid/text"
)

// A schedule has betas for every T: by a curve, or by an optimum. Exactly one of the two is set.
type schedule struct {
	curve   func(T int) chains.Schedule
	optimal *optimum
	own     int // the T of a file of betas; 0 if the curve is not from a file
}

// check returns a fault if T is too large for a search.
func (s schedule) check(T int) error {
	if s.optimal != nil && s.optimal.search != nil && T > tuning.MaxLevels {
		return Faultf("%v %s: %v %d; use a number of levels up to %d", FieldSchedule, s.optimal.name, FieldT, T,
			tuning.MaxLevels)
	}
	return nil
}

// parseSchedule reads "linear", "sigmoid:4", "fisher", "curve:0:0.2:1", "file:PATH" or a PATH. Betas from a file are a
// curve for any T.
func parseSchedule(spec string) (schedule, error) {
	if path, ok := fileOf(FieldSchedule, spec, ".csv", ".txt"); ok {
		s, err := chains.OpenBetas(path)
		return schedule{curve: s.Resampled, own: s.Len()}, err
	}
	if stem(spec) == curve {
		return parseCurve(spec)
	}
	if o := optimumOf(stem(spec)); o != nil {
		if o.name != spec {
			return schedule{}, Faultf("%v %s: %s takes no parameter; use %s", FieldSchedule, spec, o.name, o.name)
		}
		return schedule{optimal: o}, nil
	}
	of, param, err := findEntry(FieldSchedule, spec, chains.Schedules)
	return schedule{curve: func(T int) chains.Schedule { return of(param, T) }}, err
}

// parseCurve reads a curve. Its error names the first beta that is wrong.
func parseCurve(spec string) (schedule, error) {
	words := strings.Split(spec, ":")[1:] // none if the spec is the name alone
	betas := make([]float64, len(words))
	wrong := func(why any) (schedule, error) {
		return schedule{}, Faultf("%v %s: %v; use betas from 0 to 1 that never fall, as in curve:0:0.2:1",
			FieldSchedule, text.Brief(spec, 60), why)
	}
	for i, word := range words {
		b, err := text.Float(word)
		if err != nil {
			return wrong(fmt.Sprintf("beta %d is %s, which is no number", i+1, text.Quote(word)))
		}
		betas[i] = b
	}
	s, err := chains.NewSchedule(betas)
	if err != nil {
		return wrong(err)
	}
	return schedule{curve: s.Resampled}, nil
}
