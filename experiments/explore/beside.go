package explore

import (
	"cmp"
	"errors"

	"breadboard/experiments"
)

// A Beside holds the choices of the views, such as a number of levels to show. The page asks it together with a
// Question. An empty value stands for the usual one.
type Beside struct {
	Frames    int      `json:"frames,omitempty"`
	Betas     int      `json:"betas,omitempty"`
	Schedules []string `json:"schedules,omitempty"`
	Ts        []int    `json:"ts,omitempty"`
	Chains    int      `json:"chains,omitempty"`
	MCSeed    uint64   `json:"mc_seed,omitempty,string"`
	Walkers   int      `json:"walkers,omitempty"`
	View      string   `json:"view,omitempty"`
}

// WithDefaults returns the same with the usual value of everything that is empty. The schedules of a question are its
// own.
func (b Beside) WithDefaults(q Question) Beside {
	b.Frames, b.Betas = cmp.Or(b.Frames, usualFrames), cmp.Or(b.Betas, usualBetas)
	b.Chains, b.Walkers = cmp.Or(b.Chains, usualChains), cmp.Or(b.Walkers, usualWalkers)
	if len(b.Schedules) == 0 {
		b.Schedules = []string{q.Setting().WithDefaults().Schedule}
	}
	if len(b.Ts) == 0 {
		b.Ts = usualTs
	}
	return b
}

// Check returns the faults of what a command names: a schedule of no catalogue, which could be a file, or numbers
// beyond the limits.
func (b Beside) Check() error {
	faults := []error{inChains(b.Chains), inBetas(b.Betas)}
	for _, spec := range b.Schedules {
		faults = append(faults, inCatalogue(experiments.FieldSchedule, spec))
	}
	for _, T := range b.Ts {
		faults = append(faults, inLevels(T))
	}
	return errors.Join(faults...)
}
