package shipped

import "fmt"

func onReplay() string {
	c := replayingTwo()[0]
	return fmt.Sprintf("With two particles both means and the posterior of particle Gibbs are right in spite of the bug. "+
		"A path is then left for a free run's with the probability of Barker's rule at every level, and that is "+
		"symmetric. Single weights still tell: in four levels on two cells %d runs see one at %s.", c.runs(), c.at)
}

func onSign() string {
	return fmt.Sprintf("No law of the weights can tell the signs apart. The level depends on the particles, so that "+
		"E_fwd[w]/R is not 1 even if the sign is right: it is %.4f then, and %.4f with the bug. Symmetry hides the bug "+
		"as the thread says: log likelihoods that lie symmetrically about some value have one ESS with both signs.",
		tempering(on2(3), 3, 1).evidence(), tempering(on2(3), 3, -1).evidence())
}

func onLastWeights() string {
	return "Both means are right, since the evidence does not look at which particle is returned. A test of the " +
		"evidence can never see this bug."
}
