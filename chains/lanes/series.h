// What the loops with a series share: ·terms, which weights_amd64.s defines, and these.

// TERM adds the next lower term to Y1, the sum of the higher ones, for x in Y0.
#define TERM(at) \
	VBROADCASTSD ·terms+at(SB), Y2 \
	VMULPD  Y0, Y1, Y1 \
	VADDPD  Y2, Y1, Y1

// SERIES adds all but the highest, with which Y1 begins; LOWER those that are enough for exp(x), but the highest of them.
#define SERIES \
	TERM(104) \
	TERM(96) \
	TERM(88) \
	LOWER

#define LOWER \
	TERM(80) \
	TERM(72) \
	TERM(64) \
	TERM(56) \
	TERM(48) \
	TERM(40) \
	TERM(32) \
	TERM(24) \
	TERM(16) \
	TERM(8) \
	TERM(0)

// TERM8, SERIES8 and LOWER8 are the same with AVX-512.
#define TERM8(at) \
	VMULPD  Z0, Z1, Z1 \
	VADDPD.BCST ·terms+at(SB), Z1, Z1

#define SERIES8 \
	TERM8(104) \
	TERM8(96) \
	TERM8(88) \
	LOWER8

#define LOWER8 \
	TERM8(80) \
	TERM8(72) \
	TERM8(64) \
	TERM8(56) \
	TERM8(48) \
	TERM8(40) \
	TERM8(32) \
	TERM8(24) \
	TERM8(16) \
	TERM8(8) \
	TERM8(0)
