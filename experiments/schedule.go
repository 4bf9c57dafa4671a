package experiments

import (
	"fmt"
	"os"
	"strings"

	"breadboard/chains"
	"breadboard/exact/tuning"
	"breadboard/grid/text"
)

// A foundSchedule is a curve for every T, or is made from the truth about an annealing. Exactly one of the two is set.
type foundSchedule struct {
	curve func(T int) chains.Schedule
	truth truth // without a name if it is a curve
	own   int   // the T of a file of betas, at which its curve is the file; 0 if there is none
	fixed bool  // it stands at its own betas alone: those of matrices
}

// few is a schedule of as few levels as a check of an annealing needs.
func (s foundSchedule) few() chains.Schedule {
	if s.fixed {
		return s.curve(s.own)
	}
	return chains.Linear(3)
}

// affords returns an error if T has too many levels to choose.
func (s foundSchedule) affords(T int) error {
	if s.truth.best() && T > tuning.MaxLevels {
		return Faultf("%v %s: %v %d; a number of levels up to %d would do", FieldSchedule, s.truth.name, FieldT, T,
			tuning.MaxLevels)
	}
	return nil
}

// byKernel reports whether the schedule is found by the kernel's rows or by its reversal, at betas of its own.
func (s foundSchedule) byKernel() bool { return s.truth.near || s.truth.best() }

// parseSchedule reads "linear", "sigmoid:4", "fisher", "curve:0:0.2:1", "file:PATH", or a PATH that exists or ends in
// .csv or .txt. A name of the catalogues is not a path.
func parseSchedule(spec string) (foundSchedule, error) {
	if path, ok := strings.CutPrefix(spec, "file:"); ok {
		return readSchedule(path)
	}
	if stem(spec) == curve {
		return parseCurve(spec)
	}
	if t := truthOf(stem(spec)); t.name != "" {
		if t.name != spec {
			return foundSchedule{}, Faultf("%v %s: %s takes no parameter; %s would do", FieldSchedule, spec, t.name,
				t.name)
		}
		return foundSchedule{truth: t}, nil
	}
	of, param, err := family(FieldSchedule, spec, chains.Schedules)
	if err == nil {
		return foundSchedule{curve: func(T int) chains.Schedule { return of(param, T) }}, nil
	}
	if !inCatalogue(FieldSchedule, stem(spec)) && looksLikeFile(spec, ".csv", ".txt") {
		return readSchedule(spec)
	}
	return foundSchedule{}, err
}

// parseCurve reads a curve. Its error names the first beta that is wrong.
func parseCurve(spec string) (foundSchedule, error) {
	words := strings.Split(spec, ":")[1:] // none if the spec is the name alone
	betas := make([]float64, len(words))
	wrong := func(why any) (foundSchedule, error) {
		return foundSchedule{}, Faultf("%v %s: %v; betas from 0 to 1 that never fall, as in curve:0:0.2:1, would do",
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
	return foundSchedule{curve: s.Resampled}, nil
}

// ScheduleFile returns the path of a schedule that comes from a file.
func ScheduleFile(spec string) string { return strings.TrimPrefix(spec, "file:") }

// readSchedule reads betas. They are a curve, which is read at any T.
func readSchedule(path string) (foundSchedule, error) {
	f, err := os.Open(path)
	if err != nil {
		return foundSchedule{}, Faultf("%v %s: %v; a file of betas from 0 to 1 would do", FieldSchedule, path,
			text.Pathless(err))
	}
	defer f.Close()
	s, err := chains.ReadBetas(f, path)
	return foundSchedule{curve: s.Resampled, own: s.Len()}, err
}
