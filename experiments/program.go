package experiments

import (
	"errors"

	"breadboard/chains"
	"breadboard/chains/programs"
)

// A setting may name a program in place of annealing. It is looked up by its name, and made for an annealing.

// findProgram reads the spec of a program, such as smc:8.
func findProgram(spec string) (programs.Maker, error) {
	switch spec {
	case "":
		return nil, Faultf("%v: a name is empty; use names such as %s, separated by single commas",
			FieldProgram, "ais,smc:8")
	case ExecProgram:
		return nil, Faultf("%v %s is the user's command, which exact and aide run by %v COMMAND; use these, or "+
			"another program", FieldProgram, ExecProgram, FieldExec)
	}
	m, err := programs.Read(spec)
	switch {
	case m == nil:
		return nil, Unknown(FieldProgram, spec, Specs(FieldProgram))
	case err != nil:
		return nil, Faultf("%v %s: %v", FieldProgram, spec, err)
	}
	return m, nil
}

// CheckPrograms returns the faults of all specs, joined.
func CheckPrograms(specs ...string) error {
	faults := make([]error, len(specs))
	for i, spec := range specs {
		_, faults[i] = findProgram(spec)
	}
	return errors.Join(faults...)
}

// CheckProgramsOn returns a fault for each program that needs something that the annealer does not have, as a model's
// data.
func CheckProgramsOn(an Annealer, specs ...string) error {
	faults := make([]error, len(specs))
	for i, spec := range specs {
		_, _, _, faults[i] = ProgramOn(an, an.shortest(), spec)
	}
	return errors.Join(faults...)
}

// CheckReverse returns a fault if the program cannot run on the annealer's target, or cannot run in reverse.
func CheckReverse(an Annealer, spec string) error {
	e, _, _, err := ProgramOn(an, an.shortest(), spec)
	if _, ok := e.(programs.Program); err == nil && !ok {
		return Faultf("%v %s: it has no reverse, and both programs run in reverse; use ais or smc:8",
			FieldProgram, spec)
	}
	return err
}

// ProgramOn makes a program for an annealing that At made, and its problem, with constants subtracted from the log
// densities. Add offset to the program's log weights. A model's observations lower themselves, and have no offset, and
// neither has the user's command.
func ProgramOn(an Annealer, a chains.Annealing, spec string) (e programs.Estimator, p programs.Problem, offset float64,
	err error) {
	p = Problem(an, a)
	switch {
	case spec == ExecProgram && an.Command.Program != nil:
		return an.Command.Program, p, 0, nil
	case an.Exec != "" && spec != AnnealingProgram:
		return nil, p, 0, Faultf("%v %s: %v %s has only the rows of an annealing; leave %v out",
			FieldProgram, spec, FieldExec, an.Exec, FieldProgram)
	case an.Matrix != "" && spec != AnnealingProgram:
		return nil, p, 0, Faultf("%v %s: %v %s has only the kernels of its own annealing; use ais, or leave %v out",
			FieldProgram, spec, FieldMatrix, an.Matrix, FieldProgram)
	}
	m, err := findProgram(spec)
	if err != nil {
		return nil, p, 0, err
	}
	if p.Observed == nil {
		p.Annealing, offset = p.WithoutConstants()
	}
	e, err = m(p)
	if err != nil {
		err = Faultf("%v %s: %v", FieldProgram, spec, err)
	}
	return e, p, offset, err
}

// Problem returns the problem of an annealing that At made, with a model's observations if the annealing begins at the
// prior.
func Problem(an Annealer, a chains.Annealing) programs.Problem {
	p := programs.Problem{Annealing: a}
	if an.Target.Model != nil && an.Initial == Prior {
		p.Observed = Observed(an.Target)
	}
	return p
}

// ExecProgram names the program of the user's command.
const ExecProgram = "exec"

// A Command is the program of the user's command, on one target: a programs.Followed if it tells all its ways, and
// outside.Runs if not. Its log weights belong to the densities as the command was told them.
type Command struct {
	programs.Program
	Line     string // its command line
	Followed string // says how its ways are known; "" if it is known by runs
}

// AnnealingProgram names the program whose runs are the runs of the annealing itself.
const AnnealingProgram = "ais"

// IsAnnealing reports whether the program of a setting is the annealing itself, by its name or because it is left out.
func IsAnnealing(program string) bool { return program == "" || program == AnnealingProgram }
