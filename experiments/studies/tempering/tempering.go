// Package tempering asks how good parallel tempering is, exactly: whether the formula of round trips holds with one
// step of Metropolis in place of perfect exploration, by how much practice's number of walkers misses the best, whether
// reversible exchanges beat non-reversible ones anywhere, and how far the cold walker is from the target where
// annealing and sequential Monte Carlo take as many evaluations. reports/tempering has what was found.
//
// A Ladder is so many walkers on a target with one way to exchange (ladders.go). A Rival is another sampler on it
// (rivals.go). Claims were found on one set of targets, and tried on another.
package tempering

import (
	"context"
	"fmt"
	"slices"

	"breadboard/experiments"
	"breadboard/experiments/studies/display"
	"breadboard/experiments/studies/run"
	"breadboard/toys"
)

// A Ladder is parallel tempering on a target. Numbers that do not exist are NaN.
type Ladder struct {
	Set      string `column:"set"`
	Family   string `column:"family"`
	Target   string `column:"target"`
	States   int    `column:"states"`
	Walkers  int    `column:"walkers"`
	Exchange string `column:"exchange"`
	Hot      string `column:"hot"`
	// Practice is the number of walkers that practice has here.
	Practice int     `column:"practice"`
	Barrier  float64 `column:"barrier"`
	// Rejection is the mean of the pairs', which reject alike.
	Rejection  float64 `column:"rejection"`
	Ideal      float64 `column:"trips_ideal"`
	Trips      float64 `column:"trips"`
	Relaxation float64 `column:"relaxation"`
	ScanCost   float64 `column:"scan_cost"`
	J30        float64 `column:"J_30"`
	J100       float64 `column:"J_100"`
	J300       float64 `column:"J_300"`
	// Of log R after 300 evaluations: exact of the integral, to first order of the stones.
	RMSEIntegral float64 `column:"rmse_integral"`
	RMSEStones   float64 `column:"rmse_stones"`
}

func (r *Ladder) numbers() []*float64 {
	return []*float64{&r.Barrier, &r.Rejection, &r.Ideal, &r.Trips, &r.Relaxation, &r.ScanCost, &r.J30, &r.J100,
		&r.J300, &r.RMSEIntegral, &r.RMSEStones}
}

// A Rival is another sampler on a target.
type Rival struct {
	Set    string  `column:"set"`
	Family string  `column:"family"`
	Target string  `column:"target"`
	Method string  `column:"method"`
	J30    float64 `column:"J_30"`
	J100   float64 `column:"J_100"`
	J300   float64 `column:"J_300"`
	RMSE   float64 `column:"rmse"` // of log R after 300 evaluations
}

func (r *Rival) numbers() []*float64 { return []*float64{&r.J30, &r.J100, &r.J300, &r.RMSE} }

// Found is what the study found.
type Found struct {
	Ladders []Ladder
	Rivals  []Rival
}

// digits is how many digits a number of the files has.
const digits = 5

// round leaves the digits that the files have.
func (f Found) round() Found {
	for i := range f.Ladders {
		display.Round(digits, f.Ladders[i].numbers()...)
	}
	for i := range f.Rivals {
		display.Round(digits, f.Rivals[i].numbers()...)
	}
	return f
}

// The families.
const (
	random  = "random 4x4"
	paper   = "paper 7x7"
	spins   = "Curie-Weiss"
	colours = "Potts"
)

// A subject is a target.
type subject struct {
	set, family, toy string
	seed             uint64 // of a random target
	corner           bool   // its first 4x4 cells alone
}

