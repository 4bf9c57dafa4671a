//go:build !purego

#include "textflag.h"
#include "series.h"

// Of all loops AX counts cells, four a turn or eight, and CX is their number, a multiple of eight. R8 points to measures,
// of which R9 is the stride in bytes.

// ACROSS4 adds the four parts of a sum in Y as quad does, and stores it. T is X of another register.
#define ACROSS4(Y, X, T, at) \
	VEXTRACTF128 $1, Y, T \
	VADDPD T, X, X \
	VPERMILPD $1, X, T \
	VADDSD T, X, X \
	VMOVSD X, at(R13)

// BOTH loads two measures of four cells of a block into A and B, with Y14 and Y15 between.
#define BOTH(at, A, B) \
	VMOVUPD at(R8), X14 \
	VINSERTF128 $1, (at+128)(R8), Y14, Y14 \
	VMOVUPD (at+64)(R8), X15 \
	VINSERTF128 $1, (at+192)(R8), Y15, Y15 \
	VUNPCKLPD Y15, Y14, A \
	VUNPCKHPD Y15, Y14, B

// STORE puts them back.
#define STORE(at, A, B) \
	VUNPCKLPD B, A, Y14 \
	VUNPCKHPD B, A, Y15 \
	VMOVUPD X14, at(R8) \
	VEXTRACTF128 $1, Y14, (at+128)(R8) \
	VMOVUPD X15, (at+64)(R8) \
	VEXTRACTF128 $1, Y15, (at+192)(R8)

// The coefficients of (exp(x) - 1 - x)/x², and 1; log2 of e, what rounds to a whole number, log 2 in two parts, and the
// least exponent; all bits but the sign; 2 and 3; thinnest, and the logarithm of 0.
DATA ·terms+0(SB)/8, $0.5
DATA ·terms+8(SB)/8, $0.16666666666666666
DATA ·terms+16(SB)/8, $0.041666666666666664
DATA ·terms+24(SB)/8, $0.008333333333333333
DATA ·terms+32(SB)/8, $0.001388888888888889
DATA ·terms+40(SB)/8, $0.0001984126984126984
DATA ·terms+48(SB)/8, $2.48015873015873e-05
DATA ·terms+56(SB)/8, $2.7557319223985893e-06
DATA ·terms+64(SB)/8, $2.755731922398589e-07
DATA ·terms+72(SB)/8, $2.505210838544172e-08
DATA ·terms+80(SB)/8, $2.08767569878681e-09
DATA ·terms+88(SB)/8, $1.6059043836821613e-10
DATA ·terms+96(SB)/8, $1.1470745597729725e-11
DATA ·terms+104(SB)/8, $7.647163731819816e-13
DATA ·terms+112(SB)/8, $4.779477332387385e-14
DATA ·terms+120(SB)/8, $1.0
DATA ·terms+128(SB)/8, $1.4426950408889634
DATA ·terms+136(SB)/8, $6755399441055744.0
DATA ·terms+144(SB)/8, $0.6931471803691238
DATA ·terms+152(SB)/8, $1.9082149292705877e-10
DATA ·terms+160(SB)/8, $-700.0
DATA ·terms+168(SB)/8, $0x7fffffffffffffff
DATA ·terms+176(SB)/8, $2.0
DATA ·terms+184(SB)/8, $3.0
DATA ·terms+192(SB)/8, $-630.0
DATA ·terms+200(SB)/8, $0xfff0000000000000
GLOBL ·terms(SB), RODATA, $208

// MORE sets Y1 to exp(x) - 1 - x for x in Y0, and MORE8 eight of them.
#define MORE \
	VBROADCASTSD ·terms+112(SB), Y1 \
	SERIES \
	VMULPD  Y0, Y0, Y2 \
	VMULPD  Y1, Y2, Y1

#define MORE8 \
	VBROADCASTSD ·terms+112(SB), Z1 \
	SERIES8 \
	VMULPD  Z0, Z0, Z2 \
	VMULPD  Z1, Z2, Z1

// EXP4 and EXP8 are MORE for what is added to 1.
#define EXP4 \
	VBROADCASTSD ·terms+88(SB), Y1 \
	LOWER \
	VMULPD  Y0, Y0, Y2 \
	VMULPD  Y1, Y2, Y1

#define EXP8 \
	VBROADCASTSD ·terms+88(SB), Z1 \
	LOWER8 \
	VMULPD  Z0, Z0, Z2 \
	VMULPD  Z1, Z2, Z1

