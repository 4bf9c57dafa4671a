package programs

// An Entry is a line of the catalogue.
type Entry struct {
	Name    string
	Params  string // after the name, as in "P", "P[:ess=SHARE]" or "[:k=N]"; "" if there are none
	Example string // parameters that would do; "" if none need be given
	About   string
	Ends    bool // it knows the initial density and the target alone: no kernel, bridge or schedule
	// Annealing says that its runs are those of the annealing itself, and its numbers the annealing's own.
	Annealing bool
	// Read reads the parameters, and returns a function that makes the program.
	Read func(a *Args) Maker
}

// Spec is the name with the names of its parameters.
func (e Entry) Spec() string { return joined(e.Name, e.Params) }

// Case is the name with parameters that would do.
func (e Entry) Case() string { return joined(e.Name, e.Example) }

// joined puts a colon between a name and its parameters, unless optional parameters such as
// [:k=N] bring their own.
func joined(name, params string) string {
	if params == "" || params[0] == '[' {
		return name + params
	}
	return name + ":" + params
}

// A Maker aims a program at a problem. Its error is one sentence that says what the problem
// lacks, such as a model's observations.
type Maker func(p Problem) (Estimator, error)

// MostParticles is the largest number of draws, particles or parameters of a program.
const MostParticles = 1_000_000
