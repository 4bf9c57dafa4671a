package reports

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"breadboard/experiments"
	"breadboard/reports/table"
)

// The most digits of the truth that programs and people get.
const (
	truthDigits  = 20
	readerDigits = 15
)

// Certificates are tables of float64 results beside the truth, with a row a result:
// how many of its digits are right, and how many its own error promises. People get a
// table for each T. Programs get one table, with both errors as well.
func Certificates(rows []experiments.Certified, f table.Format) []table.Table {
	if f.ForPrograms() {
		return []table.Table{certificateData(rows)}
	}
	var all []table.Table
	for i, r := range rows {
		t := table.Table{Title: fmt.Sprintf("%s; T = %d", chainTitle(r.Chain), r.T), Columns: table.Columns(
			"quantity", "value=float64", "certified", "digits=right", "promised=said")}
		for _, p := range r.Proofs {
			text, _ := p.Truth.Decimal(readerDigits)
			t.Rows = append(t.Rows, []any{quantities[p.Name], table.Full(p.Value), text, digitsCell(p), promiseCell(p)})
		}
		for _, p := range r.Proofs {
			if !p.Kept() {
				t.Notes = append(t.Notes, fmt.Sprintf("%s %s is off by %s, and its error said %s.", failedMark,
					quantities[p.Name], table.Short(p.Off()), table.Short(p.Err)))
			}
		}
		if r.Choice != nil {
			t.Notes = append(t.Notes, fmt.Sprintf("The betas are those that %s finds.", r.Chain.Schedule))
		}
		if i == len(rows)-1 {
			t.Notes = append(t.Notes, fmt.Sprintf("Certified: the truth to at most %d digits, proved in big floats "+
				"of %d bits to one unit of the last digit. Right: how many digits of the float64 are right. "+
				"Said: how many its own estimate of its error leaves.", readerDigits, r.Bits))
		}
		all = append(all, t)
	}
	return all
}

// quantities names proofs for readers.
var quantities = map[string]string{"J": "J", "B": "B", "kl_q_p": "KL(q‖p)", "kl_p_q": "KL(p‖q)",
	"path_kl_fwd": "KL(fwd‖rev)", "path_kl_rev": "KL(rev‖fwd)", "log_r": "log R"}

// digitsCell says how many digits are right; a number may have none.
func digitsCell(p experiments.Proof) any {
	if math.IsNaN(p.Digits()) {
		return nil
	}
	return atLeast(p.Digits())
}

// atLeast rounds a number of digits down, so that there are as many.
func atLeast(v float64) table.ThreeDigits { return table.ThreeDigits(math.Floor(10*v) / 10) }

// promiseCell says how many digits are promised, rounded down. It is a failure if there
// are fewer; a 0 promises none.
func promiseCell(p experiments.Proof) any {
	switch said := p.Promised(); {
	case !p.Kept():
		return table.Verdict{Text: failedMark, Mark: table.Failed}
	case math.IsNaN(said):
		return nil
	default:
		return atLeast(said)
	}
}

// certificateData has a row for each result.
func certificateData(rows []experiments.Certified) table.Table {
	t := table.Table{Columns: table.Keys("target grid seed initial kernel bridge schedule skip_last_kernel T " +
		"quantity value certified within digits off error bits")}
	for _, r := range rows {
		c := r.Chain
		for _, p := range r.Proofs {
			text, within := p.Truth.Decimal(truthDigits)
			t.Rows = append(t.Rows, []any{c.Target.Name, c.Target.Grid.String(), table.Pointed(c.Seed), c.Initial,
				c.Kernel, c.Bridge, c.Schedule, c.SkipLast, r.T,
				p.Name, p.Value, text, within, table.Known(p.Digits()), p.Off(), p.Err, int(r.Bits)})
		}
	}
	return t
}

// CertificateSummary is the table of all cases that were proved. People see one row a
// kernel: in how many cases, and where the fewest digits are right. Programs see what
// Certificates has.
func CertificateSummary(rows []experiments.Certified, f table.Format) table.Table {
	if f.ForPrograms() {
		return certificateData(rows)
	}
	t := table.Table{Title: "Float64 results beside the truth", Columns: table.Columns(
		"kernel", "cases", "digits=fewest right", "promised=said", "quantity=of", "case=in")}
	var least *experiments.Certified
	for _, group := range byKernel(rows) {
		worst := experiments.Worst(group)
		if least == nil || worst.Fewest().Digits() < least.Fewest().Digits() {
			least = &worst
		}
		p := worst.Fewest()
		t.Rows = append(t.Rows, []any{worst.Chain.Kernel, len(group), digitsCell(p), promiseCell(p),
			quantities[p.Name] + " = " + table.Short(p.Value), caseName(worst)})
	}
	if least != nil {
		t.Notes = append(t.Notes, fmt.Sprintf("Of J, B and the divergences of %d annealings at least %v digits "+
			"are right; of those above %.0e at least %v are.",
			len(rows), atLeast(least.Fewest().Digits()), ordinary, atLeast(ordinaryDigits(rows))))
	}
	t.Notes = append(t.Notes, promisesKept(rows))
	return t
}

// ordinary is the least divergence that anybody waits for. If it is smaller, q and p
// agree to ten digits.
const ordinary = 1e-20

// ordinaryDigits returns how many digits at least are right of ordinary divergences.
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

// byKernel groups the rows by kernel, in the order in which kernels first come.
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

// caseName names a case without its kernel, and without what is usual.
func caseName(r experiments.Certified) string {
	c := r.Chain
	s := []string{c.Toy}
	for _, part := range []struct{ is, usual string }{{c.Bridge, "geometric"}, {c.Schedule, "linear"},
		{c.Initial, "uniform"}} {
		if part.is != part.usual {
			s = append(s, part.is)
		}
	}
	return fmt.Sprintf("%s, T = %d", strings.Join(s, ", "), r.T)
}

// promisesKept says whether errors stay within their estimates, and how far.
func promisesKept(rows []experiments.Certified) string {
	var over []float64 // estimates over errors
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
		return fmt.Sprintf("%d results are further off than their errors say.", broken)
	}
	slices.Sort(over)
	if len(over) == 0 {
		return "No result is further off than its error says."
	}
	at := func(share float64) string { return table.ThreeDigits(over[int(share*float64(len(over)-1))]).String() }
	return fmt.Sprintf("No result is further off than its error says: that is at least %s times the true error, %s "+
		"times in the median and %s at the 95th percentile.", at(0), at(0.5), at(0.95))
}
