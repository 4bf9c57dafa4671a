package reports

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"breadboard/experiments"
)

// truthDigits is how many digits of the truth programs are told at the most, and
// readerDigits how many people.
const (
	truthDigits  = 20
	readerDigits = 15
)

// Certificates are tables of float64 results beside the truth, for people one a T
// and for programs one in all, with a row a result: how many of its digits are
// right and how many its own error promises, for programs both errors as well.
func Certificates(rows []experiments.Certified, f Format) []Table {
	if f == CSV || f == JSON {
		return []Table{certificatesInFull(rows)}
	}
	var all []Table
	for i, r := range rows {
		t := Table{Title: fmt.Sprintf("%s; T = %d", title(r.Chain), r.T), Columns: []Column{
			{"quantity", ""}, {"value", "float64"}, {"certified", ""}, {"digits", "right"}, {"promised", "said"}}}
		for _, p := range r.Proofs {
			text, _ := p.Truth.Decimal(readerDigits)
			t.Rows = append(t.Rows, []any{quantities[p.Name], Full(p.Value), text, digitsCell(p), promiseCell(p)})
		}
		for _, p := range r.Proofs {
			if !p.Kept() {
				t.Notes = append(t.Notes, fmt.Sprintf("%s %s is off by %s, and %s was said.", failed, quantities[p.Name], Short(p.Off()), Short(p.Err)))
			}
		}
		if r.Choice != nil {
			t.Notes = append(t.Notes, fmt.Sprintf("The betas are those that %s finds.", r.Chain.Schedule))
		}
		if i == len(rows)-1 {
			t.Notes = append(t.Notes, fmt.Sprintf("Certified: the truth to at most %d digits, proved in big floats of %d bits but for one unit of the last digit. "+
				"Right: how many digits of the float64 are. Said: how many its own estimate of its error leaves.", readerDigits, r.Bits))
		}
		all = append(all, t)
	}
	return all
}

// quantities are the names of proofs for readers.
var quantities = map[string]string{"J": "J", "B": "B", "kl_q_p": "KL(q‖p)", "kl_p_q": "KL(p‖q)",
	"path_kl_fwd": "KL(fwd‖rev)", "path_kl_rev": "KL(rev‖fwd)", "log_r": "log R"}

// digitsCell is how many digits are right; nil of a number that has none.
func digitsCell(p experiments.Proof) any {
	if math.IsNaN(p.Digits()) {
		return nil
	}
	return atLeast(p.Digits())
}

// atLeast is a number of digits rounded down, so that there are as many.
func atLeast(v float64) digits { return digits(math.Floor(10*v) / 10) }

// promiseCell is how many digits are promised, rounded down: a failure where there
// are fewer, and nil of a 0.
func promiseCell(p experiments.Proof) any {
	switch said := p.Promised(); {
	case !p.Kept():
		return Verdict{Text: failed, Failed: true}
	case math.IsNaN(said):
		return nil
	default:
		return atLeast(said)
	}
}

func certificatesInFull(rows []experiments.Certified) Table {
	var t Table
	for _, key := range []string{"target", "grid", "seed", "initial", "kernel", "bridge", "schedule", "skip_last_kernel", "T",
		"quantity", "value", "certified", "within", "digits", "off", "error", "bits"} {
		t.Columns = append(t.Columns, Column{Key: key})
	}
	for _, r := range rows {
		c := r.Chain
		for _, p := range r.Proofs {
			text, within := p.Truth.Decimal(truthDigits)
			t.Rows = append(t.Rows, []any{c.Target.Name, c.Target.Grid.String(), seedCell(c), c.Initial, c.Kernel, c.Bridge, c.Schedule, c.SkipLast, r.T,
				p.Name, p.Value, text, within, known(p.Digits()), p.Off(), p.Err, int(r.Bits)})
		}
	}
	return t
}

// CertificateSummary is the table of all cases that were proved, for people one row
// a kernel: in how many cases, and where the fewest digits are right. For programs
// it is Certificates.
func CertificateSummary(rows []experiments.Certified, f Format) Table {
	if f == CSV || f == JSON {
		return certificatesInFull(rows)
	}
	t := Table{Title: "Float64 results beside the truth", Columns: []Column{
		{"kernel", ""}, {"cases", ""}, {"digits", "fewest right"}, {"promised", "said"}, {"quantity", "of"}, {"case", "in"}}}
	var least *experiments.Certified
	for _, group := range byKernel(rows) {
		worst := experiments.Worst(group)
		if least == nil || worst.Fewest().Digits() < least.Fewest().Digits() {
			least = &worst
		}
		p := worst.Fewest()
		t.Rows = append(t.Rows, []any{worst.Chain.Kernel, len(group), digitsCell(p), promiseCell(p), quantities[p.Name] + " = " + Short(p.Value), caseName(worst)})
	}
	if least != nil {
		t.Notes = append(t.Notes, fmt.Sprintf("Of J, B and the divergences of %d annealings at least %v digits are right; of those above %.0e at least %v.",
			len(rows), atLeast(least.Fewest().Digits()), ordinary, atLeast(ordinaryDigits(rows))))
	}
	t.Notes = append(t.Notes, kept(rows))
	return t
}

// ordinary is what a divergence is above that anybody waits for; the laws that make a
// smaller one agree to ten digits.
const ordinary = 1e-20

// ordinaryDigits is how many digits at least are right of such divergences.
func ordinaryDigits(rows []experiments.Certified) float64 {
	least := math.Inf(1)
	for _, r := range rows {
		for _, p := range r.Proofs {
			if p.Name != "log_r" && p.Value > ordinary {
				least = min(least, p.Digits())
			}
		}
	}
	return least
}

// byKernel are the rows of each kernel, in the order in which kernels come first.
func byKernel(rows []experiments.Certified) [][]experiments.Certified {
	var groups [][]experiments.Certified
	at := map[string]int{}
	for _, r := range rows {
		i, ok := at[r.Chain.Kernel]
		if !ok {
			i = len(groups)
			at[r.Chain.Kernel] = i
			groups = append(groups, nil)
		}
		groups[i] = append(groups[i], r)
	}
	return groups
}

// caseName is what of a case is not its kernel.
func caseName(r experiments.Certified) string {
	c := r.Chain
	s := []string{c.Toy}
	for _, part := range []struct{ is, usual string }{{c.Bridge, "geometric"}, {c.Schedule, "linear"}, {c.Initial, "uniform"}} {
		if part.is != part.usual {
			s = append(s, part.is)
		}
	}
	return fmt.Sprintf("%s, T = %d", strings.Join(s, ", "), r.T)
}

// kept says whether the estimates of the errors are what they promise to be.
func kept(rows []experiments.Certified) string {
	var over []float64 // how many times the error they are
	broken := 0
	for _, r := range rows {
		for _, p := range r.Proofs {
			if !p.Kept() {
				broken++
			}
			if off := p.Off(); off > 0 && !p.Truth.Vanishes() {
				over = append(over, p.Err/off)
			}
		}
	}
	if broken > 0 {
		return fmt.Sprintf("%d results are further off than they say.", broken)
	}
	slices.Sort(over)
	if len(over) == 0 {
		return "No result is further off than it says."
	}
	at := func(share float64) string { return digits(over[int(share*float64(len(over)-1))]).String() }
	return fmt.Sprintf("No result is further off than it says: the error it tells of is at least %s times the true one, %s times in the median and %s at the 95th percentile.", at(0), at(0.5), at(0.95))
}
