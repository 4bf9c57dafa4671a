// Package matrices reads the folders of matrices that settings name, in every format that package chains/outside
// knows. A program that imports it finds them; without it a setting with a folder is refused.
package matrices

import (
	"breadboard/chains/outside"
	"breadboard/exact"
	"breadboard/experiments"
)

func init() { experiments.RegisterFolders(open) }

func open(path string, cells int) (experiments.Folder, error) {
	f, err := outside.OpenFolder(path, cells)
	return experiments.Folder{Schedule: f.Schedule, P: f.P}, err
}

// FolderBytes is the memory that an annealing by the matrices of a folder takes. It is known before the matrices are
// read, which alone may be too much.
func FolderBytes(path string) float64 {
	return experiments.ProgramBytes + experiments.MatricesBytes(outside.SizeOfFolder(path)) + exact.LawBytes
}
