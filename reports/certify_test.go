package reports

import (
	"math/big"
	"strings"
	"testing"

	"breadboard/exact/certain"
	"breadboard/experiments"
	"breadboard/reports/table"
	"breadboard/toys"
)

// proven returns a result beside what it should be.
func proven(name string, value, truth float64) experiments.Proof {
	at := big.NewFloat(truth)
	return experiments.Proof{Name: name, Value: value, Truth: certain.Enclosure{Lo: at, Hi: at}}
}

func certified(kernel string, proofs ...experiments.Proof) experiments.Certified {
	c := experiments.Chain{Target: toys.Barrier()}
	c.Setting = experiments.Setting{Toy: "barrier", Kernel: kernel}.WithDefaults()
	return experiments.Certified{Chain: c, T: 7, Bits: 256, Proofs: proofs}
}

// plainly renders a table for people, one blank between two words.
func plainly(t *testing.T, made table.Table) string {
	t.Helper()
	return strings.Join(strings.Fields(write(t, made, table.Plain, table.Style{})), " ")
}

var (
	rightProofs = certified("metropolis", proven("J", 2.5, 2.5000000001), proven("B", 4, 4))
	wrongProofs = certified("barker", proven("J", 2.5, 2.501), proven("B", 1e-25, 1.1e-25))
)

// The digits that are right stand beside every result, and a result with too few fails.
func TestCertificates(t *testing.T) {
	says(t, plainly(t, Certificates([]experiments.Certified{rightProofs}, table.Plain)[0]),
		"barrier on 7x7; kernel metropolis", "T = 7", "│ J │ 2.5 │ 2.50000000010000 │ 10.3 │", "│ 16 │", "256 bits")
	long := certified("cycle", proven("J", 8.4788901993163441e-49, 1.5177596298374063e-45),
		proven("path_kl_fwd", 48.56824949107805, 48.5682494910780542), proven("path_kl_rev", 2.5, 2.501),
		proven("log_r", -8.4788901993163441e-21, -1.5177596298374063e-16), proven("kl_p_q", 0, 0))
	text := write(t, Certificates([]experiments.Certified{long}, table.Plain)[0], table.Plain, table.Style{})
	for line := range strings.Lines(text) {
		if n := len([]rune(strings.TrimSuffix(line, "\n"))); n > 80 {
			t.Errorf("%d columns: %s", n, line)
		}
	}
	if strings.Count(text, "┌") != 1 {
		t.Errorf("not one table in\n%s", text)
	}
	says(t, text, "(!!) KL(rev‖fwd) is off by 0.0010000: fewer than 9 digits are right.", "(!!) 3.3 │")
}

// The summary has a row a kernel for people, and a row a result for programs.
func TestCertificateSummary(t *testing.T) {
	rows := []experiments.Certified{rightProofs, wrongProofs}
	says(t, plainly(t, CertificateSummary(rows, table.Plain)), "metropolis", "barker", "(!!)",
		"1 result has fewer digits than the 9 that are promised",
		"at least 3.3 digits are right, if they are above 1e-20")
	full := CertificateSummary(rows, table.CSV)
	if len(full.Rows) != 4 {
		t.Errorf("%d rows for programs, want 4", len(full.Rows))
	}
	if cells := len(full.Rows[0]); cells != len(full.Columns) {
		t.Errorf("%d cells for %d columns", cells, len(full.Columns))
	}
}
