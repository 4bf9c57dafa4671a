//go:build site

package shipped

import _ "embed"

// engine is made by .ci/release.
//
//go:embed engine.wasm.gz
var engine []byte
