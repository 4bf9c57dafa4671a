// Package aide renders the experiments of the AIDE paper (package aidepaper). Each has a file with
// its tables, figures and prose; files.go puts them together.
package aide
