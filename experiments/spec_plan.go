package experiments

import (
	"fmt"
	"slices"

	"breadboard/chains"
	"breadboard/chains/kernels"
)

// MostChains is where the log weights of both directions take 1.6 GB.
const MostChains = 100_000_000

// Plan looks everything up. The error joins in one line every fault of the spec,
// each of them once. consent is asked before a target is made, as of a Setting.
func (s Spec) Plan(b Build, consent func(Space) error) (Plan, error) {
	return s.plan(b, consent, nil, nil)
}

// plan does so for a spec of which faults are known already; the values of the
// wrong keys are not missed.
func (s Spec) plan(b Build, consent func(Space) error, wrong map[string]bool, faults oneLine) (Plan, error) {
	d := &draft{Plan: Plan{Build: b, Spec: s}, consent: consent, faults: faults, wrong: wrong}
	d.lists()
	d.schedules()
	d.names()
	d.targets()
	if d.faults == nil {
		d.together()
	}
	if d.faults != nil {
		return Plan{}, d.faults
	}
	return d.Plan, nil
}

// A draft is a plan in the making.
type draft struct {
	Plan
	consent     func(Space) error
	faults      oneLine
	wrong       map[string]bool // keys whose values were left out
	toys, files []string
	seeds       []uint64 // nil where none are given
}

// add adds a fault, or each of those joined in one, unless it has been told.
func (d *draft) add(err error) {
	if joined, ok := err.(oneLine); ok {
		for _, e := range joined {
			d.add(e)
		}
	} else if err != nil && !slices.ContainsFunc(d.faults, func(f error) bool { return f.Error() == err.Error() }) {
		d.faults.add(err)
	}
}

// words are those of a list; the fault is kept.
func (d *draft) words(l List, flag string, otherwise ...string) []string {
	words, err := l.words(flag, otherwise...)
	d.add(err)
	return words
}

// chain builds a cell's chain; the fault is kept.
func (d *draft) chain(c Cell) (Chain, bool) {
	s := c.setting()
	s.Consent = d.consent
	chain, err := s.Chain()
	d.add(err)
	return chain, err == nil
}

// hash is that of a file; the fault is kept.
func (d *draft) hash(path string) string {
	sum, err := hashFile(path)
	d.add(err)
	return sum
}

// lists reads all lists.
func (d *draft) lists() {
	s := d.Spec
	d.toys, d.files = d.words(s.Toy, "--toy"), d.words(s.Target, "--target")
	if len(s.Toy)+len(s.Target) == 0 && !d.wrong["toy"] && !d.wrong["target"] {
		d.add(errNoTarget)
	}
	var err error
	d.seeds, err = seeds(d.words(s.Seed, "--seed"))
	d.add(err)
	d.Kernels = d.words(s.Kernel, "--kernel", kernels.Catalogue[0].Name)
	d.Bridges = d.words(s.Bridge, "--bridge", chains.Bridges[0].Name)
	for _, name := range d.words(s.Initial, "--initial", uniform) {
		d.Initials = append(d.Initials, Named{Name: name})
	}
	for _, name := range d.words(s.Schedule, "--schedule", linear) {
		d.Schedules = append(d.Schedules, Scheduled{Named: Named{Name: name}})
	}
	d.Ts, err = levels(d.words(s.T, "-T"))
	d.add(err)
	if s.Chains != 0 && !(s.Chains >= 2 && s.Chains <= MostChains) {
		d.add(fmt.Errorf("--chains %d; 0 for none, or from 2, which a standard error needs, to %d would do", s.Chains, MostChains))
	}
}

// A word is looked up in a cell whose other words are known to be good, so that
// no fault hides another.
var good = Cell{Toy: "barrier"}

// schedules looks them up. One from a file is one that has a T of its own, where
// none was asked for; other schedules need one.
func (d *draft) schedules() {
	asked := len(d.Spec.T) > 0 || d.wrong["T"]
	for i := range d.Schedules {
		s, c := &d.Schedules[i], good
		c.Schedule = s.Name
		if chain, ok := d.chain(c); !ok {
			asked = true // or not: there is a fault already
		} else if own, err := chain.Levels(nil); err == nil {
			s.T, s.Sum = own[0], d.hash(scheduleFile(s.Name))
		} else if d.Ts != nil { // some schedules are not for every T
			_, err := chain.Levels(d.Ts)
			d.add(err)
		}
	}
	if !asked && slices.ContainsFunc(d.Schedules, func(s Scheduled) bool { return s.T == 0 }) {
		d.add(errNoLevels)
	}
}

// names looks up kernels, bridges and the files of initial densities.
func (d *draft) names() {
	for _, name := range d.Kernels {
		c := good
		c.Kernel = name
		d.chain(c)
	}
	for _, name := range d.Bridges {
		c := good
		c.Bridge = name
		d.chain(c)
	}
	for i := range d.Initials {
		if path, ok := initialFile(d.Initials[i].Name); ok { // it need not fit what is good
			d.Initials[i].Sum = d.hash(path)
		} else {
			c := good
			c.Initial = d.Initials[i].Name
			d.chain(c)
		}
	}
}

// targets finds what every toy with every seed, and every file, is.
func (d *draft) targets() {
	random := d.wrong["toy"] // a toy that could not be read may be
	for _, name := range d.toys {
		chain, ok := d.chain(Cell{Toy: name})
		random = random || !ok || chain.Seed != nil // an unknown toy may be
		if !ok {
			continue
		}
		subject := Subject{Toy: name, Seed: chain.Seed, Size: chain.Target.Grid.Size()}
		if chain.Seed == nil || d.seeds == nil {
			d.Targets = append(d.Targets, subject)
			continue
		}
		for i := range d.seeds {
			subject.Seed = &d.seeds[i]
			d.Targets = append(d.Targets, subject)
		}
	}
	if d.seeds != nil && !random {
		d.add(fmt.Errorf("--seed %s is given, but none of the targets is random; leave it out", d.Spec.Seed[0]))
	}
	for _, path := range d.files {
		if chain, ok := d.chain(Cell{Target: path}); ok {
			d.Targets = append(d.Targets, Subject{File: path, Sum: d.hash(path), Size: chain.Target.Grid.Size()})
		}
	}
}

// together builds chains of what is good alone, with one of each toy's seeds:
// a file may not fit another, and a kernel be too much for a target.
func (d *draft) together() {
	if n := d.Len(); n > MostCells {
		d.add(fmt.Errorf("the sweep has %d cells; %d or fewer would do", n, MostCells))
		return
	}
	for i, target := range d.Targets {
		if i > 0 && target.Toy != "" && target.Toy == d.Targets[i-1].Toy {
			continue
		}
		for _, kernel := range d.Kernels {
			d.chain(Cell{Toy: target.Toy, Target: target.File, Seed: target.Seed, Kernel: kernel})
		}
		for _, bridge := range d.Bridges {
			for _, initial := range d.Initials {
				d.chain(Cell{Toy: target.Toy, Target: target.File, Seed: target.Seed, Bridge: bridge, Initial: initial.Name})
			}
		}
	}
}
