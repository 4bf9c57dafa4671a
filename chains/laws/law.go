package laws

// A Law is one statement that a kernel, a chain or a bridge keeps. The constants below are all
// of them; String gives the name that people read.
//
// p is the density that a kernel is aimed at, normalised; T(x,y) the probability
// that one step from x leads to y; R the operator that the reverse chain steps by;
// f_t the density of level t, Z_t its sum, and p_t = f_t/Z_t.
type Law int

// The laws of a kernel's rows at one level.
const (
	Entries         Law = iota // 0 <= T(x,y) <= 1
	Sums                       // sum_y T(x,y) = 1
	Walls                      // T(x,y) = 0 if p(y) = 0 and y is not x
	Invariance                 // sum_x p(x) T(x,y) = p(y), to an absolute error
	EachCell                   // the same, to an error relative to p(y), so that rare cells count
	Reversal                   // p(x) T(x,y) = p(y) R(y,x)
	Push                       // Push(q)(y) = sum_x q(x) T(x,y), and Pull(f)(x) = sum_y T(x,y) f(y)
	Declared                   // T is the matrix of the kernel that it claims to be
	DetailedBalance            // p(x) T(x,y) = p(y) T(y,x); a sound kernel need not keep it
)

// The laws of an operator's other methods, which agree with its rows.
const (
	Visits    Law = iota + DetailedBalance + 1 // Row visits no cell twice, and never the one that it starts from
	Steps                                      // Step(x) is y with probability T(x,y), over all outcomes of its dice
	Stay                                       // Stay(x) = T(x,x)
	ByMass                                     // Row and Push give the same when the level carries p
	PullPair                                   // PullPair is Pull on both functions
	PushSlope                                  // PushSlope(q) is the derivative of Push(q) along the bridge
)

// The laws of whole chains. Forward chains start from p_1 and step by T_t; reverse
// chains start from p_T and step by the reversals R_t (BREAD, Eq. 1 and 20). Crooks' law is
// P_fwd(path) w(path) Z_1/Z_T = P_rev(path).
const (
	Start        Law = iota + PushSlope + 1 // forward chains start from p_1
	ReverseStart                            // reverse chains start from p_T
	OneWeight                               // log w is a function of the path, the same forward and in reverse
	Crooks                                  // p_{t-1}(x) w(x,y) Z_{t-1}/Z_t T_t(x,y) = p_t(y) R_t(y,x)
	MeanW                                   // E_fwd[w] = Z_t/Z_1 for the weight of the steps up to each level t
	MeanInvW                                // E_rev[1/w] = Z_t/Z_T for the weight of the steps down to each level t
	Below                                   // E_fwd[log w] <= log Z_t/Z_1 (Eq. 7)
	Above                                   // E_rev[log w] >= log Z_T/Z_t (Eq. 10)
	Sandwich                                // E_rev[log w] >= E_fwd[log w], so B >= 0
	BoundsJ                                 // B >= J
	TwoFormulas                             // E_rev[log w] - E_fwd[log w] (Eq. 21) is B by pairs (Eq. 22-23)
)

// The laws of a bridge between two log densities. The tests of package chaintest measure them.
const (
	Ends        Law = iota + TwoFormulas + 1 // it is the first density at beta = 0 and the second at 1, to the bit
	Inside                                   // the cells that have mass are the same at every beta inside
	BridgeSlope                              // Slope is d/dbeta log f_beta, up to a constant
	Constants                                // constants added to both ends change log f_beta by one constant
)

// The laws of a kernel that is known by samples alone. The finding's value is a p-value, and
// its limit the level that the p-value must exceed.
const (
	SeenWalls    Law = iota + Constants + 1 // no move into a cell without mass is seen
	SeenDraws                               // one step from draws of p gives draws of p
	SeenRank                                // one step from draws of p does not drift in the order of log f
	SeenBalance                             // pT = p, T being estimated by the counted moves
	SeenRows                                // the moves from each cell are draws of the declared kernel's row
	SeenSandwich                            // the mean of log w in reverse is not below that forward
	SeenMeanW                               // the mean of w is Z_T/Z_1
	SeenMeanInvW                            // the mean of 1/w is Z_1/Z_T

	count
)

var names = [count]string{
	Entries:         "entries are probabilities",
	Sums:            "rows sum to 1",
	Walls:           "no cell without mass is entered",
	Invariance:      "pT = p",
	EachCell:        "pT = p, relative to p",
	Reversal:        "its reversal undoes it",
	Push:            "push and pull are the rows",
	Declared:        "the rows are the declared kernel's",
	DetailedBalance: "detailed balance",

	Visits:    "a row visits each cell once",
	Steps:     "steps are the rows",
	Stay:      "the probability of staying is the rows'",
	ByMass:    "rows and push by p are the rows",
	PullPair:  "pulling a pair is pulling both",
	PushSlope: "the slope of a push is its derivative",

	Start:        "forward chains start at p_1",
	ReverseStart: "reverse chains start at p_T",
	OneWeight:    "one weight a path",
	Crooks:       "Crooks, by pairwise flows",
	MeanW:        "E_fwd[w] = Z_t/Z_1",
	MeanInvW:     "E_rev[1/w] = Z_t/Z_T",
	Below:        "E_fwd[log w] <= log Z_t/Z_1",
	Above:        "E_rev[log w] >= log Z_T/Z_t",
	Sandwich:     "E_rev[log w] >= E_fwd[log w]",
	BoundsJ:      "B >= J",
	TwoFormulas:  "B = Eq. (22)-(23)",

	Ends:        "the bridge meets its ends",
	Inside:      "mass inside a bridge does not come and go",
	BridgeSlope: "the slope of a bridge is its derivative",
	Constants:   "constants do not matter",

	SeenWalls:    "no cell without mass is seen entered",
	SeenDraws:    "steps from draws of p are draws of p",
	SeenRank:     "steps from draws of p do not drift in log f",
	SeenBalance:  "pT = p, by the counted moves",
	SeenRows:     "moves are the declared kernel's",
	SeenSandwich: "E_rev[log w] >= E_fwd[log w], estimated",
	SeenMeanW:    "mean of w = Z_T/Z_1",
	SeenMeanInvW: "mean of 1/w = Z_1/Z_T",
}

// String is the law's name.
func (l Law) String() string { return names[l] }
