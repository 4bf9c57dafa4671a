package chaintest

// A law is one of those that the suite checks. There is no other way to name
// one, so that a list of all of them cannot lack any; the package's own tests
// break each at least once.
type law int

// The laws of operators, of paths and of bridges.
const (
	rowsLaw law = iota
	backRowsLaw
	invarianceLaw
	reversalLaw
	pushLaw
	pullLaw
	backPushLaw
	backPullLaw
	stepLaw
	backStepLaw
	massLaw
	backMassLaw
	pullPairLaw
	backPullPairLaw
	slopeLaw
	backSlopeLaw

	crooksLaw
	oneWeightLaw
	meanWLaw
	meanInvWLaw
	fwdLogWLaw
	revLogWLaw
	momentsLaw
	jLaw
	bLaw
	pairwiseLaw
	boundLaw
	pushedWLaw
	pushedInvWLaw

	endsLaw
	insideLaw
	bridgeSlopeLaw
	constantsLaw

	laws
)

var names = [laws]string{
	rowsLaw:         "rows",
	backRowsLaw:     "rows of the reversal",
	invarianceLaw:   "invariance",
	reversalLaw:     "reversal",
	pushLaw:         "push",
	pullLaw:         "pull",
	backPushLaw:     "push of the reversal",
	backPullLaw:     "pull of the reversal",
	stepLaw:         "step",
	backStepLaw:     "step of the reversal",
	massLaw:         "rows and push by p",
	backMassLaw:     "rows and push by p of the reversal",
	pullPairLaw:     "pull of a pair",
	backPullPairLaw: "pull of a pair by the reversal",
	slopeLaw:        "slope",
	backSlopeLaw:    "slope of the reversal",

	crooksLaw:     "Crooks",
	oneWeightLaw:  "one weight a path",
	meanWLaw:      "E_fwd[w] = Z_T/Z_1",
	meanInvWLaw:   "E_rev[1/w] = Z_1/Z_T",
	fwdLogWLaw:    "E_fwd[log w], exact = enumerated",
	revLogWLaw:    "E_rev[log w], exact = enumerated",
	momentsLaw:    "law of log w, exact = enumerated",
	jLaw:          "J, exact = enumerated",
	bLaw:          "B = KL(fwd||rev) + KL(rev||fwd)",
	pairwiseLaw:   "B by Eq. (22)-(23)",
	boundLaw:      "B >= J",
	pushedWLaw:    "E_fwd[w], propagated",
	pushedInvWLaw: "E_rev[1/w], propagated",

	endsLaw:        "ends",
	insideLaw:      "mass inside",
	bridgeSlopeLaw: "slope of the bridge",
	constantsLaw:   "constants",
}

func (l law) String() string { return names[l] }

// KernelLawNames lists the laws of kernels and of the programs that run them.
func KernelLawNames() []string { return append([]string(nil), names[:endsLaw]...) }

// BridgeLawNames lists those of bridges.
func BridgeLawNames() []string { return append([]string(nil), names[endsLaw:]...) }
