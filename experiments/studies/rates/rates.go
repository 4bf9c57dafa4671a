// Package rates asks of discrete diffusion what BREAD asks of annealing. Its losses are bounds on the divergence of
// whole paths, and what people want is the divergence of what comes out. Here both are exact (package programs, Masked
// and Uniform). reports/rates has what was found.
//
// A Row is a program on a target, asked for one of the questions (targets.go, questions.go). A Bound is a plan of
// masked diffusion beside what is known of it before it is run: the total correlation, and the bounds of two papers
// (bounds.go).
package rates

import (
	"context"

	"breadboard/experiments/studies/display"
	"breadboard/experiments/studies/run"
)

// A Row is a program on a target.
type Row struct {
	Set      string `column:"set"`
	Question string `column:"question"`
	Target   string `column:"target"`
	Tokens   int    `column:"tokens"`
	Program  string `column:"program"`
	Calls    int    `column:"calls"` // of the conditionals, the score, or the ratios of a step of informed

	J       float64 `column:"J"`
	B       float64 `column:"B"`
	KLqp    float64 `column:"kl_q_p"`
	KLpq    float64 `column:"kl_p_q"`
	PathFwd float64 `column:"path_kl_fwd"` // of the program's paths from the noising's
	PathRev float64 `column:"path_kl_rev"` // of the noising's paths from the program's: what training bounds
}

func (r *Row) numbers() []*float64 {
	return []*float64{&r.J, &r.B, &r.KLqp, &r.KLpq, &r.PathFwd, &r.PathRev}
}

// A Bound is a plan of masked diffusion with exact conditionals, and what bounds its path KL.
type Bound struct {
	Set    string `column:"set"`
	Target string `column:"target"`
	Tokens int    `column:"tokens"`
	Plan   string `column:"plan"`
	Most   int    `column:"most"` // tokens of a step

	J       float64 `column:"J"`
	KLpq    float64 `column:"kl_p_q"`
	PathRev float64 `column:"path_kl_rev"`
	// Profile is the path KL by the entropies of random sets of tokens, which no program was run for.
	Profile float64 `column:"by_profile"`
	Steep   float64 `column:"steep"`   // (most-1) times the mean information of a token on all others
	LiCai   float64 `column:"li_cai"`  // Theorem 1 of Li and Cai (2025)
	Total   float64 `column:"total"`   // the total correlation: the path KL of one step
	Dual    float64 `column:"dual_tc"` // the dual total correlation
}

func (b *Bound) numbers() []*float64 {
	return []*float64{&b.J, &b.KLpq, &b.PathRev, &b.Profile, &b.Steep, &b.LiCai, &b.Total, &b.Dual}
}

// digits is how many digits a number of the files has.
const digits = 6

// Found is what the study found.
type Found struct {
	Rows   []Row
	Bounds []Bound
}

// Measure runs all programs on all targets.
func Measure(ctx context.Context, setting run.Setting) (found Found, err error) {
	parts, err := run.Targets(ctx, setting, subjects(setting), subject.work, subject.measured)
	if err != nil {
		return found, err
	}
	for _, part := range parts {
		found.Rows = append(found.Rows, part.Rows...)
		found.Bounds = append(found.Bounds, part.Bounds...)
	}
	for i := range found.Rows {
		display.Round(digits, found.Rows[i].numbers()...)
	}
	for i := range found.Bounds {
		display.Round(digits, found.Bounds[i].numbers()...)
	}
	return found, nil
}
