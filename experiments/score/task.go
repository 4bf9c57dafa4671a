package score

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"io"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/experiments/journal"
)

// A Task is a job with everything on which its rows depend, except the build.
type Task struct {
	Job
	Scene     string  `json:"scene"`            // a hash of the density, the functions and the starts
	Matrix    string  `json:"matrix,omitempty"` // a hash of a kernel from outside
	States    int     `json:"states"`           // on which the kernel walks
	Budgets   []int   `json:"budgets"`
	Equal     Equal   `json:"equal"`
	MostWork  float64 `json:"most_work,omitempty"`
	MostBytes float64 `json:"most_bytes,omitempty"`
}

// cost estimates the time of a task: a product of two matrices takes the cube of the states, and
// single steps take longer than that if they are few.
func (t Task) cost() int { return t.States * t.States }

// A Finished is a task with its rows, as a line of a journal.
type Finished struct {
	Key   string        `json:"key"`
	Task  Task          `json:"cell"` // one cell of a table of densities and kernels
	Rows  []Row         `json:"rows"` // as Measure returns them; none if the job was left out
	Build journal.Build `json:"build"`
}

// Origin returns the row's key, and the task and the build of which it is the key.
func (f Finished) Origin() (key string, job any, by journal.Build) { return f.Key, f.Task, f.Build }

// tasks lists the tasks of all jobs.
func (p *Plan) tasks() (all []Task) {
	for _, d := range p.Densities {
		here, _ := p.scenes[d.Name]()
		sum := here.sum()
		for _, k := range p.Kernels {
			t := Task{Job: Job{d.Name, k.Name}, Scene: sum, States: chains.Box(k.Make, here.target.Grid).Size(),
				Budgets: p.Budgets, Equal: p.Equal, MostWork: p.MostWork, MostBytes: p.MostBytes}
			if given, ok := k.Make.(kernels.Matrices); ok {
				t.Matrix = journal.Hash(given.P)
			}
			all = append(all, t)
		}
	}
	return all
}

// sum is the first half of the SHA-256 of all names and numbers of the scene. Every list is hashed
// behind its name and its length.
func (s scene) sum() string {
	h := sha256.New()
	hash := func(name string, values []float64) {
		fmt.Fprintf(h, "%q %d\n", name, len(values))
		write(h, values)
	}
	hash("density "+s.target.Grid.String(), s.target.LogF)
	for x := range s.target.LogF {
		write(h, s.target.Grid.Wall(x))
	}
	for _, f := range s.functions {
		hash("function "+f.Name, f.Of)
	}
	for _, start := range s.starts {
		hash("start "+start.Name, start.Law)
	}
	return hex.EncodeToString(h.Sum(nil)[:16])
}

// write writes fixed-size values to a hash, which has no errors.
func write(h io.Writer, values any) {
	if err := binary.Write(h, binary.LittleEndian, values); err != nil {
		panic("score: " + err.Error())
	}
}
