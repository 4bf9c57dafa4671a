package experiments

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/exact"
	"breadboard/exact/certain"
	"breadboard/exact/tuning"
	"breadboard/toys"
)

// A Certified is the result of a chain at one T in float64, as Exactly computes it, beside the proved truth.
type Certified struct {
	Chain  Chain
	Choice *tuning.Choice // how the schedule was chosen; nil for a formula or a file
	T      int
	Bits   uint   // of the last pass in big floats
	Tilts  []Tilt // the path, if it is that of averaged moments; its λ are taken as they are
	Proofs []Proof
}

// A Proof is one number of the result, beside an interval that contains the truth.
type Proof struct {
	Name  string // as in the tables of exact results: J, B, kl_q_p, ...
	Value float64
	Truth certain.Enclosure
}

// Digits is the number of right digits of the value; NaN if the truth vanishes.
func (p Proof) Digits() float64 { return p.Truth.Digits(p.Value) }

// Off is the largest possible distance from the truth.
func (p Proof) Off() float64 { return p.Truth.Off(p.Value) }

// Ordinary is the least divergence that matters. Below it q and p agree to ten digits.
const Ordinary = 1e-20

// Promised is the number of digits that a float64 result should have.
const Promised = 9

// Kept reports whether the value has the promised digits, or an error of at most Ordinary;
// for log R, a difference of numbers of its own size, an error of 1e-12 is enough.
func (p Proof) Kept() bool {
	floor := Ordinary
	if p.Name == logR {
		floor = 1e-12
	}
	return p.Off() <= floor || p.Digits() >= Promised
}

const logR = "log_r"

// Kept reports whether all values have the promised digits.
func (c Certified) Kept() bool {
	return !slices.ContainsFunc(c.Proofs, func(p Proof) bool { return !p.Kept() })
}

// Fewest is the proof with the fewest right digits, of the divergences above Ordinary. If
// there is none it is the proof of B.
func (c Certified) Fewest() Proof {
	ordinary := slices.DeleteFunc(slices.Clone(c.Proofs), func(p Proof) bool {
		return p.Name == logR || !(p.Value > Ordinary) || math.IsNaN(p.Digits())
	})
	if len(ordinary) == 0 {
		return c.Proof("B")
	}
	return slices.MinFunc(ordinary, func(p, o Proof) int { return cmp.Compare(p.Digits(), o.Digits()) })
}

// FewestDigits is the row with the fewest right digits; one without a number of them comes last. It panics if there are
// no rows.
func FewestDigits(rows []Certified) Certified {
	return slices.MinFunc(rows, func(a, b Certified) int {
		return cmp.Compare(-b.Fewest().Digits(), -a.Fewest().Digits())
	})
}

// Proof is the proof of this name. It panics if there is none.
func (c Certified) Proof(name string) Proof {
	return c.Proofs[slices.IndexFunc(c.Proofs, func(p Proof) bool { return p.Name == name })]
}

// Certify computes J, B, the divergences that they are sums of, and log R at every T of
// ts, each beside its proved enclosure. The rows are in the order of ts. Progress counts
// levels, assuming two precisions, which are usually enough.
func (c Chain) Certify(ctx context.Context, ts []int, progress Progress) ([]Certified, error) {
	if c.Target.Orbits != nil && c.Extended() {
		return nil, Faultf("%v %s: on orbits its steps are known by float64 alone, and nothing can be proved; the "+
			"cells themselves, or another kernel, would do", FieldKernel, c.Kernel)
	}
	return AtEach(ctx, c, 0, ts, 1, progress, func(ctx context.Context, at Aimed, tell Progress) (Certified, error) {
		a, T := at.Annealing, at.T()
		g, err := exact.Measure(ctx, a)
		if err != nil {
			return Certified{}, err
		}
		t, err := certain.Measure(ctx, a, func(pass int, done float64) {
			tell(int((float64(pass)+done)*float64(T)), 2*T)
		})
		switch {
		case errors.Is(err, certain.ErrUndefined):
			return Certified{}, Faultf("%v %s: %v", FieldKernel, c.Kernel, err)
		case errors.Is(err, certain.ErrSpan):
			return Certified{}, Faultf("%s: %v", c.TargetName(), err)
		case err != nil:
			return Certified{}, err
		}
		cell := g.Final
		var state []Proof
		if c.Extended() {
			_, _, cell = g.Marginal(c.Target.Grid.Size())
			state = []Proof{{"j_state", g.J(), t.J}}
		}
		proofs := []Proof{
			{"J", cell.Jeffreys(), t.Cell.J},
			{"kl_q_p", cell.Forward, t.Cell.QP},
			{"kl_p_q", cell.Reverse, t.Cell.PQ},
			{"B", g.B(), t.B},
			{"path_kl_fwd", g.Paths.Forward, t.Fwd},
			{"path_kl_rev", g.Paths.Reverse, t.Rev},
			{logR, g.LogR, t.LogR},
		}
		return Certified{Chain: c, Choice: at.Choice, T: T, Bits: t.Bits, Tilts: c.Tilts(a.Schedule),
			Proofs: append(proofs, state...)}, nil
	})
}

// A Case is a setting at one T, with extremes that names cannot express.
type Case struct {
	Setting
	Still  bool    // betas come twice, so that nothing changes at half of the levels
	Offset float64 // added to the target's log density, and so to a tempered initial one
}