// NEAR and NEAR8 are MORE with the first six terms.
#define NEAR \
	VBROADCASTSD ·terms+40(SB), Y1 \
	TERM(32) \
	TERM(24) \
	TERM(16) \
	TERM(8) \
	TERM(0) \
	VMULPD  Y0, Y0, Y2 \
	VMULPD  Y1, Y2, Y1

#define NEAR8 \
	VBROADCASTSD ·terms+40(SB), Z1 \
	TERM8(32) \
	TERM8(24) \
	TERM8(16) \
	TERM8(8) \
	TERM8(0) \
	VMULPD  Z0, Z0, Z2 \
	VMULPD  Z1, Z2, Z1

// PARTS adds eight numbers of Z to the four parts of a sum.
#define PARTS(Z, Y, T, SUM) \
	VADDPD Y, SUM, SUM \
	VEXTRACTF64X4 $1, Z, T \
	VADDPD T, SUM, SUM

// EXPS loads what exponentials need into registers of one width.
#define EXPS(R3, R4, R5, R6, R11, R13) \
	VBROADCASTSD ·terms+128(SB), R3 \
	VBROADCASTSD ·terms+136(SB), R4 \
	VBROADCASTSD ·terms+144(SB), R5 \
	VBROADCASTSD ·terms+152(SB), R6 \
	VBROADCASTSD ·terms+160(SB), R11 \
	VBROADCASTSD ·terms+120(SB), R13

// func normalizeAVX(p *float64, n int, found *normal)
//
// The largest is found in Y7, the sum in Y15, and what is thin in K4 or Y12. Eight cells are loaded as they were stored.
TEXT ·normalizeAVX(SB), NOSPLIT, $0-24
	MOVQ p+0(FP), DI
	MOVQ n+8(FP), CX
	MOVQ found+16(FP), R13
	VMOVUPD (DI), Y7
	VMOVUPD 32(DI), Y8
	MOVQ $8, AX
	JMP normalizeTopped

normalizeTop:
	VMAXPD (DI)(AX*8), Y7, Y7
	VMAXPD 32(DI)(AX*8), Y8, Y8
	ADDQ   $8, AX

normalizeTopped:
	CMPQ AX, CX
	JLT  normalizeTop
	VMAXPD Y8, Y7, Y7
	VEXTRACTF128 $1, Y7, X8
	VMAXPD X8, X7, X7
	VPERMILPD $1, X7, X8
	VMAXSD X8, X7, X7
	VMOVSD X7, (R13)
	VXORPD Y15, Y15, Y15
	XORQ AX, AX
	CMPB ·faster(SB), $0
	JEQ  normalizeFour
	VBROADCASTSD X7, Z14
	EXPS(Z3, Z4, Z5, Z6, Z11, Z13)
	VBROADCASTSD ·terms+192(SB), Z16
	VBROADCASTSD ·terms+200(SB), Z17
	KXORB K4, K4, K4

normalizeEight: // with AVX-512, but the sum is that of four cells at a time
	VMOVUPD (DI)(AX*8), Y7
	VINSERTF64X4 $1, 32(DI)(AX*8), Z7, Z7
	VSUBPD  Z14, Z7, Z7
	VCMPPD  $9, Z16, Z7, K2
	VCMPPD  $4, Z17, Z7, K2, K3
	KORB    K3, K4, K4
	VMULPD  Z3, Z7, Z8
	VADDPD  Z4, Z8, Z8
	VSUBPD  Z4, Z8, Z9
	VMULPD  Z5, Z9, Z10
	VSUBPD  Z10, Z7, Z0
	VMULPD  Z6, Z9, Z10
	VSUBPD  Z10, Z0, Z0
	EXP8
	VADDPD  Z1, Z0, Z1
	VADDPD  Z13, Z1, Z1
	VPSLLQ  $52, Z8, Z8
	VPADDQ  Z8, Z1, Z1
	VCMPPD  $13, Z11, Z7, K1
	VMOVAPD.Z Z1, K1, Z1
	VCMPPD  $3, Z7, Z7, K1
	VMOVAPD Z7, K1, Z1
	VMOVUPD Z1, (DI)(AX*8)
	PARTS(Z1, Y1, Y2, Y15)
	ADDQ    $8, AX
	CMPQ    AX, CX
	JLT     normalizeEight
	KMOVB   K4, BX
	JMP     normalizeSum

