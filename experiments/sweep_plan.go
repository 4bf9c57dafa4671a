package experiments

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
)

// A Plan is a spec with its names looked up, its ranges written out and its
// files hashed: what its cells are made from, without looking at anything else.
type Plan struct {
	Build     Build       `json:"build"`
	Spec      Spec        `json:"spec"`
	Targets   []Subject   `json:"targets"`
	Kernels   []string    `json:"kernels"`
	Bridges   []string    `json:"bridges"`
	Initials  []Named     `json:"initials"`
	Schedules []Scheduled `json:"schedules"`
	Ts        []int       `json:"T"`
}

// A Subject is a target: a draw of a toy, or a file.
type Subject struct {
	Toy  string  `json:"toy,omitempty"`
	Seed *uint64 `json:"seed,omitempty"` // nil where nothing is random
	File string  `json:"file,omitempty"`
	Sum  string  `json:"sha256,omitempty"` // of the file
	Size int     `json:"size"`             // in cells of the grid
}

// A Named is what a flag names, with the hash of the file where it is one.
type Named struct {
	Name string `json:"name"`
	Sum  string `json:"sha256,omitempty"`
}

// A Scheduled is a schedule, and its T where it comes from a file.
type Scheduled struct {
	Named
	T int `json:"T,omitempty"`
}

// Len is how many cells there are.
func (p Plan) Len() int {
	n := 0
	for _, s := range p.Schedules {
		n += len(p.levels(s))
	}
	return n * len(p.Targets) * len(p.Kernels) * len(p.Bridges) * len(p.Initials)
}

// levels are the Ts of a schedule: its own alone where it comes from a file.
func (p Plan) levels(s Scheduled) []int {
	if s.T > 0 {
		return []int{s.T}
	}
	return p.Ts
}

// Cells are all of them, in the order of the table: by targets and their seeds,
// kernels, bridges, initial densities, schedules and T, each as the spec has them.
func (p Plan) Cells() []Cell {
	cells := make([]Cell, 0, p.Len())
	for _, target := range p.Targets {
		c := Cell{Toy: target.Toy, Target: target.File, TargetSum: target.Sum, Seed: target.Seed,
			SkipLast: p.Spec.SkipLast, Chains: p.Spec.Chains, Full: p.Spec.Full}
		if c.Chains > 0 {
			c.MCSeed = p.Spec.MCSeed
		}
		for _, c.Kernel = range p.Kernels {
			for _, c.Bridge = range p.Bridges {
				for _, initial := range p.Initials {
					c.Initial, c.InitialSum = initial.Name, initial.Sum
					cells = p.along(cells, c)
				}
			}
		}
	}
	return cells
}

// along appends the cell at every schedule and T.
func (p Plan) along(cells []Cell, c Cell) []Cell {
	for _, s := range p.Schedules {
		c.Schedule, c.ScheduleSum = s.Name, s.Sum
		for _, c.T = range p.levels(s) {
			cells = append(cells, c)
		}
	}
	return cells
}

// Hash is that of all cells that are asked for, whatever the build.
func (p Plan) Hash() string {
	p.Build, p.Spec = Build{}, Spec{SkipLast: p.Spec.SkipLast, Chains: p.Spec.Chains, MCSeed: p.Spec.MCSeed, Full: p.Spec.Full}
	sum := sha256.Sum256([]byte(canonical(p)))
	return hex.EncodeToString(sum[:16])
}

// planFormat is the form of a plan's file. A plan of another is not read.
const planFormat = 1

// Encode writes the plan as JSON, for whoever merges shards.
func (p Plan) Encode(w io.Writer) error {
	out := json.NewEncoder(w)
	out.SetIndent("", " ")
	out.SetEscapeHTML(false)
	return out.Encode(struct {
		Format int `json:"format"`
		Plan
	}{planFormat, p})
}

// DecodePlan reads what Encode wrote.
func DecodePlan(r io.Reader) (Plan, error) {
	var file struct {
		Format int `json:"format"`
		Plan
	}
	if err := json.NewDecoder(r).Decode(&file); err != nil {
		return Plan{}, fmt.Errorf("not the plan of a sweep: %w", err)
	}
	if file.Format != planFormat {
		return Plan{}, fmt.Errorf("the plan of a sweep in format %d; %d is the one known here", file.Format, planFormat)
	}
	return file.Plan, nil
}
