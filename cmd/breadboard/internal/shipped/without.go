//go:build !site

package shipped

var engine []byte
