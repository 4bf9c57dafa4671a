package diagnostics

// Catalogue has every diagnostic.
var Catalogue = []Diagnostic{
	essPositive,
	essMonotone,
	essBatch,
	essOverlapping,
	essAutoregressive,
	essBulk,
	essTail,
	rhatClassic,
	rhatSplit,
	rhatRank,
	geweke,
	heidelberger,
}
