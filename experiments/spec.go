package experiments

// A Spec is what a sweep is asked for: lists in words, as flags and files have
// them. Every combination is a cell. An empty list is its default alone, but
// that Toy and Target together must have one entry, and T too.
type Spec struct {
	Toy      List `toml:"toy" json:"toy,omitempty"`
	Target   List `toml:"target" json:"target,omitempty"` // files
	Seed     List `toml:"seed" json:"seed,omitempty"`     // whole numbers and ranges of them, "1..20"; they multiply random toys alone
	Kernel   List `toml:"kernel" json:"kernel,omitempty"`
	Bridge   List `toml:"bridge" json:"bridge,omitempty"`
	Initial  List `toml:"initial" json:"initial,omitempty"`
	Schedule List `toml:"schedule" json:"schedule,omitempty"` // a file's is run at its own T alone
	T        List `toml:"T" json:"T,omitempty"`               // whole numbers, and logarithmic steps, "10..1000x5"

	SkipLast bool   `toml:"skip_last_kernel" json:"skip_last_kernel,omitempty"`
	Chains   int    `toml:"chains" json:"chains,omitempty"`   // Monte Carlo chains in each direction; 0 is none
	MCSeed   uint64 `toml:"mc_seed" json:"mc_seed,omitempty"` // of their dice
	Full     bool   `toml:"full" json:"full,omitempty"`
}

// A List is words, each of which may hold several separated by commas.
type List []string
