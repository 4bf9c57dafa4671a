// Package terms has what all experiments of the AIDE paper speak of: how finely to study, a sampled
// number with its error, and a finding.
package terms
