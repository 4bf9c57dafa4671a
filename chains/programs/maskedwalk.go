package programs

import (
	"math"

	"gonum.org/v1/gonum/stat/combin"
)

// Step visits where step t may lead from state y: all labels of all sets of tokens that it may reveal.
func (p Masked) Step(t, y int, visit Edge) {
	l := p.law()
	r := p.reveals[t]
	w := maskedWalk{law: l, reveal: r, from: y, visit: visit}
	w.shows = odds{drawn: 1, noised: 1}
	w.stays = odds{drawn: 1, noised: 1}
	if r.byItself {
		w.shows = odds{drawn: r.drawn, noised: r.noised}
		w.stays = odds{drawn: 1 - r.drawn, noised: 1 - r.noised}
		w.uneven = r.drawn != r.noised
	}
	if w.uneven {
		w.showsBy, w.staysBy = r.logRatios()
	}
	var draws stateDraws
	for _, token := range l.masked(y) {
		logs := p.conditionals(t, y, token, &draws)
		w.masked = append(w.masked, maskedToken{l.strides[token], logs, exps(logs)})
	}
	sets := 1.0
	if !r.byItself {
		sets = combin.GeneralizedBinomial(float64(len(w.masked)), float64(r.count))
	}
	w.walk(0, r.count, y, 1/sets, 1/sets, 0)
}

// A maskedToken is a token that a step may reveal: the stride of its digit, and its conditional by label.
type maskedToken struct {
	stride        int
	logs, chances []float64
}

// A maskedWalk goes through all that a step may reveal in a state.
type maskedWalk struct {
	law    *maskedLaw
	reveal reveal
	masked []maskedToken
	from   int
	visit  Edge
	// shows and stays are the odds of a token that is revealed and of one that stays masked. If so many are revealed,
	// all sets of them are as probable, and a token has no odds of its own.
	shows, stays odds
	// uneven says that the two of odds differ; showsBy and staysBy are then the logs of their quotients.
	uneven           bool
	showsBy, staysBy float64
}

// odds are the probability of something by the program, and by the noising read backward.
type odds struct{ drawn, noised float64 }

// walk decides about the masked tokens from the i-th on, of which so many are needed. drawn and noised are the
// probabilities so far, but for those of the labels in noised; logDrawn is the log of those in drawn.
func (w *maskedWalk) walk(i, need, next int, drawn, noised, logDrawn float64) {
	left := len(w.masked) - i
	if left == 0 || !w.reveal.byItself && need == 0 {
		w.end(w.reveal.count-need, next, drawn, noised, logDrawn)
		return
	}
	if w.mayStay(left, need) {
		w.walk(i+1, need, next, drawn*w.stays.drawn, noised*w.stays.noised, logDrawn)
	}
	token := w.masked[i]
	for v, chance := range token.chances {
		w.walk(i+1, need-1, next+(v+1)*token.stride, drawn*w.shows.drawn*chance, noised*w.shows.noised,
			logDrawn+token.logs[v])
	}
}

// mayStay reports whether the first of the tokens that are left may stay masked.
func (w *maskedWalk) mayStay(left, need int) bool {
	if w.reveal.byItself {
		return w.stays.drawn > 0
	}
	return left > need
}

// end visits what was revealed, so many tokens.
func (w *maskedWalk) end(shown, next int, drawn, noised, logDrawn float64) {
	logp := w.law.logp[next]
	if math.IsInf(logp, -1) {
		w.visit(next, drawn, 0, 0)
		return
	}
	by := logp - w.law.logp[w.from] - logDrawn
	if w.uneven {
		by += float64(shown)*w.showsBy + float64(len(w.masked)-shown)*w.staysBy
	}
	w.visit(next, drawn, noised*w.law.quotient(next, w.from), by)
}
