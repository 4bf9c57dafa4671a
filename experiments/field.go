package experiments

// A Field names the subject of a fault: one of the names of an annealing, or another
// value of a study. The code that shows a fault spells the field as the user gave it:
// on a command line FieldKernel is --kernel, in a file of lists it is kernel.
type Field string

// The fields that name annealings.
const (
	FieldToy      Field = "toy"
	FieldTarget   Field = "target"
	FieldAxes     Field = "axes"
	FieldSeed     Field = "seed"
	FieldData     Field = "data"
	FieldKernel   Field = "kernel"
	FieldRepeat   Field = "repeat"
	FieldMatrix   Field = "matrix"
	FieldExec     Field = "exec"
	FieldBridge   Field = "bridge"
	FieldInitial  Field = "initial"
	FieldSchedule Field = "schedule"
	FieldProgram  Field = "program"
	FieldT        Field = "T"
	FieldBudget   Field = "evaluations"
)
