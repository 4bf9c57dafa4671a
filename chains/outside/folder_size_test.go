package outside

import "testing"

// The size of a folder is known from names, sizes and first lines: three columns are nine entries.
func TestSizeOfFolder(t *testing.T) {
	const rows = "1,0,0\n0,1,0\n0,0,1\n"
	dir := folder(t, map[string]string{"beta-0.5.csv": rows, "beta-1.csv": rows + "\n"})
	want := FolderSize{Matrices: 2, Entries: 9, Text: float64(len(rows) + 1)}
	if got := SizeOfFolder(dir); got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
	if got := SizeOfFolder(dir + "/none"); got != (FolderSize{}) {
		t.Errorf("a missing folder has size %+v, want nothing", got)
	}
}
