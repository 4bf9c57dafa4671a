package outside

import "testing"

// The size of a folder is known from names, sizes and first lines: three columns are nine entries.
func TestSizeOfFolder(t *testing.T) {
	const rows = "1,0,0\n0,1,0\n0,0,1\n"
	dir := folder(t, map[string]string{"beta-0.5.csv": rows, "beta-1.csv": rows + "\n"})
	if matrices, entries := SizeOfFolder(dir); matrices != 2 || entries != 9 {
		t.Errorf("got %d matrices of %v entries, want 2 of 9", matrices, entries)
	}
	if matrices, entries := SizeOfFolder(dir + "/none"); matrices != 0 || entries != 0 {
		t.Errorf("a missing folder has %d matrices of %v entries, want none", matrices, entries)
	}
}
