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
// Take the forward curves as gaps below log p(y). If the two are alike, B on the simulated data
// holds for the real data too. If they part, the model is misspecified. A gap depends on the
// data, so the gap on the real data is compared with the gaps on many simulated sets.
//
// eta^ was not drawn from p(eta | y), so the reverse run does not begin at an exact draw. Let s
// be the law of its start, p the posterior, and G(x) = E_rev[log w | x]. Then E_rev[log w] and B
// are both wrong by <s, G> - <p, G>. The paper could only look whether curves for several S are
// alike. Here the error is a number.
//
// The fit is the mode and not a draw, so that it needs no seed and depends on the data alone.
//
// Compare asks what a change of representation is worth (Section 5.2.1).
package protocol
