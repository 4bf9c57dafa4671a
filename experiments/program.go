package experiments

import (
	"errors"

	"breadboard/chains"
	"breadboard/chains/programs"
)

// findProgram reads the spec of a program, such as smc:8.
func findProgram(spec string) (programs.Maker, error) {
	if spec == "" {
		return nil, Faultf("%v: a name is empty; names such as %s, separated by single commas, would do", FieldProgram,
			"ais,smc:8")
	}
	m, known, err := programs.Read(spec)
	switch {
	case !known:
		return nil, Unknown(FieldProgram, spec, Specs(FieldProgram))
	case err != nil:
		return nil, Faultf("%v %s: %v", FieldProgram, spec, err)
	}
	return m, nil
}

// CheckPrograms returns the faults of all specs, joined.
func CheckPrograms(specs ...string) error {
	var faults []error
	for _, spec := range specs {
		_, err := findProgram(spec)
		faults = append(faults, err)
	}
	return errors.Join(faults...)
}

// Suits returns a fault for every program that needs something which the chain lacks, such as a
// model's data.
func (c Chain) Suits(specs ...string) error {
	var faults []error
	for _, spec := range specs {
		_, err := c.suits(spec)
		faults = append(faults, err)
	}
	return errors.Join(faults...)
}

// Reverses returns a fault if the chain lacks something that the program needs, or the program cannot
// run in reverse.
func (c Chain) Reverses(spec string) error {
	e, err := c.suits(spec)
	if _, ok := e.(programs.Program); err == nil && !ok {
		return Faultf("%v %s: it has no reverse, and both programs are to run in reverse; ais or smc:8, say, would do",
			FieldProgram, spec)
	}
	return err
}

func (c Chain) suits(spec string) (programs.Estimator, error) {
	if c.Matrix != "" && spec != "ais" {
		return nil, Faultf("%v %s: %v %s has kernels for its own annealing alone; ais, or none, would do",
			FieldProgram, spec, FieldMatrix, c.Matrix)
	}
	e, _, err := c.program(c.annealing(c.few()), spec)
	return e, err
}

// program aims a program at an annealing that At made.
func (c Chain) program(a chains.Annealing, spec string) (programs.Estimator, programs.Problem, error) {
	p := c.Problem(a)
	m, err := findProgram(spec)
	if err != nil {
		return nil, p, err
	}
	e, err := m(p)
	if err != nil {
		err = Faultf("%v %s: %v", FieldProgram, spec, err)
	}
	return e, p, err
}
