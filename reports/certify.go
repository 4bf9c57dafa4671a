package reports

import (
	"fmt"
	"math"
	"slices"

	"breadboard/experiments"
	"breadboard/experiments/columns"
	"breadboard/reports/table"
)

// The largest number of digits of the truth for programs and for people.
const (
	truthDigits  = 20
	readerDigits = 15
)

// Certificates are tables of float64 results beside the truth, with a row for each result
// and its number of right digits. People get a table for each T. Programs get one table,
// with the error as well.
func Certificates(rows []experiments.Certified, f table.Format) []table.Table {
	if f.ForPrograms() {
		return []table.Table{certificateData(rows)}
	}
	var all []table.Table
	for i, r := range rows {
		t := table.Table{Title: fmt.Sprintf("%s; T = %d", chainTitle(r.Chain), r.T), Columns: table.Columns(
			"quantity", "value=float64", "certified", "digits=right")}
		for _, p := range r.Proofs {
			text, _ := p.Truth.Decimal(readerDigits)
			t.Add(quantities[p.Name], table.Full(p.Value), text, digitsCell(p))
			if !p.Kept() {
				t.Note("%s %s is off by %s: fewer than %d digits are right.", failedMark, quantities[p.Name],
					table.Short(p.Off()), experiments.Promised)
			}
		}
		if r.Choice != nil {
			t.Note("The betas are those that %s finds.", r.Chain.Schedule)
		}
		if i == len(rows)-1 {
			t.Note("Certified: the truth to at most %d digits, proved in big floats of %d bits to one unit of the "+
				"last digit. Right: how many digits of the float64 are right.", readerDigits, r.Bits)
		}
		all = append(all, t)
	}
	return all
}

// quantities names proofs in tables for people.
var quantities = map[string]string{"J": "J", "B": "B", "kl_q_p": "KL(q‖p)", "kl_p_q": "KL(p‖q)",
	"j_state": "J of the state", "path_kl_fwd": "KL(fwd‖rev)", "path_kl_rev": "KL(rev‖fwd)", "log_r": "log R"}

// digitsCell shows how many digits are right. It is a failure if they are fewer than
// promised; a number that vanishes has none.
func digitsCell(p experiments.Proof) any {
	switch {
	case !p.Kept():
		return table.Verdict{Text: fmt.Sprintf("%s %v", failedMark, atLeast(p.Digits())), Mark: table.Failed}
	case math.IsNaN(p.Digits()):
		return nil
	}
	return atLeast(p.Digits())
}

// atLeast rounds a number of digits down, so that it stays true.
func atLeast(v float64) table.ThreeDigits { return table.ThreeDigits(math.Floor(10*v) / 10) }

func certificateData(rows []experiments.Certified) table.Table {
	t := table.Table{Columns: forPrograms(columns.Of("certify"))}
	for _, r := range rows {
		rec := record{"grid": r.Chain.Target.Grid.String(), "bits": int(r.Bits)}
		Name(rec, r.Chain.Setting)
		rec["target"], rec["T"] = r.Chain.TargetName(), r.T
		for _, p := range r.Proofs {
			rec["certified"], rec["within"] = p.Truth.Decimal(truthDigits)
			rec["quantity"], rec["value"] = p.Name, p.Value
			rec["digits"], rec["off"] = table.Known(p.Digits()), p.Off()
			rec["warnings"] = each(r.Chain.Doubts(), error.Error)
			t.Rows = append(t.Rows, table.RowOf(t.Columns, rec))
		}
	}
	return t
}

// CertificateSummary is the table of all proved cases. People see one row a kernel: the
// number of cases, and the one with the fewest right digits. Programs see the table of
// Certificates.
func CertificateSummary(rows []experiments.Certified, f table.Format) table.Table {
	if f.ForPrograms() {
		return certificateData(rows)
	}
	t := table.Table{Title: "Float64 results beside the truth", Columns: table.Columns(
		"kernel", "cases", "digits=fewest right", "quantity=of", "case=in")}
	for kernel, group := range experiments.GroupBy(rows, func(r experiments.Certified) string { return r.Chain.Kernel }) {
		worst := experiments.FewestDigits(group)
		p, c := worst.Fewest(), worst.Chain
		of := c.Toy // the case without its kernel and its defaults
		for _, name := range []string{c.Bridge, c.Schedule, c.Initial} {
			if name != "geometric" && name != "linear" && name != "uniform" && name != "prior" {
				of += ", " + name
			}
		}
		t.Add(kernel, len(group), digitsCell(p), quantities[p.Name]+" = "+table.Short(p.Value),
			of+fmt.Sprintf(", T = %d", worst.T))
	}
	if len(rows) > 0 {
		t.Note("Of J, B and the divergences of %d annealings at least %v digits are right, if they are above %.0e.",
			len(rows), atLeast(experiments.FewestDigits(rows).Fewest().Digits()), experiments.Ordinary)
	}
	broken := 0
	for _, r := range rows {
		broken += len(slices.DeleteFunc(slices.Clone(r.Proofs), experiments.Proof.Kept))
	}
	if broken > 0 {
		have := "results have"
		if broken == 1 {
			have = "result has"
		}
		t.Note("%d %s fewer digits than the %d that are promised.", broken, have, experiments.Promised)
	}
	return t
}
