package experiments

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strings"
)

// A Cell is one annealing of a sweep, with what is to be estimated beside what
// is exact. It is its own whole definition: names as flags have them, defaults
// filled in, and of every file the SHA-256 of its content.
type Cell struct {
	Toy         string  `json:"toy,omitempty"`    // this or Target
	Target      string  `json:"target,omitempty"` // a file
	TargetSum   string  `json:"target_sha256,omitempty"`
	Seed        *uint64 `json:"seed,omitempty"` // nil where nothing is random
	Kernel      string  `json:"kernel"`
	Bridge      string  `json:"bridge"`
	Initial     string  `json:"initial"`
	InitialSum  string  `json:"initial_sha256,omitempty"`
	Schedule    string  `json:"schedule"`
	ScheduleSum string  `json:"schedule_sha256,omitempty"`
	SkipLast    bool    `json:"skip_last_kernel,omitempty"`
	T           int     `json:"T"`
	Chains      int     `json:"chains,omitempty"`  // Monte Carlo chains in each direction; 0 is none
	MCSeed      uint64  `json:"mc_seed,omitempty"` // of their dice; 0 where there are none
	Full        bool    `json:"full,omitempty"`    // also what is dear and only checks the rest
}

// A Build is what made a row: the same cell in another build is another row.
type Build struct {
	Version string `json:"version"`
	Commit  string `json:"commit"`
	Go      string `json:"go"` // of the compiler, with the system and the processor
}

// Key is a hash of the cell's whole definition and of the build that runs it.
func (c Cell) Key(b Build) string {
	sum := sha256.Sum256([]byte(canonical(struct {
		Cell  Cell  `json:"cell"`
		Build Build `json:"build"`
	}{c, b})))
	return hex.EncodeToString(sum[:16])
}

// Family is the same for cells that differ in their schedules, Ts and Monte
// Carlo alone, and different for others: cells of a family share a Chain.
func (c Cell) Family() string {
	c.Schedule, c.ScheduleSum, c.T, c.Chains, c.MCSeed, c.Full = "", "", 0, 0, 0, false
	return canonical(c)
}

// TargetName is the toy or the file.
func (c Cell) TargetName() string { return cmp.Or(c.Toy, c.Target) }

// String names the cell to people.
func (c Cell) String() string {
	s := []string{c.TargetName()}
	if c.Seed != nil {
		s = append(s, fmt.Sprintf("seed %d", *c.Seed))
	}
	s = append(s, c.Kernel, c.Bridge, c.Initial, c.Schedule)
	if c.SkipLast {
		s = append(s, "without the last kernel")
	}
	s = append(s, fmt.Sprintf("T = %d", c.T))
	if c.Chains > 0 {
		s = append(s, fmt.Sprintf("%d chains", c.Chains))
	}
	return strings.Join(s, ", ")
}

// canonical is v as JSON: of structs, so that the order of keys is given.
func canonical(v any) string {
	data, err := json.Marshal(v)
	if err != nil {
		panic("experiments: " + err.Error())
	}
	return string(data)
}
