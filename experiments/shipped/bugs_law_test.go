package shipped

import "testing"

// Every bug breaks a law that the right program keeps, and is hidden where the report says so.
func TestShippedBugsBreakALaw(t *testing.T) {
	for _, b := range bugs {
		t.Run(b.name, func(t *testing.T) {
			for _, c := range breaches(b.right) {
				t.Errorf("the right program: %s, %s, is %v, and %v is right", c.law, c.at, c.is, c.want)
			}
			if len(breaches(b.wrongly)) == 0 {
				t.Error("no law is broken")
			}
			for _, c := range breaches(b.hidden) {
				t.Errorf("it should be hidden %s: %s, %s, is %v, and %v is right", b.hides, c.law, c.at, c.is, c.want)
			}
		})
	}
}

// With two particles the posterior of particle Gibbs is right although offspring replay: a path
// is left with the probability of a Barker step to a free run's path, which is symmetric. Only
// the law of single weights shows the bug.
func TestTwoParticlesHideReplayFromPosterior(t *testing.T) {
	broken := breaches(filtering(ending(on2(4)), 2, always, replaying()))
	if len(broken) != 1 || broken[0].law != byAtom {
		t.Errorf("broken are %v, and only %s was expected", broken, byAtom)
	}
}
