//go:build !site

package shipped

// Engine is nil: the program was built without it.
var Engine []byte
