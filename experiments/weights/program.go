// Package weights says what the log weights of programs on a chain are: their exact accounts, or estimates where an
// account is too large (account.go, sampled.go); and
// their parts by cell (cells.go). A program is looked up by its name, and aimed at an annealing of the chain
// (program.go).
//
// Package experiments does not know programs. It asks this one about a setting that names one.
package weights

import (
	"errors"
	"strings"

	"breadboard/chains"
	"breadboard/chains/programs"
	"breadboard/experiments"
)

func init() {
	experiments.RegisterPrograms(experiments.Programs{
		List:  listed,
		Check: func(spec string) error { return CheckPrograms(spec) },
	})
	experiments.RegisterSuits(func(c experiments.Chain, spec string) error { return Suits(c, spec) })
}

// listed are the lines of the catalogue. The optional parameters of a spec, such as ess=SHARE in smc:P[:ess=SHARE],
// stand behind its meaning.
func listed() (all []experiments.Listed) {
	for _, e := range programs.Catalogue {
		short, options, more := strings.Cut(e.Spec(), "[:")
		if more {
			e.About += "; also " + strings.TrimSuffix(strings.ReplaceAll(options, "][:", ", "), "]")
		}
		all = append(all, experiments.Listed{Spec: short, Example: e.Case(), About: e.About})
	}
	return all
}

// findProgram reads the spec of a program, such as smc:8.
func findProgram(spec string) (programs.Maker, error) {
	if spec == "" {
		return nil, experiments.Faultf("%v: a name is empty; names such as %s, separated by single commas, would do",
			experiments.FieldProgram,
			"ais,smc:8")
	}
	m, err := programs.Read(spec)
	switch {
	case m == nil:
		return nil, experiments.Unknown(experiments.FieldProgram, spec, experiments.Specs(experiments.FieldProgram))
	case err != nil:
		return nil, experiments.Faultf("%v %s: %v", experiments.FieldProgram, spec, err)
	}
	return m, nil
}

// CheckPrograms returns the faults of all specs, joined.
func CheckPrograms(specs ...string) error { return checked(specs, findProgram) }

// Suits returns a fault for every program that needs something which the chain lacks, such as a model's data.
func Suits(c experiments.Chain, specs ...string) error {
	return checked(specs, func(spec string) (programs.Estimator, error) { return suited(c, spec) })
}

func checked[V any](specs []string, look func(spec string) (V, error)) error {
	var faults []error
	for _, spec := range specs {
		_, err := look(spec)
		faults = append(faults, err)
	}
	return errors.Join(faults...)
}

// Reverses returns a fault if the chain lacks something that the program needs, or the program cannot run in reverse.
func Reverses(c experiments.Chain, spec string) error {
	e, err := suited(c, spec)
	if _, ok := e.(programs.Program); err == nil && !ok {
		return experiments.Faultf("%v %s: it has no reverse, and both programs are to run in reverse; ais or smc:8, "+
			"say, would do",
			experiments.FieldProgram, spec)
	}
	return err
}

func suited(c experiments.Chain, spec string) (programs.Estimator, error) {
	if c.Exec != "" {
		return nil, experiments.Faultf("%v %s: %v %s tells the rows of an annealing alone; no %v would do",
			experiments.FieldProgram, spec, experiments.FieldExec, c.Exec, experiments.FieldProgram)
	}
	if c.Matrix != "" && spec != Annealing {
		return nil, experiments.Faultf("%v %s: %v %s has kernels for its own annealing alone; ais, or none, would do",
			experiments.FieldProgram, spec, experiments.FieldMatrix, c.Matrix)
	}
	e, _, err := program(c, c.Fewest(), spec)
	return e, err
}

// program aims a program at an annealing that At made.
func program(c experiments.Chain, a chains.Annealing, spec string) (programs.Estimator, programs.Problem, error) {
	p := Problem(c, a)
	m, err := findProgram(spec)
	if err != nil {
		return nil, p, err
	}
	e, err := m(p)
	if err != nil {
		err = experiments.Faultf("%v %s: %v", experiments.FieldProgram, spec, err)
	}
	return e, p, err
}

// Problem returns the problem of an annealing that At made. It has a model's observations if the annealing begins at
// the prior.
func Problem(c experiments.Chain, a chains.Annealing) programs.Problem {
	p := programs.Problem{Annealing: a}
	if c.Target.Model != nil && c.Initial == experiments.Prior {
		p.Observed = experiments.Observed(c.Target)
	}
	return p
}

// Annealing is the name of the catalogue's program whose runs are those of the annealing itself.
const Annealing = "ais"

// IsAnnealing reports whether a program, which a setting names or leaves out, is the annealing itself, whose numbers
// are its own.
func IsAnnealing(program string) bool { return program == "" || program == Annealing }

// Parted is Parted of the chain for a run of a program, or of annealing by itself. Other programs may weigh the parts
// anew.
func Parted(c experiments.Chain, program string) []string {
	if !IsAnnealing(program) {
		return nil
	}
	return c.Parted()
}
