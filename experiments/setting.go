package experiments

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"breadboard/toys"
)

// A Setting names an annealing, as flags, files of lists and journals do: by the names of catalogues and by files. No
// other struct lists these names. An empty field stands for its default.
//
// A sweep also pins the files: each checksum is the SHA-256 of a file's content, in
// hexadecimal digits, and is empty if the name is not a file.
type Setting struct {
	Toy         string  `json:"toy,omitempty"`    // of toys.Catalogue, as barrier or ising:3x3:0.4; this or Target
	Target      string  `json:"target,omitempty"` // a file for toys.Open
	TargetSum   string  `json:"target_sha256,omitempty"`
	Axes        string  `json:"axes,omitempty"` // the kinds of the axes, or one for all; the target's own if empty
	Seed        *uint64 `json:"seed,omitempty"` // of a random toy; nil is the toy's own
	Data        string  `json:"data,omitempty"` // a file for toys.OpenRows; simulated by the seed if empty
	DataSum     string  `json:"data_sha256,omitempty"`
	Kernel      string  `json:"kernel"`           // of kernels.Named; the first if empty; or Matrix
	Repeat      int     `json:"repeat,omitempty"` // the steps of the kernel at each level; 1 if 0
	Matrix      string  `json:"matrix,omitempty"` // a folder for outside.OpenFolder, which has the schedule and T too
	MatrixSum   string  `json:"matrix_sha256,omitempty"`
	Exec        string  `json:"exec,omitempty"`             // a program whose rows are the kernel's, or Caller: see Chain.Asking
	ExecSum     string  `json:"exec_rows_sha256,omitempty"` // of its rows, by Chain.RowsSum
	Bridge      string  `json:"bridge"`                     // of chains.Bridges; the first if empty
	Initial     string  `json:"initial"`                    // of the Catalogue; if empty uniform, or prior for a model
	InitialSum  string  `json:"initial_sha256,omitempty"`
	Schedule    string  `json:"schedule"` // of the Catalogue; linear if empty
	ScheduleSum string  `json:"schedule_sha256,omitempty"`
	SkipLast    bool    `json:"skip_last_kernel,omitempty"` // leave out the last kernel
	Program     string  `json:"program,omitempty"`          // of programs.Catalogue; annealing if empty
	T           int     `json:"T"`                          // levels; 0 if the T are chosen later
}

// OfMatrices is the schedule of an annealing by matrices from a folder: their own betas.
const OfMatrices = "of the matrices"

// WithDefaults returns the setting with the default of every name that is empty. The kernel of
// matrices has the name of their folder, and that of a program its command line.
func (s Setting) WithDefaults() Setting {
	if s.Matrix != "" {
		s.Kernel = cmp.Or(s.Kernel, s.Matrix)
		s.Schedule = cmp.Or(s.Schedule, OfMatrices)
	}
	if s.Exec != "" {
		s.Kernel = cmp.Or(s.Kernel, execName(s.Exec))
	}
	s.Kernel = cmp.Or(s.Kernel, Specs(FieldKernel)[0])
	s.Repeat = cmp.Or(s.Repeat, 1)
	s.Bridge = cmp.Or(s.Bridge, Specs(FieldBridge)[0])
	if s.IsModel() {
		s.Initial = cmp.Or(s.Initial, Prior)
	}
	s.Initial = cmp.Or(s.Initial, uniform)
	s.Schedule = cmp.Or(s.Schedule, "linear")
	return s
}

// IsModel reports whether the toy is a model.
func (s Setting) IsModel() bool {
	return slices.ContainsFunc(toys.Catalogue, func(t toys.Toy) bool { return t.Name == stem(s.Toy) && t.Model })
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

// Steps says how many steps the kernel makes at each level, as in "5 steps a level"; "" if that is one.
func (s Setting) Steps() string {
	if s.Repeat < 2 {
		return ""
	}
	return fmt.Sprintf("%d steps a level", s.Repeat)
}

// KernelLabel is the kernel for people, with its steps: "king, 5 steps a level".
func (s Setting) KernelLabel() string { return strings.TrimSuffix(s.Kernel+", "+s.Steps(), ", ") }

// FromOutside reports whether the kernel is none of the catalogue, but known by its rows at some betas alone: those of
// a folder of matrices, or those at which a program is asked.
func (s Setting) FromOutside() bool { return s.Matrix != "" || s.Exec != "" }

// Afforded is the T of so many evaluations, if all levels but the first take one for the weight, and a step costs so
// many: the largest that is within them. It is 1 if two levels take more.
func (s Setting) LevelsFor(evaluations int, step float64) (T int) {
	return 1 + int(float64(evaluations)/(1+float64(max(s.Repeat, 1))*step))
}
