package leaderboard

// What a run costs is counted in evaluations of the log density, in two ways. A step of a kernel computes so many as
// its Facts say, c, and knows log f of the cell where it stands.
//
//	charged  (T-1) (1 + c)    each weight takes one evaluation
//	free     1 + (T-1) c      who keeps log f of the cell where the run stands pays for the first cell alone
//
// A chain that does not anneal has no weights: 1 + n c by either count.
func charged(T int, c float64) float64 { return float64(T-1) * (1 + c) }

func free(T int, c float64) float64 { return 1 + float64(T-1)*c }

// The prices of a run at which kernels are compared by J.
var prices = []int{100, 1000}

// levelsCharged, levelsFree and steps are as many as a price affords: 1 level, and no step, if it is too low.
func levelsCharged(price int, c float64) int { return 1 + int(float64(price)/(1+c)) }

func levelsFree(price int, c float64) int { return 1 + steps(price, c) }

func steps(price int, c float64) int { return int(float64(price-1) / c) }

// runPrices are the prices of a run, with weights charged, whose numbers of levels an annealing is tried with. On
// counted spins there are longer ones too.
func runPrices(family string) []int {
	all := []int{3, 10, 32, 100, 316, 1000}
	if family == counted {
		all = append(all, 3162, 10_000, 31_623)
	}
	return all
}
