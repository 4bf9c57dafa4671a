package experiments

import "breadboard/exact/certain"

// A Proof has one number of an exact result in float64, and an interval of big floats that contains the truth.
type Proof struct {
	Name  string // as in the tables of exact results: J, B, kl_q_p, ...
	Value float64
	Truth certain.Enclosure
}

// Digits returns the number of right digits of the value; NaN if the truth is 0.
func (p Proof) Digits() float64 { return p.Truth.Digits(p.Value) }

// Off returns the largest possible distance of the value from the truth.
func (p Proof) Off() float64 { return p.Truth.Off(p.Value) }

// Negligible bounds the divergences that do not matter: below it q and p agree to ten digits.
const Negligible = 1e-20

// PromisedDigits is the number of right digits that a float64 result should have.
const PromisedDigits = 9

// HasPromised reports whether the value has the promised digits, or an error of at most Negligible. For log R, a
// difference of numbers of its own size, an error of 1e-12 is enough.
func (p Proof) HasPromised() bool {
	floor := Negligible
	if p.Name == logR {
		floor = 1e-12
	}
	return p.Off() <= floor || p.Digits() >= PromisedDigits
}

const logR = "log_r"
