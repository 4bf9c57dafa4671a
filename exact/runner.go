package exact

// A runner takes what a chain needs from level to level: a pass measure by measure, an abreast side by side.
type runner interface {
	// step moves to level t, next to the present one.
	step(t int)
	// push makes a step of the kernel, aimed at the level.
	push()
	// masses is p_t, or nil if it is not kept.
	masses() []float64
	// law is the law of the chain's state. It is valid until the next step.
	law() []float64
	// ran returns what is known of the chain so far.
	ran() *ran
	// end returns what is known in the end.
	end() *ran
}

// A ran is what a chain was found to do. In reverse log f rises by -log w, so all moments are of -log w until the end.
type ran struct {
	final        []float64 // the law of the last state
	mean, size   float64   // E[log w], and the sum of the sizes of its terms
	moments      Moments   // of log w
	steps, parts []float64 // by t, the mean of the weight's step, and the walk's share
	walked       float64   // the path divergence, by the walk
	weighted     float64   // E[ŵ]
	logSquare    float64   // log E[ŵ²], of a forward chain
	pairs        *pairwise // of a forward chain
}

func newRan(T int) ran { return ran{steps: make([]float64, T+1), parts: make([]float64, T+1)} }

// largestSquare is the number from which on E[ŵ²; x] is divided, so that its cells stay in the range of floats.
const largestSquare = 1e100
