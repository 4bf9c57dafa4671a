package cause

// advice says what to do about a cause, where its sentence does not say it by itself.
var advice = map[string]string{
	"transposed":   "let row x, column y hold the probability of going from cell x to y",
	"displaced":    "see whether a line is missing or too many, as a line of names",
	"single":       "compute in double precision, or allow the tolerance",
	"digits":       "write 17 digits, or allow the tolerance",
	"single-log-f": "keep log f in double precision, or allow the tolerance",
	"edges": "propose all moves alike and stay if one leads off the grid, or accept with min(1, f(y) moves(x)/" +
		"(f(x) moves(y)))",
	"edges-inverted": "accept with min(1, f(y) moves(x)/(f(x) moves(y))), where moves counts the moves that are proposed",
	"lopsided":       "accept with min(1, f(y) q(y,x)/(f(x) q(x,y))), where q is the probability of proposing",
	"axis":           "see whether moves along that axis are proposed, and not overwritten",
	"level-before":   "hand f of the level to the kernel before it steps",
	"level-after":    "hand f of the level to the kernel before it steps",
	"inverted":       "accept with min(1, f(y)/f(x)), which is exp(log f(y) - log f(x)) if that is below 1",
	"flat":           "compare the proposal with min(1, f(y)/f(x)), and stay if it is rejected",
	"uncut":          "accept with min(1, f(y)/f(x))",
	"impatient":      "count a rejected move as a step in which the chain stays",
	"order":          "let the last axis run fastest: on R rows and C columns, row r and column c is cell r C + c",
	"shifted":        "count cells from 0",
	"wrapped":        "let a move end where its line ends",
	"line-ends":      "let the loop run from the first cell of a line to the last",
	"walls":          "never move into a cell of log f = -inf",
	"reversal":       "give the reversal: R(x,y) = p(y) T(y,x)/p(x)",
	"undefined":      "any row of probabilities would do there, as one that stays",
}

// Advice says what to do, without a capital and a period; "" if the cause says it by itself.
func (c Cause) Advice() string { return advice[c.Name] }
