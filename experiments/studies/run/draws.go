package run

import (
	"fmt"
	"strings"

	"breadboard/experiments"
)

// The sets of targets: a claim is found on one, and tried on the other, which nobody looked at before.
const (
	FoundOn = "found"
	TriedOn = "tried"
)

// Negligible is a J that no use of a sampler tells from 0: a million draws do not. Less counts as much.
const Negligible = 1e-6

// A random target on which something is tried that was found on others has FreshDraws draws, from the seed FirstFresh
// on. Those of another setting's seed are the next.
const (
	FreshDraws = 10
	FirstFresh = 300
)

// Fresh is the seed of such a draw, from 0 on.
func (s Setting) Fresh(draw int) uint64 { return FirstFresh + uint64(draw) + FreshDraws*s.Seed }

// EasyAndHard are the fresh draws of BREAD's two random toys; a quick study has one of each.
func (s Setting) EasyAndHard() (all []experiments.Setting) {
	draws := FreshDraws
	if s.Quick {
		draws = 1
	}
	for _, toy := range []string{"easy", "hard"} {
		for draw := range draws {
			seed := s.Fresh(draw)
			all = append(all, experiments.Setting{Toy: toy, Seed: &seed})
		}
	}
	return all
}

// A Draw is a target by its name. Seed is that of a random one whose name has none, and otherwise 0.
type Draw struct {
	Name string
	Seed int
}

// apart is how far the seeds of another setting are from those of the committed files.
const apart = 1000

// Draws are the targets of some names. With a last seed above 0 each is drawn from all seeds of first..last; where a
// name has SEED, the seed stands there.
func (s Setting) Draws(names string, first, last int) (all []Draw) {
	on := apart * int(s.Seed)
	for name := range strings.FieldsSeq(names) {
		if last == 0 {
			all = append(all, Draw{Name: name})
		}
		for seed := first + on; last > 0 && seed <= last+on; seed++ {
			d := Draw{Name: strings.ReplaceAll(name, "SEED", fmt.Sprint(seed))}
			if d.Name == name {
				d.Seed = seed
			}
			all = append(all, d)
		}
	}
	return all
}
