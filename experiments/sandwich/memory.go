package sandwich

// A Need says of runs what decides how much memory it takes to read and judge them.
type Need struct{ Runs, Groups int }

// A Room is asked whether there is room for a need. Its error ends the reading.
type Room func(Need) error

// Bytes is the memory that reading and judging takes.
//
// A run has a weight and, where there are groups, a number of its group, 8 bytes each, in lists that grow by a quarter
// and are copied then. Judged, it stands in some three more lists of its side at once: terms of a mean, and weights in
// their order. A group has a name in a table, and stands in tables of what is summed over it.
func (n Need) Bytes() float64 {
	const perRun, perGroup = 60, 100
	return float64(n.Runs)*perRun + float64(n.Groups)*perGroup
}
