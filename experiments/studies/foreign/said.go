package foreign

import (
	"slices"

	"breadboard/experiments/draws"
)

// A Saying is the sentence of a command on a mistake.
type Saying struct {
	Sampler, About, Says string
	Times, Of, N, Named  int
}

// ofFaults has a line for each mistake of which of has one.
func ofFaults(of func(s sampler, f fault) (Saying, bool)) (all []Saying) {
	for _, s := range samplers() {
		for _, f := range s.faults {
			if f.name == right {
				continue
			}
			if one, ok := of(s, f); ok {
				one.Sampler = s.name
				one.About = f.about
				all = append(all, one)
			}
		}
	}
	return all
}

// A Sentence is what is said of some mistakes, but for its numbers.
type Sentence struct {
	Says string
	Of   []Saying
}

// Sentences are those of sandwich, with the most runs.
func (s shown) Sentences() (all []Sentence) {
	sayings := ofFaults(func(of sampler, f fault) (Saying, bool) {
		r, ok := lastOf(s.Rows, of.name, f.name, bySandwich)
		return sayingOf(r), ok && r.Seen > 0
	})
	for _, one := range sayings {
		i := slices.IndexFunc(all, func(s Sentence) bool { return kindOf(s.Says) == kindOf(one.Says) })
		if i < 0 {
			i = len(all)
			all = append(all, Sentence{Says: one.Says})
		}
		all[i].Of = append(all[i].Of, one)
	}
	return all
}

func sayingOf(r Row) Saying {
	return Saying{Sampler: r.Sampler, Says: r.Says, Times: r.Saying, Of: r.Seen, N: r.N, Named: r.Named}
}

// Unseen are the mistakes that no command sees on nine of ten seeds, with the most draws or runs, and what would see
// them. Log Z needs a truth that nobody has, and is no command.
func (s shown) Unseen() []Saying {
	return ofFaults(func(of sampler, f fault) (Saying, bool) {
		best := Row{Seen: -1, Seeds: 1}
		for _, name := range []string{byDraws, bySandwich, byKept} {
			r, ok := lastOf(s.Rows, of.name, f.name, name)
			if ok && r.Seen > best.Seen {
				best = r
			}
		}
		seen := 10*best.Seen >= 9*best.Seeds
		return Saying{Says: f.instead, Times: best.Seen, Of: best.Seeds, N: best.N}, best.Seen >= 0 && !seen
	})
}

// Mistaken are the causes that are wrong on most seeds.
func (s shown) Mistaken() (all []Saying) {
	for _, r := range s.Rows {
		f := faultOf(r)
		if f.mistaken(r) {
			one := sayingOf(r)
			one.About = f.about
			all = append(all, one)
		}
	}
	return all
}

// mistaken reports whether another cause is named than one that the command knows; or whether draws that no reading of
// their cells mends are read in another way.
func (f fault) mistaken(r Row) bool {
	causes := r.Look == byDraws || r.Look == bySandwich
	switch {
	case f.name == right || !causes || r.Seen == 0 || r.Says == draws.Differs:
		return false
	case f.cause == "":
		return r.Look == byDraws
	}
	return 2*r.Named < r.Seen
}

// Row is what was found of a mistake by a look at n draws; nil if nothing was.
func (s shown) Row(sampler, fault, name string, n int) *Row {
	for i, r := range s.Rows {
		if r.Sampler == sampler && r.Fault == fault && r.Look == name && r.N == n {
			return &s.Rows[i]
		}
	}
	return nil
}

// faultOf is the mistake of a row.
func faultOf(r Row) fault {
	for _, of := range samplers() {
		for _, f := range of.faults {
			if of.name == r.Sampler && f.name == r.Fault {
				return f
			}
		}
	}
	return fault{name: right}
}