// counted are targets that are not drawn.
var counted = map[string][]subject{
	run.FoundOn: {
		{family: paper, toy: "barrier"},
		{family: spins, toy: "curie-weiss:16:1.2"},
		{family: spins, toy: "curie-weiss:16:1.6"},
		{family: spins, toy: "curie-weiss:16:2"},
		{family: colours, toy: "mean-field-potts:6:3:2.77"},
		{family: colours, toy: "mean-field-potts:5:4:3.3"},
	},
	run.TriedOn: {
		{family: spins, toy: "curie-weiss:12:1"},
		{family: spins, toy: "curie-weiss:14:1.8"},
		{family: spins, toy: "curie-weiss:20:1.4"},
		{family: colours, toy: "mean-field-potts:5:3:2.77"},
		{family: colours, toy: "mean-field-potts:6:3:3.5"},
		{family: colours, toy: "mean-field-potts:4:4:3.3"},
	},
}

// drawing says how many targets of a set are drawn, from a first seed on: of EASY and of HARD each, so many of 4x4
// cells and so many on all of 7x7.
type drawing struct {
	first          uint64
	corners, whole int
}

var drawings = map[string]drawing{run.FoundOn: {1, 3, 1}, run.TriedOn: {301, 4, 2}}

// draws are n targets of each toy that are otherwise like s.
func (d drawing) draws(setting run.Setting, s subject, n int) (all []subject) {
	for i := range n {
		s.seed = setting.Seeded(d.first + uint64(i))
		for _, s.toy = range []string{"easy", "hard"} {
			all = append(all, s)
		}
	}
	return all
}

// subjects are all targets. With another seed of the setting they are those that are drawn, drawn anew.
func subjects(setting run.Setting) (all []subject) {
	for _, set := range []string{run.FoundOn, run.TriedOn} {
		d := drawings[set]
		if setting.Quick {
			d.corners = 1
			d.whole = 0
		}
		all = append(all, d.draws(setting, subject{set: set, family: random, corner: true}, d.corners)...)
		all = append(all, d.draws(setting, subject{set: set, family: paper}, d.whole)...)
		if setting.Seed > 0 || setting.Quick {
			continue
		}
		for _, s := range counted[set] {
			s.set = set
			all = append(all, s)
		}
	}
	return all
}

// name tells the target from all others.
func (s subject) name() string {
	switch {
	case s.corner:
		return fmt.Sprintf("%s %d, 4x4", s.toy, s.seed)
	case s.seed > 0:
		return fmt.Sprintf("%s %d", s.toy, s.seed)
	}
	return s.toy
}

// chain makes the target.
func (s subject) chain() (experiments.Chain, error) {
	setting := experiments.Setting{Toy: s.toy}
	if s.seed > 0 {
		setting.Seed = &s.seed
	}
	if !s.corner {
		return setting.Chain()
	}
	return experiments.Setting{}.On(cornerOf(s))
}

// cornerOf is the first 4x4 cells of a toy on 7x7.
func cornerOf(s subject) toys.Target {
	of := toys.Easy
	if s.toy == "hard" {
		of = toys.Hard
	}
	whole := of(s.seed)
	const side = 4
	t := toys.Target{Name: s.name(), Grid: small}
	for x := range side {
		for y := range side {
			t.LogF = append(t.LogF, whole.LogF[whole.Grid.Index(x, y)])
		}
	}
	return t
}

// Measure runs everything on every target.
func Measure(ctx context.Context, setting run.Setting) (found Found, err error) {
	parts, err := run.Targets(ctx, setting, subjects(setting), subject.work, subject.measured)
	if err != nil {
		return found, err
	}
	for _, part := range parts {
		found.Ladders = append(found.Ladders, part.Ladders...)
		found.Rivals = append(found.Rivals, part.Rivals...)
	}
	return found.round(), nil
}

// work says which targets take longest, from 1 on: those of the smallest spaces have the most walkers.
func (s subject) work() int {
	return 1 + slices.Index([]string{spins, colours, paper, random}, s.family)
}

// measured runs everything on one target.
func (s subject) measured(ctx context.Context) (found Found, err error) {
	c, err := s.chain()
	if err != nil {
		return found, err
	}
	found.Ladders, err = s.ladders(ctx, c)
	if err != nil {
		return found, err
	}
	found.Rivals, err = s.rivals(ctx, c)
	return found, err
}
