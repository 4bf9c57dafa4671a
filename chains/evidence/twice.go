package evidence

// A Twice judges a p-value that may be asked for again, of fresh data that do not depend on the first.
//
// Let p be the first p-value, of all tests together, and u the second, of those in doubt. What is accused, and how
// often a sound kernel is, with the levels for L = 0.001, that of one look:
//
//	p <= Clear                 accused at once             probability Clear              0.000001
//	Clear < p <= Doubted       asked again, and accused    Doubted times 0.00198          0.000099
//	                           if u <= 0.00198
//	p > Doubted                not accused                 0
//	                                                       Limit = L/10, the sum          0.0001
//
// The second row is a product because u does not depend on p. The rows exclude each other, and each is a bound. So a
// sound kernel is accused with probability L/10 at most. Faults are found no less often than by one look at L: the
// first look doubts what is 50 times as likely by chance, and the second has few suspects instead of all tests. For
// example, a fault that moves a normal statistic by 2.4 standard deviations is found by one look at L, among 42
// tests, with probability 0.05. It is doubted with 0.2, and accused then by four times as many data with 0.96.
//
// P joins both looks in one p-value: p itself if nothing was asked again, and otherwise Clear + Doubted u. For v from
// Clear to Doubted, P is at most v with probability Clear + Doubted (v - Clear)/Doubted = v at most.
type Twice struct{ Clear, Doubted, Limit float64 }

// NewTwice returns the levels for tests that accuse a sound kernel with probability level if they look once.
func NewTwice(level float64) Twice {
	return Twice{Clear: level / 1000, Doubted: min(0.5, 50*level), Limit: level / 10}
}

// Asks reports whether a p-value is small enough to be asked for again, and not small enough to be believed at once.
func (t Twice) Asks(p float64) bool { return t.Clear < p && p <= t.Doubted }

// P is the p-value of both looks, if the first was asked again and the second has the p-value u.
func (t Twice) P(u float64) float64 { return min(1, t.Clear+t.Doubted*u) }
