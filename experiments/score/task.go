package score

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"hash"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/experiments/journal"
)

// A Task is a job with everything on which its rows depend, except the build.
type Task struct {
	Job
	Scene     string  `json:"scene"`            // a hash of the density, the functions and the starts
	Matrix    string  `json:"matrix,omitempty"` // a hash of a kernel from outside
	Cost      int     `json:"cost"`             // an estimate of the time
	Budgets   []int   `json:"budgets"`
	Equal     Equal   `json:"equal"`
	MostWork  float64 `json:"most_work,omitempty"`
	MostBytes float64 `json:"most_bytes,omitempty"`
	Chains    int     `json:"chains,omitempty"` // of sampled numbers, if there are any
	Seed      *uint64 `json:"seed,omitempty"`   // of the density; nil if nothing in it is random
	MCSeed    uint64  `json:"mc_seed,omitempty"`
	Calibrate bool    `json:"calibrate,omitempty"`
}

// A Finished is a task with its rows, as a line of a journal.
type Finished struct {
	Key    string        `json:"key"`
	Task   Task          `json:"cell"` // one cell of a table of densities and kernels
	Rows   []Row         `json:"rows"` // function by function; none if the job was left out
	Points []Point       `json:"points,omitempty"`
	Build  journal.Build `json:"build"`
}

// Origin returns the row's key, and the task and the build of which it is the key.
func (f Finished) Origin() (key string, job any, by journal.Build) { return f.Key, f.Task, f.Build }

// tasks lists the tasks of all jobs.
func (p *Plan) tasks() (all []Task) {
	for _, d := range p.Densities {
		here, _ := p.scenes[d.Name]()
		sum := here.sum()
		for _, k := range p.Kernels {
			j := Job{d.Name, k.Name}
			t := Task{Job: j, Scene: sum, Matrix: matrixSum(k.Make), Cost: p.Cost(j), Budgets: p.Budgets,
				Equal: p.Equal, MostWork: p.MostWork, MostBytes: p.MostBytes, Calibrate: p.Calibrate, Seed: p.Seed}
			if p.Draws() {
				t.Chains, t.MCSeed = p.drawn(), p.MCSeed
			}
			all = append(all, t)
		}
	}
	return all
}

// sum is a hash of all names and numbers of the scene.
func (s scene) sum() string {
	h := sha256.New()
	hashed(h, "density "+s.target.Grid.String(), s.target.LogF)
	for x := range s.target.LogF {
		fmt.Fprintln(h, s.target.Grid.Wall(x))
	}
	for _, f := range s.functions {
		hashed(h, "function "+f.Name, f.Of)
	}
	for _, start := range s.starts {
		hashed(h, "start "+start.Name, start.Law)
	}
	return digits(h)
}

// matrixSum is a hash of a kernel that is given as a matrix, and "" for others.
func matrixSum(k chains.Kernel) string {
	given, ok := k.(kernels.Matrices)
	if !ok {
		return ""
	}
	h := sha256.New()
	for _, matrix := range given.P {
		hashed(h, "matrix", matrix)
	}
	return digits(h)
}

// hashed adds a list to a hash, behind its name and its length.
func hashed(h hash.Hash, name string, values []float64) {
	fmt.Fprintf(h, "%q %d\n", name, len(values))
	if err := binary.Write(h, binary.LittleEndian, values); err != nil {
		panic("score: " + err.Error())
	}
}

// digits is the first half of a hash in hexadecimal digits.
func digits(h hash.Hash) string { return hex.EncodeToString(h.Sum(nil)[:16]) }
