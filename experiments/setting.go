package experiments

import (
	"cmp"
	"fmt"
	"slices"

	"breadboard/toys"
)

// A Setting names an annealing, as flags, files of lists and journals do: by the names
// of catalogues and by files. No other struct lists these names. An empty field stands
// for its default.
//
// A sweep also pins the files: each checksum is the SHA-256 of a file's content, in
// hexadecimal digits, and is empty if the name is not a file.
type Setting struct {
	Toy         string  `json:"toy,omitempty"`    // of toys.Catalogue, as barrier or ising:3x3:0.4; this or Target
	Target      string  `json:"target,omitempty"` // a file for toys.Open
	TargetSum   string  `json:"target_sha256,omitempty"`
	Density     string  `json:"density,omitempty"` // what files hold, of the Catalogue; log if empty
	Seed        *uint64 `json:"seed,omitempty"`    // of a random toy; nil is the toy's own
	Data        string  `json:"data,omitempty"`    // a file for toys.OpenData; simulated by the seed if empty
	DataSum     string  `json:"data_sha256,omitempty"`
	Kernel      string  `json:"kernel"`           // of kernels.Families; the first if empty; or Matrix
	Matrix      string  `json:"matrix,omitempty"` // a folder for outside.OpenFolder, which has the schedule and T too
	MatrixSum   string  `json:"matrix_sha256,omitempty"`
	Bridge      string  `json:"bridge"`  // of chains.Bridges; the first if empty
	Initial     string  `json:"initial"` // of the Catalogue; if empty uniform, or prior for a model
	InitialSum  string  `json:"initial_sha256,omitempty"`
	Schedule    string  `json:"schedule"` // of the Catalogue; linear if empty
	ScheduleSum string  `json:"schedule_sha256,omitempty"`
	SkipLast    bool    `json:"skip_last_kernel,omitempty"` // leave out the last kernel
	Program     string  `json:"program,omitempty"`          // of programs.Catalogue; annealing if empty
	T           int     `json:"T"`                          // levels; 0 if the T are chosen later
}

// WithDefaults returns the setting with the default of every name that is empty. The kernel of
// matrices has the name of their folder.
func (s Setting) WithDefaults() Setting {
	if s.Matrix != "" {
		s.Kernel, s.Schedule = cmp.Or(s.Kernel, s.Matrix), cmp.Or(s.Schedule, OfMatrices)
	}
	s.Kernel = cmp.Or(s.Kernel, Specs(FieldKernel)[0])
	s.Bridge = cmp.Or(s.Bridge, Specs(FieldBridge)[0])
	s.Initial = cmp.Or(s.Initial, s.ownInitial())
	s.Schedule = cmp.Or(s.Schedule, "linear")
	return s
}

// programs returns the program, if one is named.
func (s Setting) programs() []string {
	if s.Program == "" {
		return nil
	}
	return []string{s.Program}
}

// ownInitial is the initial density of a target for which none is named.
func (s Setting) ownInitial() string {
	if s.IsModel() {
		return prior
	}
	return "uniform"
}

// IsModel reports whether the toy is a model.
func (s Setting) IsModel() bool {
	return slices.ContainsFunc(toys.Catalogue, func(t toys.Toy) bool { return t.Name == stem(s.Toy) && t.Model != nil })
}

// TargetName is the toy's name or the file's. The posterior of data from a file also has the
// name of that file, as in "clustering:6:2 of y.csv".
func (s Setting) TargetName() string {
	if s.Data != "" {
		return s.Toy + " of " + s.Data
	}
	return cmp.Or(s.Toy, s.Target)
}

// TargetLabel is TargetName for people, with the seed: "hard, seed 7".
func (s Setting) TargetLabel() string {
	if s.Seed == nil {
		return s.TargetName()
	}
	return fmt.Sprintf("%s, seed %d", s.TargetName(), *s.Seed)
}

// Chain looks everything up, reads the files and makes the target. The error joins all
// faults in one line; each names its field or its file, and says what would do.
func (s Setting) Chain() (Chain, error) {
	space, err := s.Space()
	if err != nil {
		return Chain{}, err
	}
	return space.Chain()
}
