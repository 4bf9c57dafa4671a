package sheets

// Names numbers names from 0, in the order in which they come.
type Names struct {
	All []string // by their numbers

	numbers map[string]int
}

// NewNames are none yet.
func NewNames() *Names { return &Names{numbers: map[string]int{}} }

// Number returns the number of a name.
func (n *Names) Number(name string) int {
	number, known := n.numbers[name]
	if known {
		return number
	}
	number = len(n.All)
	n.All = append(n.All, name)
	n.numbers[name] = number
	return number
}
