// Package foreign asks what `breadboard draws` and `breadboard sandwich` see of samplers that nobody here wrote: JAGS,
// MCMCpack, emcee, and annealed importance sampling in NumPy, each right and with mistakes that people make.
//
// A sampler is a script in this folder, as a reader could have written it. It knows its target from a file, writes what
// it drew, and knows nothing of Breadboard. What it wrote is read and judged as the commands do it. The law that it
// should have is computed here by enumeration, and no script does that.
package foreign

import (
	"context"
	"fmt"
	"slices"

	"breadboard/experiments/studies/run"
)

// A Row says how often a mistake is seen, by one look at so many draws or runs.
type Row struct {
	Sampler string  `column:"sampler"`
	Fault   string  `column:"fault"`
	Look    string  `column:"look"`
	N       int     `column:"n"`
	Seeds   int     `column:"seeds"`
	Seen    int     `column:"seen"`
	Unclear int     `column:"unclear"`       // of the seeds, those on which nothing could be told
	P       float64 `column:"p_value,known"` // the median of the seeds that were judged
	Says    string  `column:"says,some"`     // what is said most often where it is seen
	Saying  int     `column:"saying"`        // on so many seeds
	Named   int     `column:"named"`         // on so many what is said has the right cause in it
}

// Found has a row for each look at a mistake, and the samplers that are not installed here.
type Found struct {
	Rows    []Row
	Missing []Missing
}

// A size says how much is done.
type size struct {
	seeds int
	ns    []int
}

func sized(quick bool) size {
	if quick {
		return size{seeds: 2, ns: []int{100, 1000}}
	}
	return size{seeds: 10, ns: []int{100, 1000, 10_000, 100_000}}
}

// A job is a sampler with a fault, on one seed.
type job struct {
	sampler sampler
	fault   fault
	seed    int
}

// Measure runs each sampler with each of its faults on each seed. A sampler whose interpreter or package is missing is
// left out, and named.
func Measure(ctx context.Context, setting run.Setting) (found Found, err error) {
	return measured(ctx, setting, sized(setting.Quick))
}

func measured(ctx context.Context, setting run.Setting, z size) (found Found, err error) {
	var jobs []job
	for _, s := range samplers() {
		missing := s.find(ctx)
		if missing != "" {
			found.Missing = append(found.Missing, Missing{Sampler: s.name, What: missing})
			continue
		}
		for _, f := range s.faults {
			for k := range z.seeds {
				jobs = append(jobs, job{sampler: s, fault: f, seed: seedOf(setting, k)})
			}
		}
	}
	alike := slices.Repeat([]int{1}, len(jobs))
	seen, err := run.Each(ctx, setting.Shelf, "runs", alike, setting.Tell,
		func(ctx context.Context, i int) ([]Seen, error) {
			j := jobs[i]
			all, err := j.sampler.run(ctx, j.fault.name, j.seed, z.ns)
			if err != nil {
				err = fmt.Errorf("%s, %s, seed %d: %w", j.sampler.name, j.fault.name, j.seed, err)
			}
			return all, err
		})
	if err != nil {
		return found, err
	}
	for at := 0; at < len(jobs); at += z.seeds {
		j := jobs[at]
		found.Rows = append(found.Rows, counted(j.sampler.name, j.fault, seen[at:at+z.seeds])...)
	}
	return found, nil
}

// seedOf is the seed of the k-th run. R takes seeds up to 2^31, and a script makes some of one.
func seedOf(setting run.Setting, k int) int {
	const apart = 1000
	return int(setting.Seed%apart)*apart + k
}
