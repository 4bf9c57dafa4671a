package parquet

import (
	"testing"

	"github.com/parquet-go/parquet-go/deprecated"
)

// Old writers say by the converted type alone that numbers have no sign.
func TestUnsignedOfOldWriters(t *testing.T) {
	var none element
	if none.unsigned() {
		t.Error("numbers that nothing is said of have no sign")
	}
	for of := deprecated.UTF8; of <= deprecated.Interval; of++ {
		var e element
		e.Converted.Set(of)
		want := of == deprecated.Uint8 || of == deprecated.Uint16 || of == deprecated.Uint32 || of == deprecated.Uint64
		if e.unsigned() != want {
			t.Errorf("%v is without a sign: %v, want %v", of, e.unsigned(), want)
		}
	}
}
