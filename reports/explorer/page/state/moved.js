// Views that links of older pages name and the page has no more, and the view that is nearest to them now. page.go
// (Moved) has the same names.

/** moved are the views that went, by the names that links have. */
export const moved = {levels: "cells", spectrum: "cells", sampled: "cells", why: "schedule", against: "schedule"};

/** retired are keys of links that nothing has any more: they are left out without a word. */
export const retired = new Set(["less", "colours", "by", "tour", "chains", "mc_seed", "run", "chains-on", "curves"]);
