package sheets

import "strings"

// Names numbers names from 0, in the order in which they come.
type Names struct {
	All []string // by their numbers

	numbers map[string]int
}

// NewNames are none yet.
func NewNames() *Names { return &Names{numbers: map[string]int{}} }

// Number returns the number of a name. It keeps a copy of a new one: a word is a part of its whole row.
func (n *Names) Number(name string) int {
	number, known := n.numbers[name]
	if known {
		return number
	}
	number, name = len(n.All), strings.Clone(name)
	n.All = append(n.All, name)
	n.numbers[name] = number
	return number
}
