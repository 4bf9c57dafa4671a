package experiments

// A Quantity is one of the two numbers that BREAD compares.
type Quantity string

// J is the Jeffreys divergence of the final states, B that of the whole paths,
// which bounds it; both in nats.
const (
	J Quantity = "J"
	B Quantity = "B"
)
