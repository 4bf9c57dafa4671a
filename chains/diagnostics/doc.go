// Package diagnostics has the diagnostics of the literature: what people compute from the output
// of a few chains to judge whether it can be trusted. Each is one file and one line of the
// Catalogue, with the paper that defines it. All see only the values of one function along the
// chains, one slice a chain, all of the same length; none sees the target.
package diagnostics

// A Diagnostic is a number computed from chains.
type Diagnostic struct {
	Name  string // as "ess-monotone"
	About string
	Cite  string // the paper and its equation
	Of    func(chains [][]float64) float64
	// Fine is the customary rule: whether this value says that all is well, for so many
	// draws of all chains.
	Fine func(value float64, draws int) bool
}
