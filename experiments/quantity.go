package experiments

// A Quantity is one of the two numbers that BREAD compares.
type Quantity string

// J is the Jeffreys divergence of the final states. B is the divergence of the paths, and bounds J. Both are in nats.
const (
	J Quantity = "J"
	B Quantity = "B"
)
