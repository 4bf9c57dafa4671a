package experiments

import (
	"cmp"
	"fmt"
	"slices"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/toys"
)

// A Setting names an annealing, by names of catalogues and by files. Flags, files of lists and journals are read into
// one. An empty field stands for its default.
type Setting struct {
	Toy      string  `json:"toy,omitempty"`              // of toys.Catalogue, as ising:3x3:0.4; or Target
	Target   string  `json:"target,omitempty"`           // a file for toys.Open
	Axes     string  `json:"axes,omitempty"`             // kinds of the axes, or one for all; if empty the target's
	Seed     *uint64 `json:"seed,omitempty"`             // of a random toy; nil is the toy's own
	Data     string  `json:"data,omitempty"`             // a file for toys.OpenRows; simulated by the seed if empty
	Kernel   string  `json:"kernel"`                     // of kernels.Catalogue; the first if empty; or Matrix
	Repeat   int     `json:"repeat,omitempty"`           // the steps of the kernel at each level; 1 if 0
	Matrix   string  `json:"matrix,omitempty"`           // a folder for outside.OpenFolder
	Exec     string  `json:"exec,omitempty"`             // a command, for Annealer.WithRows; or Caller
	Bridge   string  `json:"bridge"`                     // of chains.Bridges; the first if empty
	Initial  string  `json:"initial"`                    // of Catalogue(FieldInitial); if empty see WithDefaults
	Schedule string  `json:"schedule"`                   // of Catalogue(FieldSchedule); linear if empty
	SkipLast bool    `json:"skip_last_kernel,omitempty"` // leave out the last kernel
	Program  string  `json:"program,omitempty"`          // of programs.Catalogue; annealing if empty
	T        int     `json:"T"`                          // levels; 0 if the T are chosen later
}

// OfMatrices names the schedule of a folder of matrices, which has betas of its own.
const OfMatrices = "of the matrices"

// Caller stands for the process that started breadboard, in place of a command. YourStep names its kernel.
const Caller, YourStep = "-", "your step"

// WithDefaults returns the setting with the default of every name that is empty. The kernel of matrices is named by
// their folder, and the kernel of a command by its command line.
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

// TargetName returns the name of the toy or of the file. It adds the file of a model's data, as in "clustering:6:2 of
// y.csv".
func (s Setting) TargetName() string {
	if s.Data != "" {
		return s.Toy + " of " + s.Data
	}
	return cmp.Or(s.Toy, s.Target)
}

// TargetLabel returns the target's name for people, with the seed: "hard, seed 7".
func (s Setting) TargetLabel() string {
	if s.Seed == nil {
		return s.TargetName()
	}
	return fmt.Sprintf("%s, seed %d", s.TargetName(), *s.Seed)
}

// KernelLabel returns the kernel for people, with its steps: "king, 5 steps a level".
func (s Setting) KernelLabel() string {
	if s.Repeat < 2 {
		return s.Kernel
	}
	return fmt.Sprintf("%s, %d steps a level", s.Kernel, s.Repeat)
}

// FromOutside reports whether the kernel is the user's own: a folder of matrices, or a command's rows.
func (s Setting) FromOutside() bool { return s.Matrix != "" || s.Exec != "" }

// repeated returns the kernel that makes as many steps of k at each level as the setting says. T, the schedule and the
// weights stay as they are. The reversal makes as many steps back, and the last kernel is left out with all its steps.
func (s Setting) repeated(k chains.Kernel) chains.Kernel {
	if s.Repeat <= 1 || k == nil {
		return k
	}
	return kernels.Repeat{Times: s.Repeat, Kernel: k}
}

// execName returns the name of a command's kernel.
func execName(command string) string {
	if command == Caller {
		return YourStep
	}
	return command
}
