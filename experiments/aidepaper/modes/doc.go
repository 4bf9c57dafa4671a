// Package modes is Figure 3 of the AIDE paper: a bimodal target, where estimates of log p(y) hide that
// a mode is missing. All of it is exact. space.go has the lattice, and findings.go the claims.
package modes
