//go:build !site

package shipped

// Engine is nil: breadboard was built without it.
var Engine []byte
