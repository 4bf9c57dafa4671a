package experiments

import "breadboard/chains/sample"

// MostChains is the largest number of chains: the log weights of both directions take 1.6 GB then.
const MostChains = 100_000_000

// Sampling are the options of a chain's Monte Carlo runs. Its Progress is not used.
type Sampling sample.Options
