// Package hidden has hidden Markov models, and the programs that draw the path of hidden states
// given the observations.
//
// A Model has n states and S symbols. The first state has the initial law, each next state a row
// of the transition matrix, and each observation a row of the emission matrix. With x the path and
// y the observations,
//
//	p(x, y) = Π p(x_t | x_{t-1}) p(y_t | x_t)
//
// # Programs
//
// A program returns a path x with a log weight, and can run in reverse from a path. It is an
// aide.Program, with the law of package programs for f(x) = p(x, y): E[w] is p(y).
//
//	Posterior   exact draws, by forward filtering and backward sampling; every w is p(y)
//	Filter      P particles; at each observation they move, are weighed, and are resampled
//	Sequence    one particle of the filter, for particles.SMC: the same law, told step by step
//
// The prior proposal moves a particle by the transition matrix and weighs it by p(y_t | x_t). The
// optimal proposal draws x_t from p(x_t | x_{t-1}, y_t), and the weight is p(y_t | x_{t-1}). It
// belongs to the particle that has moved, and particles are resampled after they are weighed
// (AIDE's Algorithm 3). So the kept particle of a conditional run is weighed at step t by its state
// at t-1, and not by its state at t.
//
// Filter does not carry P particles one by one: only the state of a particle matters to what comes
// after it. With 100 particles it needs less than half of the time of particles.SMC.
//
// Open reads a model from a file, and Read a program from its name.
package hidden
