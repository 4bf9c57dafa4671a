// Package protocol carries out BREAD's protocol for real data (Sections 3.2 and 5.1), exactly.
//
// A sampler can only be judged on data whose posterior gives exact draws, and real data give
// none. So the protocol judges it on data like them:
//
//	fit         eta^, the mode of p(eta | real data) on a lattice of hyperparameters
//	simulate    latents x and data y from the model with eta^
//	forward     E[log w] on the real data and on the simulated; both lie below their own log p(y)
//	reverse     E[log w] on the simulated data, from (eta^, x) after S steps of the kernel
//
// If the forward curves, as gaps below log p(y), are alike, B of the simulated data speaks for
// the real ones; if they part, the model is misspecified. A gap depends on the data. So the
// real one is compared with those of many simulated sets.
//
// eta^ was not drawn from p(eta | y), and the reverse run begins at a wrong place. With s the
// law of that place, p the posterior and G(x) = E_rev[log w | x], it is wrong by <s, G> - <p, G>,
// and so is B. The paper could only look whether curves for several S are alike; here the
// error is a number.
//
// The fit is the mode and not a draw, so that it has no seed and depends on the data alone.
//
// Compare asks what a change of representation is worth (Section 5.2.1).
package protocol
