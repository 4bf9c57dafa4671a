package sandwich

// Level is the probability of accusing a sound sampler.
const Level = 0.001

// What decides beside Level. Of the three tests that share it (crooks), that by weight has most, because it is the law
// itself; the two others are its consequences, and find what it has too few runs for.
const (
	byWeightShare = 0.9
	swappedShare  = 0.05                         // of the test that one side is the other, exchanged
	belowShare    = 0.05                         // of B below 0, which it never is
	eachShare     = byWeightShare + swappedShare // of each data set by itself: below is tested of all together

	// leastVariance is the variance of runs on which the law may hold: with less, two groups of runs are mostly too
	// small to accuse anybody.
	leastVariance = 12
	// leastGroups is what the groups of a side are worth at least, before a B below 0 accuses: of two weights that
	// are as frequent, four groups or fewer may show one alone.
	leastGroups = 4.5
	// fewGroups is what they are worth where Student's law is far from the normal one: two errors are less than 95%.
	fewGroups = 10
	// log R is between two ends with confidence 95%: beyond each of them with a half of the rest.
	outwardQuantile = 0.975
	// unseenShare is the confidence, as 1 less it, of how many runs may have a weight that none showed.
	unseenShare = 0.05

	alike  = 1e-12 // log weights that differ by less of their size are the same, but for rounding
	nearly = 1e-9  // so are means of many
	// Student's law has no probability for no freedom, or for infinitely many errors.
	leastFreedom = 1e-3
	mostErrors   = 1e9

	// far is how many nats from log R all runs are of one side. Weights of 0 are put there: a variance needs numbers.
	far = 99

	// suspicious is the probability below which runs that hold are not yet cleared.
	suspicious = 0.01
	// apart is the variance of a run, of 1/4 at most, below which hardly any weight is seen on both sides.
	apart = 0.02
)