normalizeFour:
	VBROADCASTSD X7, Y14
	EXPS(Y3, Y4, Y5, Y6, Y11, Y13)
	VXORPD Y12, Y12, Y12

normalizeExp:
	VMOVUPD (DI)(AX*8), Y7
	VSUBPD  Y14, Y7, Y7
	VBROADCASTSD ·terms+192(SB), Y0
	VCMPPD  $9, Y0, Y7, Y0
	VBROADCASTSD ·terms+200(SB), Y1
	VCMPPD  $4, Y1, Y7, Y1
	VANDPD  Y0, Y1, Y0
	VORPD   Y0, Y12, Y12
	VMULPD  Y3, Y7, Y8
	VADDPD  Y4, Y8, Y8
	VSUBPD  Y4, Y8, Y9 // k
	VMULPD  Y5, Y9, Y10
	VSUBPD  Y10, Y7, Y0
	VMULPD  Y6, Y9, Y10
	VSUBPD  Y10, Y0, Y0 // r
	EXP4
	VADDPD  Y1, Y0, Y1
	VADDPD  Y13, Y1, Y1
	VPSLLQ  $52, Y8, Y8
	VPADDQ  Y8, Y1, Y1
	VCMPPD  $13, Y11, Y7, Y10 // at least the least
	VANDPD  Y10, Y1, Y1
	VCMPPD  $3, Y7, Y7, Y10 // no number
	VBLENDVPD Y10, Y7, Y1, Y1
	VMOVUPD Y1, (DI)(AX*8)
	VADDPD  Y1, Y15, Y15
	ADDQ    $4, AX
	CMPQ    AX, CX
	JLT     normalizeExp
	VMOVMSKPD Y12, BX

normalizeSum:
	MOVQ BX, 16(R13)
	ACROSS4(Y15, X15, X0, 8)
	VDIVSD X15, X13, X1
	VBROADCASTSD X1, Y1
	XORQ AX, AX

normalizeScale:
	VMULPD (DI)(AX*8), Y1, Y2
	VMULPD 32(DI)(AX*8), Y1, Y5
	VMOVUPD Y2, (DI)(AX*8)
	VMOVUPD Y5, 32(DI)(AX*8)
	ADDQ   $8, AX
	CMPQ AX, CX
	JLT  normalizeScale
	VZEROUPPER
	RET

// func surveyAVX(law, rise, p *float64, n int, r *Rising)
TEXT ·surveyAVX(SB), NOSPLIT, $0-40
	MOVQ law+0(FP), R8
	MOVQ rise+8(FP), SI
	MOVQ p+16(FP), R10
	MOVQ n+24(FP), CX
	MOVQ r+32(FP), R13
	VBROADCASTSD ·terms+168(SB), Y6
	VXORPD Y10, Y10, Y10
	VXORPD Y11, Y11, Y11
	VXORPD Y12, Y12, Y12
	VMOVUPD (SI), Y14
	VMOVAPD Y14, Y15
	XORQ AX, AX

survey:
	VMOVUPD (SI)(AX*8), Y2
	VMULPD  (R8)(AX*8), Y2, Y3
	VADDPD  Y3, Y10, Y10
	VANDPD  Y6, Y3, Y3
	VADDPD  Y3, Y11, Y11
	VMULPD  (R10)(AX*8), Y2, Y3
	VADDPD  Y3, Y12, Y12
	VMINPD  Y2, Y14, Y14
	VMAXPD  Y2, Y15, Y15
	ADDQ    $4, AX
	CMPQ    AX, CX
	JLT     survey
	ACROSS4(Y10, X10, X0, 0)
	ACROSS4(Y11, X11, X0, 8)
	ACROSS4(Y12, X12, X0, 16)
	VEXTRACTF128 $1, Y14, X0
	VMINPD X0, X14, X14
	VPERMILPD $1, X14, X0
	VMINSD X0, X14, X14
	VMOVSD X14, 24(R13)
	VEXTRACTF128 $1, Y15, X0
	VMAXPD X0, X15, X15
	VPERMILPD $1, X15, X0
	VMAXSD X0, X15, X15
	VMOVSD X15, 32(R13)
	VZEROUPPER
	RET

