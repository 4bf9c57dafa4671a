// Package terms has what all experiments of the AIDE paper speak of: how finely to study, and a sampled
// number with its error.
package terms
