package journal

import (
	"reflect"
	"testing"
)

// Every part of the build and the job are in a key, which is the same in every run: here of
// {"format":2,"cell":{"to":10},"build":{"version":"v1","commit":"c0ffee","go":"go1"}}, by sha256sum.
func TestKey(t *testing.T) {
	base := aRow(10)
	if want := "2ea4c124d6851c67fd7234a20b862768"; base.Key != want {
		t.Errorf("the key is %s, want %s", base.Key, want)
	}
	if aRow(11).Key == base.Key {
		t.Error("another job has the same key")
	}
	for i := range reflect.TypeFor[Build]().NumField() {
		b := base.Build
		reflect.ValueOf(&b).Elem().Field(i).SetString("other")
		if Key(base.Job, b) == base.Key {
			t.Errorf("%s is not in the key", reflect.TypeFor[Build]().Field(i).Name)
		}
	}
}