// func centerAVX(d, rise, grow, p *float64, n int, mean float64, l *Lift, near bool)
TEXT ·centerAVX(SB), NOSPLIT, $0-57
	MOVQ d+0(FP), R8
	MOVQ rise+8(FP), SI
	MOVQ grow+16(FP), DI
	MOVQ p+24(FP), R10
	MOVQ n+32(FP), CX
	VBROADCASTSD mean+40(FP), Y6
	MOVQ l+48(FP), R13
	MOVBQZX near+56(FP), BX
	VXORPD Y7, Y7, Y7
	VXORPD Y10, Y10, Y10
	VXORPD Y11, Y11, Y11
	VXORPD Y12, Y12, Y12
	XORQ AX, AX
	CMPB ·faster(SB), $0
	JEQ  center
	VBROADCASTSD mean+40(FP), Z6
	VPXORQ Z7, Z7, Z7

centerEight: // with AVX-512, but the sums are those of four cells at a time
	VMOVUPD (R8)(AX*8), Z5
	VMOVUPD (R10)(AX*8), Z4
	VMOVUPD (SI)(AX*8), Z0
	VSUBPD  Z6, Z0, Z0
	VCMPPD  $4, Z7, Z4, K1
	VMOVAPD.Z Z0, K1, Z0
	TESTQ BX, BX
	JEQ   centerFar8
	NEAR8
	JMP   centerSums8

centerFar8:
	MORE8

centerSums8:
	VADDPD  Z1, Z0, Z2
	VMOVUPD Z0, (SI)(AX*8)
	VMOVUPD Z2, (DI)(AX*8)
	VMULPD  Z2, Z4, Z2
	PARTS(Z2, Y2, Y3, Y10)
	VMULPD  Z1, Z4, Z1
	PARTS(Z1, Y1, Y3, Y11)
	VMULPD  Z0, Z5, Z0
	PARTS(Z0, Y0, Y3, Y12)
	ADDQ    $8, AX
	CMPQ    AX, CX
	JLT     centerEight
	JMP     centerSum

center:
	VMOVUPD (R8)(AX*8), Y5 // the deviation
	VMOVUPD (R10)(AX*8), Y4
	VMOVUPD (SI)(AX*8), Y0
	VSUBPD  Y6, Y0, Y0
	VCMPPD  $4, Y7, Y4, Y3 // some mass
	VANDPD  Y3, Y0, Y0
	TESTQ BX, BX
	JEQ   centerFar
	NEAR
	JMP   centerSums

centerFar:
	MORE

centerSums:
	VADDPD  Y1, Y0, Y2
	VMOVUPD Y0, (SI)(AX*8)
	VMOVUPD Y2, (DI)(AX*8)
	VMULPD  Y2, Y4, Y2
	VADDPD  Y2, Y10, Y10
	VMULPD  Y1, Y4, Y1
	VADDPD  Y1, Y11, Y11
	VMULPD  Y0, Y5, Y0
	VADDPD  Y0, Y12, Y12
	ADDQ    $4, AX
	CMPQ    AX, CX
	JLT     center

centerSum:
	ACROSS4(Y10, X10, X0, 0)
	ACROSS4(Y11, X11, X0, 8)
	ACROSS4(Y12, X12, X0, 16)
	VZEROUPPER
	RET

// func weighAVX(q *float64, stride int, rise, grow, p, next *float64, n int, w *Weight, largest *float64)
//
// R8 and R14 point to the first measure and the fourth, each with two behind it; R12 to the seventh. Y12 and Y13 are 2
// and 3, Y9 to Y11 the numbers of the weight, Y8 the largest square.
TEXT ·weighAVX(SB), NOSPLIT, $0-72
	MOVQ q+0(FP), R8
	MOVQ stride+8(FP), R9
	SHLQ $3, R9
	MOVQ rise+16(FP), SI
	MOVQ grow+24(FP), DI
	MOVQ p+32(FP), R10
	MOVQ next+40(FP), R11
	MOVQ n+48(FP), CX
	MOVQ w+56(FP), BX
	MOVQ largest+64(FP), R13
	LEAQ (R9)(R9*2), R14
	LEAQ (R8)(R14*2), R12
	ADDQ R8, R14
	VBROADCASTSD 0(BX), Y9 // Grow
	VBROADCASTSD 8(BX), Y10 // Scale
	VBROADCASTSD 16(BX), Y11 // Shift
	VBROADCASTSD ·terms+176(SB), Y12
	VBROADCASTSD ·terms+184(SB), Y13
	VBROADCASTSD ·terms+120(SB), Y14
	VXORPD Y8, Y8, Y8
	XORQ AX, AX
	CMPB ·faster(SB), $0
	JEQ  weigh
	VBROADCASTSD 0(BX), Z9
	VBROADCASTSD 8(BX), Z10
	VBROADCASTSD 16(BX), Z11
	VBROADCASTSD ·terms+176(SB), Z12
	VBROADCASTSD ·terms+184(SB), Z13
	VBROADCASTSD ·terms+120(SB), Z14
	VPXORQ Z8, Z8, Z8

