// Package laplace computes expectations of log S from the Laplace transform φ(s) = E e^-sS of the
// law of a sum S > 0. It knows no programs: its callers say what S is.
//
// With s = e^u, D(u) = φ(s) - e^-s and Euler's γ
//
//	E[log S]   = -∫ D du               E[1/S]     = 1 + ∫ s D du
//	E[log² S]  = 2 ∫ (u + γ) D du      E[log S/S] = -∫ (u + γ) s D du
//
// E[log S] is Frullani's integral. The integrals of E[log² S] and E[log S/S] hold because the
// derivative of ∫ (e^-s - e^-sS) log s ds/s in S is ∫ e^-sS log s ds = -(γ + log S)/S. If E S = 1,
// E[S log S] is -∫ (E[S e^-sS] - e^-s) du.
//
//	Nodes                       the places u, from Lowest and log S of the largest sum up
//	Integral, Logs              what is added up at the nodes
//	LogAtoms, Distinct, Mean    φ of a law of atoms, and of the mean of P draws from it
//	Phi                         φ as log φ, and as log φ + s where S is nearly 1
//	LogSum, Bands               sums of masses that may be below any float
//	Mellin, Gamma               φ of a law that is known by its complex powers
package laplace
