package experiments

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"

	"breadboard/chains"
	"breadboard/exact/tuning"
	"breadboard/grid/npy"
	"breadboard/grid/text"
)

// A schedule is a formula for every T, or is made from the truth about an annealing. Exactly one of the two is set.
type schedule struct {
	formula func(T int) chains.Schedule
	truth   *truth
	own     int // the T of a file of betas, at which its curve is the file; 0 if there is none
}

// affords returns an error if T has too many levels to choose.
func (s schedule) affords(T int) error {
	if s.truth != nil && s.truth.best != nil && T > tuning.MaxLevels {
		return Faultf("%v %d; a number of levels up to %d would do", FieldT, T, tuning.MaxLevels)
	}
	return nil
}

// parseSchedule reads "linear", "sigmoid:4", "fisher", "curve:0:0.2:1", "file:PATH", or a PATH that
// exists or ends in .csv or .txt. A name of the catalogues is not a path.
func parseSchedule(spec string) (schedule, error) {
	if path, ok := strings.CutPrefix(spec, "file:"); ok {
		return readSchedule(path)
	}
	if stem(spec) == curve {
		return parseCurve(spec)
	}
	for i, t := range truths {
		switch {
		case t.name == spec:
			return schedule{truth: &truths[i]}, nil
		case t.name == stem(spec):
			return schedule{}, Faultf("%v %s: %s takes no parameter; %s would do", FieldSchedule, spec, t.name, t.name)
		}
	}
	of, param, err := family(FieldSchedule, spec, chains.Schedules)
	if err == nil {
		return schedule{formula: func(T int) chains.Schedule { return of(param, T) }}, nil
	}
	if !inCatalogue(FieldSchedule, stem(spec)) && looksLikeFile(spec, ".csv", ".txt") {
		return readSchedule(spec)
	}
	return schedule{}, err
}

// curve is the name of a schedule whose betas are in the name itself, at equal steps: curve:0:0.2:1 takes
// half of the levels to beta = 0.2. It is straight between them.
const curve = "curve"

// parseCurve reads a curve. Its error names the first beta that is wrong.
func parseCurve(spec string) (schedule, error) {
	words := strings.Split(spec, ":")[1:] // none if the spec is the name alone
	betas := make([]float64, len(words))
	wrong := func(why any) (schedule, error) {
		return schedule{}, Faultf("%v %s: %v; betas from 0 to 1 that never fall, as in curve:0:0.2:1, would do",
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
	return schedule{formula: s.Resampled}, nil
}

// looksLikeFile reports whether spec is a path that exists, or ends like one.
func looksLikeFile(spec string, endings ...string) bool {
	path, _ := npy.Member(spec)
	_, err := os.Stat(path)
	return err == nil || slices.ContainsFunc(endings, func(end string) bool { return strings.HasSuffix(path, end) })
}

// ScheduleFile returns the path of a schedule that comes from a file.
func ScheduleFile(spec string) string { return strings.TrimPrefix(spec, "file:") }

// readSchedule reads betas. They are a curve, which is read at any T.
func readSchedule(path string) (schedule, error) {
	f, err := os.Open(path)
	if err != nil {
		return schedule{}, Faultf("%v %s: %v; a file of betas from 0 to 1 would do", FieldSchedule, path,
			text.Pathless(err))
	}
	defer f.Close()
	s, err := chains.ReadBetas(f, path)
	return schedule{formula: s.Resampled, own: s.Len()}, err
}

// A truth makes schedules from exact numbers of an annealing: of constant speed by a
// length, or the best at one T. One of length and best is set.
type truth struct {
	name, about string
	length      func(context.Context, chains.Annealing) (*tuning.Length, error)
	best        func(chains.Annealing) *tuning.Search
	passes      int  // the mean time of best, in runs through all levels; measured on 7x7
	gradients   int  // evaluations of best's gradient, twice the mean, because few descents take more
	near        bool // the length is that of B near equilibrium, which is then known
}

// truths is the catalogue of schedules that need the whole annealing.
var truths = []truth{
	{name: "fisher", about: "constant speed by the variance of the slope of log f",
		length: quickly(tuning.FisherLength)},
	{name: "binned", about: "linear within ten bins, by the Jeffreys divergence of each",
		length: quickly(tuning.BinnedLength)},
	{name: "kl", about: "constant fall of KL(p_β‖p_T): coarse near beta = 1", length: quickly(tuning.KLLength)},
	{name: "friction", about: "constant speed by the kernel's friction: for large T", length: tuning.FrictionLength,
		near: true},
	{name: "best-b", about: "the least exact B that descent finds at this T", best: tuning.ByB, passes: 90,
		gradients: 300},
	{name: "best-j", about: "the least exact J that descent finds at this T", best: tuning.ByJ, passes: 130,
		gradients: 800},
}

// quickly is a length that is over before anybody would stop it.
func quickly(of func(chains.Annealing) (*tuning.Length, error)) func(context.Context,
	chains.Annealing) (*tuning.Length, error) {
	return func(_ context.Context, a chains.Annealing) (*tuning.Length, error) { return of(a) }
}

// ChoosingPasses is the mean number of passes through all levels that choosing a schedule
// takes: 90 for best-b, and 0 for a formula.
func ChoosingPasses(schedule string) int {
	i := slices.IndexFunc(truths, func(t truth) bool { return t.name == schedule })
	if i < 0 {
		return 0
	}
	return truths[i].passes
}

// A tuned holds what chains share that differ in their schedules alone, by the names of truths: the lengths of the
// bridge under the kernel, each computed when it is first asked for, and the searches for the best. Safe for
// concurrent use.
type tuned struct {
	lengths  map[string]func(context.Context) (*tuning.Length, error)
	searches map[string]func() *tuning.Search
}

func newTuned(c Chain) tuned {
	of := tuned{map[string]func(context.Context) (*tuning.Length, error){}, map[string]func() *tuning.Search{}}
	for _, t := range truths {
		if t.length != nil {
			of.lengths[t.name] = unlessStopped(func(ctx context.Context) (*tuning.Length, error) {
				return t.length(ctx, c.annealing(chains.Linear(2)))
			})
		} else {
			of.searches[t.name] = sync.OnceValue(func() *tuning.Search { return t.best(c.annealing(c.few())) })
		}
	}
	return of
}

// unlessStopped calls f once, and again as long as its context ended before it did.
func unlessStopped[V any](f func(context.Context) (V, error)) func(context.Context) (V, error) {
	var mu sync.Mutex
	var value V
	var err error
	known := false
	return func(ctx context.Context) (V, error) {
		mu.Lock()
		defer mu.Unlock()
		if !known {
			value, err = f(ctx)
			known = ctx.Err() == nil
		}
		return value, err
	}
}