weighEight: // with AVX-512
	VMOVUPD (R8)(R9*1), Z1
	VMOVUPD (R8)(R9*2), Z2
	VADDPD (SI)(AX*1), Z11, Z4
	VMULPD (R8), Z4, Z5
	VMULPD Z1, Z13, Z6
	VADDPD Z5, Z6, Z6
	VMULPD Z6, Z4, Z6
	VMULPD Z2, Z13, Z7
	VADDPD Z6, Z7, Z7
	VMULPD Z7, Z4, Z7
	VADDPD (R14), Z7, Z7
	VMULPD Z1, Z12, Z6
	VADDPD Z5, Z6, Z6
	VMULPD Z6, Z4, Z6
	VADDPD Z6, Z2, Z2
	VADDPD Z5, Z1, Z1
	VMOVUPD Z1, (R8)(R9*1)
	VMOVUPD Z2, (R8)(R9*2)
	VMOVUPD Z7, (R14)
	VMOVUPD (DI)(AX*1), Z4
	VADDPD Z4, Z14, Z5
	VMULPD Z10, Z5, Z5
	VMULPD (R10)(AX*1), Z5, Z3
	VMOVUPD Z3, (R11)(AX*1)
	VMULPD (R14)(R9*1), Z5, Z0
	VMULPD Z5, Z5, Z5
	VMULPD (R14)(R9*2), Z5, Z1
	VMAXPD Z1, Z8, Z8
	VMOVUPD Z0, (R14)(R9*1)
	VMOVUPD Z1, (R14)(R9*2)
	VSUBPD Z4, Z9, Z4
	VMULPD Z10, Z4, Z4
	VMULPD (R10)(AX*1), Z4, Z4
	VADDPD (R12), Z4, Z4
	VMOVUPD Z4, (R12)
	ADDQ $64, R8
	ADDQ $64, R14
	ADDQ $64, R12
	ADDQ $64, AX
	SUBQ $8, CX
	JGT  weighEight
	VEXTRACTF64X4 $1, Z8, Y0
	VMAXPD Y0, Y8, Y8
	JMP  weighLargest

weigh:
	VMOVUPD (R8)(R9*1), Y1 // first
	VMOVUPD (R8)(R9*2), Y2 // second
	VADDPD (SI)(AX*1), Y11, Y4 // y
	VMULPD (R8), Y4, Y5 // lift, by the law
	VMULPD Y1, Y13, Y6
	VADDPD Y5, Y6, Y6
	VMULPD Y6, Y4, Y6 // rest
	VMULPD Y2, Y13, Y7
	VADDPD Y6, Y7, Y7
	VMULPD Y7, Y4, Y7
	VADDPD (R14), Y7, Y7
	VMULPD Y1, Y12, Y6
	VADDPD Y5, Y6, Y6
	VMULPD Y6, Y4, Y6
	VADDPD Y6, Y2, Y2
	VADDPD Y5, Y1, Y1
	VMOVUPD Y1, (R8)(R9*1)
	VMOVUPD Y2, (R8)(R9*2)
	VMOVUPD Y7, (R14) // third
	VMOVUPD (DI)(AX*1), Y4 // grow
	VADDPD Y4, Y14, Y5
	VMULPD Y10, Y5, Y5 // by
	VMULPD (R10)(AX*1), Y5, Y3
	VMOVUPD Y3, (R11)(AX*1) // the next masses
	VMULPD (R14)(R9*1), Y5, Y0 // weight
	VMULPD Y5, Y5, Y5
	VMULPD (R14)(R9*2), Y5, Y1 // square
	VMAXPD Y1, Y8, Y8
	VMOVUPD Y0, (R14)(R9*1)
	VMOVUPD Y1, (R14)(R9*2)
	VSUBPD Y4, Y9, Y4
	VMULPD Y10, Y4, Y4
	VMULPD (R10)(AX*1), Y4, Y4
	VADDPD (R12), Y4, Y4
	VMOVUPD Y4, (R12) // deviation
	ADDQ $32, R8
	ADDQ $32, R14
	ADDQ $32, R12
	ADDQ $32, AX
	SUBQ $4, CX
	JGT  weigh