// Chain looks up all names of the case.
func (c Case) Chain() (Chain, error) {
	chain, err := c.Setting.Chain()
	if err != nil {
		return chain, err
	}
	if c.Still { // T levels have about T/2 different betas
		of := chain.schedule.formula
		chain.Schedule += ", each twice"
		chain.schedule = schedule{formula: func(T int) chains.Schedule {
			base, betas := of(T/2+1), make([]float64, T)
			for t := range betas {
				betas[t] = base.Beta((t+1)/2 + 1)
			}
			s, err := chains.NewSchedule(betas)
			if err != nil {
				panic(err) // unreachable: they rise as the base does
			}
			return s
		}}
	}
	if c.Offset != 0 {
		chain.Toy += fmt.Sprintf("%+g", c.Offset)
		f := slices.Clone(chain.Target.LogF)
		floats.AddConst(c.Offset, f)
		chain.Target.LogF = f
		var from []float64
		if from, err = initial(chain.Initial, chain.density(), chain.Target); err == nil {
			chain.bridge = chain.Space.bridge(from, f) // no case with an offset has another
		}
	}
	return chain, err
}

// CertifyCases lists annealings that together have every kernel, toy, bridge and schedule by a formula: every kernel on
// every toy, with every bridge and with every schedule, and extremes that are hard for float64. A kernel with long rows
// gets fewer levels, and no case if even two levels are too many.
func CertifyCases() []Case {
	var all []Case
	add := func(s Setting) { all = append(all, Case{Setting: s}) }
	for _, k := range kernels.Catalogue {
		for _, t := range toys.Catalogue {
			add(Setting{Toy: ExampleOf(t), Kernel: k.Name, T: 12})
		}
		for _, b := range append(examples(chains.Bridges[1:]), "power:-1", "power:1.5", "moments:gaussian") {
			add(Setting{Toy: "barrier", Kernel: k.Name, Bridge: b, T: 8})
		}
		for _, s := range append(examples(chains.Schedules[1:]), "power:0.5", "geometric:0.1", "fisher") {
			add(Setting{Toy: "easy", Kernel: k.Name, Schedule: s, T: 12})
		}
		add(Setting{Toy: "barrier", Kernel: k.Name, Initial: "tempered:0.2", SkipLast: true, T: 9})
	}
	var some []Case
	for _, c := range all {
		chain, err := c.Chain()
		if err != nil { // the kernel runs on too many states
			continue
		}
		a := chain.annealing(chains.Linear(2))
		if c.T = min(c.T, int(mostNumbers/certain.Numbers(a.Kernel, a.Grid))); c.T >= 2 {
			some = append(some, c)
		}
	}
	// Cases where digits are hard to keep: J next to 0, slow modes that keep every rounding error, log densities far
	// apart, and both at once. And trivial ones: a flat density, betas that stand still, and a constant in log
	// densities.
	all = some
	for _, kernel := range []string{"metropolis", "barker", "heat-bath", "cycle", "lazy:0.01"} {
		for _, toy := range []string{"random:1e-6", "random:0.01", "random:30", "random:200", "random:2000",
			"two-basins:40"} {
			for _, T := range []int{2, 5, 100} {
				add(Setting{Toy: toy, Kernel: kernel, T: T})
			}
		}
		add(Setting{Toy: "barrier", Kernel: kernel, T: 1000})
		add(Setting{Toy: "easy", Kernel: kernel, Schedule: "sigmoid:4", T: 200})
	}
	for _, kernel := range []string{"metropolis", "cycle", "perfect"} {
		// the first is flat
		for _, toy := range []string{"random:0", "random:0.01", "random:30", "barrier", "staircase"} {
			for _, T := range []int{2, 20} {
				all = append(all, Case{Setting: Setting{Toy: toy, Kernel: kernel, T: T}, Still: T > 2},
					Case{Setting: Setting{Toy: toy, Kernel: kernel, Initial: "tempered:0.3", T: T}, Offset: 1000})
			}
		}
	}
	add(Setting{Toy: "easy", Kernel: "metropolis", Schedule: "binned", T: 30})
	add(Setting{Toy: "easy", Kernel: "metropolis", Schedule: "kl", T: 30})
	add(Setting{Toy: "easy", Kernel: "metropolis", Initial: "tempered:0.3", T: 30})
	add(Setting{Toy: "two-basins:8", Kernel: "metropolis", Initial: "tempered:0.3", T: 30})
	add(Setting{Toy: "barrier", Kernel: "metropolis", T: 100_000})
	return all
}

// examples names bridges or schedules, with the parameters of their examples.
func examples[F any](all []chains.Entry[chains.Family[F]]) (names []string) {
	for _, l := range listed(all) {
		names = append(names, l.Example)
	}
	return names
}

// ExampleOf names a toy, with the parameters of its example.
func ExampleOf(t toys.Toy) string {
	if t.Params == "" {
		return t.Name
	}
	return t.Name + ":" + t.Example
}

// mostNumbers bounds the big floats in a kernel's rows over all levels of a case: that
// many take some tenths of a second.
const mostNumbers = 100_000

// CertifyAll proves every case, and returns them in their order. Progress counts levels.
func CertifyAll(ctx context.Context, cases []Case, progress Progress) ([]Certified, error) {
	rows, ts := make([]Certified, len(cases)), make([]int, len(cases))
	for i, c := range cases {
		ts[i] = c.T
	}
	err := each(ctx, 0, ts, progress, func(ctx context.Context, i int, tell Progress) error {
		chain, err := cases[i].Chain()
		if err != nil {
			return err
		}
		one, err := chain.Certify(ctx, ts[i:i+1], tell)
		if err != nil {
			return fmt.Errorf("%s, kernel %s, schedule %s, bridge %s, T = %d: %w",
				chain.Toy, chain.Kernel, chain.Schedule, chain.Bridge, ts[i], err)
		}
		rows[i] = one[0]
		return nil
	})
	return rows, err
}