weighLargest:
	VEXTRACTF128 $1, Y8, X0
	VMAXPD X0, X8, X8
	VPERMILPD $1, X8, X0
	VMAXSD X0, X8, X8
	VMOVSD X8, (R13)
	VZEROUPPER
	RET

// func toBlockAVX(q *[8]float64, all *float64, stride, n int)
//
// At R12 and, for the last three, at BX are four cells of the measures, at R8 those of the block.
TEXT ·toBlockAVX(SB), NOSPLIT, $0-32
	MOVQ q+0(FP), R8
	MOVQ all+8(FP), R12
	MOVQ stride+16(FP), R9
	SHLQ $3, R9
	MOVQ n+24(FP), CX
	LEAQ (R9)(R9*2), R10

toBlock:
	LEAQ (R12)(R9*4), BX
	VMOVUPD (R12), Y0
	VMOVUPD (R12)(R9*1), Y1
	VMOVUPD (R12)(R9*2), Y2
	VMOVUPD (R12)(R10*1), Y3
	STORE(0, Y0, Y1)
	STORE(16, Y2, Y3)
	VMOVUPD (BX), Y0
	VMOVUPD (BX)(R9*1), Y1
	VMOVUPD (BX)(R9*2), Y2
	VXORPD Y3, Y3, Y3
	STORE(32, Y0, Y1)
	STORE(48, Y2, Y3)
	ADDQ $32, R12
	ADDQ $256, R8
	SUBQ $4, CX
	JGT  toBlock
	VZEROUPPER
	RET

// func fromBlockAVX(all *float64, q *[8]float64, stride, n int)
TEXT ·fromBlockAVX(SB), NOSPLIT, $0-32
	MOVQ all+0(FP), R12
	MOVQ q+8(FP), R8
	MOVQ stride+16(FP), R9
	SHLQ $3, R9
	MOVQ n+24(FP), CX
	LEAQ (R9)(R9*2), R10

fromBlock:
	LEAQ (R12)(R9*4), BX
	BOTH(0, Y0, Y1)
	BOTH(16, Y2, Y3)
	VMOVUPD Y0, (R12)
	VMOVUPD Y1, (R12)(R9*1)
	VMOVUPD Y2, (R12)(R9*2)
	VMOVUPD Y3, (R12)(R10*1)
	BOTH(32, Y0, Y1)
	BOTH(48, Y2, Y3)
	VMOVUPD Y0, (BX)
	VMOVUPD Y1, (BX)(R9*1)
	VMOVUPD Y2, (BX)(R9*2)
	ADDQ $32, R12
	ADDQ $256, R8
	SUBQ $4, CX
	JGT  fromBlock
	VZEROUPPER
	RET

// func averageAVX(dst, from, to *float64, beta float64, n int)
TEXT ·averageAVX(SB), NOSPLIT, $0-40
	MOVQ dst+0(FP), DI
	MOVQ from+8(FP), SI
	MOVQ to+16(FP), R8
	MOVQ n+32(FP), CX
	VMOVSD beta+24(FP), X1
	VMOVSD ·terms+120(SB), X0
	VSUBSD X1, X0, X0
	VMOVDDUP X0, X0
	VINSERTF128 $1, X0, Y0, Y0
	VBROADCASTSD beta+24(FP), Y1
	XORQ AX, AX

average:
	VMULPD (SI)(AX*8), Y0, Y2
	VMULPD (R8)(AX*8), Y1, Y3
	VADDPD Y3, Y2, Y2
	VMOVUPD Y2, (DI)(AX*8)
	ADDQ $4, AX
	CMPQ AX, CX
	JLT average
	VZEROUPPER
	RET

// func riseAVX(was, now *float64, n int, odd *float64)
TEXT ·riseAVX(SB), NOSPLIT, $0-32
	MOVQ was+0(FP), DI
	MOVQ now+8(FP), SI
	MOVQ n+16(FP), CX
	MOVQ odd+24(FP), R13
	VXORPD Y3, Y3, Y3
	XORQ AX, AX

rise:
	VMOVUPD (SI)(AX*8), Y0
	VSUBPD (DI)(AX*8), Y0, Y0
	VMOVUPD Y0, (DI)(AX*8)
	VSUBPD Y0, Y0, Y1
	VADDPD Y1, Y3, Y3
	ADDQ $4, AX
	CMPQ AX, CX
	JLT rise
	ACROSS4(Y3, X3, X0, 0)
	VZEROUPPER
	RET
