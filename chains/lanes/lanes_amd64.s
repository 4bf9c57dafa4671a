//go:build !purego

#include "textflag.h"

// In all loops AX counts cells, four a turn. CX is four cells before the end. If the
// number of cells is no multiple of four the last turn begins at CX, and so computes some
// flows, or what they add up to, a second time.

// EDGES loads the addresses of the two ends of an edge, with which both flows begin.
#define EDGES \
	MOVQ f0+0(FP), DI \
	MOVQ f1+8(FP), SI \
	MOVQ u0+16(FP), R8 \
	MOVQ u1+24(FP), R9 \
	MOVQ p+32(FP), R10 \
	MOVQ open+40(FP), R11 \
	MOVQ by+48(FP), AX \
	MOVQ n+56(FP), CX \
	SUBQ $4, CX \
	LEAQ (R8)(AX*8), BX \ // u0[i+by]
	LEAQ (R9)(AX*8), DX \ // u1[i+by]
	LEAQ (R10)(AX*8), R12 \ // p[i+by]
	XORQ AX, AX

// FLOW stores the conductance Y0 times u[i] - u[i+by], for both functions.
#define FLOW \
	VMOVUPD (R8)(AX*8), Y1 \
	VMOVUPD (R9)(AX*8), Y2 \
	VSUBPD  (BX)(AX*8), Y1, Y1 \
	VSUBPD  (DX)(AX*8), Y2, Y2 \
	VMULPD  Y0, Y1, Y1 \
	VMULPD  Y0, Y2, Y2 \
	VMOVUPD Y1, (DI)(AX*8) \
	VMOVUPD Y2, (SI)(AX*8)

// func lesserAVX(f0, f1, u0, u1, p, open *float64, by, n int)
TEXT ·lesserAVX(SB), NOSPLIT, $0-64
	EDGES

lesser:
	VMOVUPD (R10)(AX*8), Y0
	VMINPD  (R12)(AX*8), Y0, Y0
	VMULPD  (R11)(AX*8), Y0, Y0
	FLOW
	ADDQ    $4, AX
	CMPQ    AX, CX
	JLE     lesser
	SUBQ    AX, CX
	CMPQ    CX, $-4
	JEQ     lesserDone
	ADDQ    CX, AX
	MOVQ    AX, CX
	JMP     lesser

lesserDone:
	VZEROUPPER
	RET

DATA least<>+0(SB)/8, $1e-300
GLOBL least<>(SB), RODATA, $8

// func harmonicAVX(f0, f1, u0, u1, p, open *float64, by, n int)
TEXT ·harmonicAVX(SB), NOSPLIT, $0-64
	EDGES
	VBROADCASTSD least<>(SB), Y5

harmonic:
	VMOVUPD (R10)(AX*8), Y0
	VMOVUPD (R12)(AX*8), Y3
	VADDPD  Y3, Y0, Y4
	VADDPD  Y5, Y4, Y4
	VDIVPD  Y4, Y3, Y3
	VMULPD  Y3, Y0, Y0
	VMULPD  (R11)(AX*8), Y0, Y0
	FLOW
	ADDQ    $4, AX
	CMPQ    AX, CX
	JLE     harmonic
	SUBQ    AX, CX
	CMPQ    CX, $-4
	JEQ     harmonicDone
	ADDQ    CX, AX
	MOVQ    AX, CX
	JMP     harmonic

harmonicDone:
	VZEROUPPER
	RET

// func settleAVX(dst0, dst1, base0, base1, p, s0, s1 *float64, sby int, t0, t1 *float64, tby int, share float64, n int)
TEXT ·settleAVX(SB), NOSPLIT, $0-104
	MOVQ dst0+0(FP), DI
	MOVQ dst1+8(FP), SI
	MOVQ base0+16(FP), R8
	MOVQ base1+24(FP), R9
	MOVQ p+32(FP), R10
	MOVQ s0+40(FP), R11
	MOVQ s1+48(FP), R12
	MOVQ sby+56(FP), BX // cell and sby
	MOVQ t0+64(FP), R13
	MOVQ t1+72(FP), R15
	MOVQ tby+80(FP), DX // cell and tby
	MOVQ n+96(FP), CX
	SUBQ $4, CX
	VBROADCASTSD least<>(SB), Y5
	VBROADCASTSD share+88(FP), Y6
	XORQ AX, AX

settle:
	VMAXPD  (R10)(AX*8), Y5, Y0
	VDIVPD  Y0, Y6, Y0
	VMOVUPD (R11)(AX*8), Y1
	VMOVUPD (R12)(AX*8), Y2
	VMOVUPD (R13)(AX*8), Y3
	VMOVUPD (R15)(AX*8), Y4
	VSUBPD  (R11)(BX*8), Y1, Y1
	VSUBPD  (R12)(BX*8), Y2, Y2
	VSUBPD  (R13)(DX*8), Y3, Y3
	VSUBPD  (R15)(DX*8), Y4, Y4
	VADDPD  Y3, Y1, Y1
	VADDPD  Y4, Y2, Y2
	VMULPD  Y0, Y1, Y1
	VMULPD  Y0, Y2, Y2
	VADDPD  (R8)(AX*8), Y1, Y1
	VADDPD  (R9)(AX*8), Y2, Y2
	VMOVUPD Y1, (DI)(AX*8)
	VMOVUPD Y2, (SI)(AX*8)
	ADDQ    $4, BX
	ADDQ    $4, DX
	ADDQ    $4, AX
	CMPQ    AX, CX
	JLE     settle
	SUBQ    AX, CX
	CMPQ    CX, $-4
	JEQ     settleDone
	ADDQ    CX, BX
	ADDQ    CX, DX
	ADDQ    CX, AX
	MOVQ    AX, CX
	JMP     settle

settleDone:
	VZEROUPPER
	RET

DATA places<>+0(SB)/8, $0
DATA places<>+8(SB)/8, $1
DATA places<>+16(SB)/8, $2
DATA places<>+24(SB)/8, $3
DATA places<>+32(SB)/8, $4
DATA places<>+40(SB)/8, $5
DATA places<>+48(SB)/8, $6
DATA places<>+56(SB)/8, $7
GLOBL places<>(SB), RODATA, $64

// NEAR makes the flows of eight cells along one way, F0 and F1, and leaves in I0 and I1, which have the flows of the
// eight cells before, what flows in less what flows out. K has the open edges; UP and DOWN shift two registers by the way.
#define NEAR(UP, DOWN, K, F0, F1, I0, I1) \
	VMOVAPD Z0, Z10 \
	VMOVAPD Z1, F0 \
	VMOVAPD Z2, F1 \
	VPERMT2PD Z3, UP, Z10 \
	VPERMT2PD Z4, UP, F0 \
	VPERMT2PD Z5, UP, F1 \
	VMINPD.Z Z10, Z0, K, Z10 \
	VSUBPD F0, Z1, F0 \
	VSUBPD F1, Z2, F1 \
	VMULPD Z10, F0, F0 \
	VMULPD Z10, F1, F1 \
	VPERMT2PD F0, DOWN, I0 \
	VPERMT2PD F1, DOWN, I1 \
	VSUBPD F0, I0, I0 \
	VSUBPD F1, I1, I1

// func nearAVX512(dst, f *Pair, p *float64, open0, open1 uint64, by0, by1 int, share float64, n int)
//
// Z0, Z1 and Z2 have p and both functions in the eight cells of a turn, Z3, Z4 and Z5 in the next eight. Z6 to Z9 have
// the flows that begin in the eight before.
TEXT ·nearAVX512(SB), NOSPLIT, $0-72
	MOVQ dst+0(FP), AX
	MOVQ (AX), DI
	MOVQ 24(AX), SI
	MOVQ f+8(FP), AX
	MOVQ (AX), R8
	MOVQ 24(AX), R9
	MOVQ p+16(FP), R10
	MOVQ $-1, AX
	MOVQ n+64(FP), DX
	BZHIQ DX, AX, DX // a bit for every cell
	MOVQ open0+24(FP), CX
	MOVQ open1+32(FP), BX
	MOVQ $8, AX
	VMOVDQU64 places<>(SB), Z20
	VPBROADCASTQ AX, Z21
	VPADDQ Z20, Z21, Z21
	VPBROADCASTQ by0+40(FP), Z18
	VPBROADCASTQ by1+48(FP), Z19
	VPADDQ Z18, Z20, Z16
	VPADDQ Z19, Z20, Z17
	VPSUBQ Z18, Z21, Z18
	VPSUBQ Z19, Z21, Z19
	VBROADCASTSD least<>(SB), Z20
	VBROADCASTSD share+56(FP), Z21
	VPXORQ Z6, Z6, Z6
	VPXORQ Z7, Z7, Z7
	VPXORQ Z8, Z8, Z8
	VPXORQ Z9, Z9, Z9
	XORQ AX, AX
	KMOVB DX, K4
	VMOVUPD.Z (R10), K4, Z0
	VMOVUPD.Z (R8), K4, Z1
	VMOVUPD.Z (R9), K4, Z2

near:
	SHRQ $8, DX
	KMOVB CX, K2
	KMOVB BX, K3
	SHRQ $8, CX
	SHRQ $8, BX
	CMPB DX, $0xff
	JNE nearSome
	VMOVUPD 64(R10)(AX*8), Z3
	VMOVUPD 64(R8)(AX*8), Z4
	VMOVUPD 64(R9)(AX*8), Z5

nearFlow:
	VMAXPD Z0, Z20, Z22
	VDIVPD Z22, Z21, Z22
	NEAR(Z16, Z18, K2, Z11, Z12, Z6, Z7)
	NEAR(Z17, Z19, K3, Z13, Z14, Z8, Z9)
	VADDPD Z8, Z6, Z6
	VADDPD Z9, Z7, Z7
	VMULPD Z22, Z6, Z6
	VMULPD Z22, Z7, Z7
	VADDPD Z1, Z6, Z6
	VADDPD Z2, Z7, Z7
	TESTQ DX, DX
	JEQ nearLast
	VMOVUPD Z6, (DI)(AX*8)
	VMOVUPD Z7, (SI)(AX*8)
	VMOVAPD Z3, Z0
	VMOVAPD Z4, Z1
	VMOVAPD Z5, Z2
	VMOVAPD Z11, Z6
	VMOVAPD Z12, Z7
	VMOVAPD Z13, Z8
	VMOVAPD Z14, Z9
	ADDQ $8, AX
	JMP near

nearSome: // the next eight are fewer, or none
	TESTQ DX, DX
	JEQ nearNone
	KMOVB DX, K4
	VMOVUPD.Z 64(R10)(AX*8), K4, Z3
	VMOVUPD.Z 64(R8)(AX*8), K4, Z4
	VMOVUPD.Z 64(R9)(AX*8), K4, Z5
	JMP nearFlow

nearNone:
	VPXORQ Z3, Z3, Z3
	VPXORQ Z4, Z4, Z4
	VPXORQ Z5, Z5, Z5
	JMP nearFlow

nearLast:
	VMOVUPD Z6, K4, (DI)(AX*8)
	VMOVUPD Z7, K4, (SI)(AX*8)
	VZEROUPPER
	RET

// ACROSS adds the four parts of a sum in Y, and to these T, which has the cells at the end.
#define ACROSS(Y, X, T, at) \
	VHADDPD Y, Y, Y \
	VEXTRACTF128 $1, Y, X9 \
	VADDSD X9, X, X \
	VADDSD T, X, X \
	VMOVSD X, at(R13)

// ADDBOTH adds the first four of Z to SUM, and then the others.
#define ADDBOTH(Z, Y, SUM) \
	VADDPD Y, SUM, SUM \
	VEXTRACTF64X4 $1, Z, Y9 \
	VADDPD Y9, SUM, SUM

// func carryAVX(p *float64, u *Pair, s *Step, sums *Sums, n int)
TEXT ·carryAVX(SB), NOSPLIT, $0-40
	MOVQ p+0(FP), DI
	MOVQ u+8(FP), AX
	MOVQ (AX), SI
	MOVQ 24(AX), R8
	MOVQ s+16(FP), AX
	MOVQ (AX), R9
	MOVQ 24(AX), R10
	MOVQ 48(AX), R11
	MOVQ 72(AX), R12
	MOVQ sums+24(FP), R13
	MOVQ n+32(FP), DX
	MOVQ DX, CX
	ANDQ $-4, CX
	VXORPD Y10, Y10, Y10
	VXORPD Y11, Y11, Y11
	VXORPD Y12, Y12, Y12
	VXORPD Y13, Y13, Y13
	VXORPD Y14, Y14, Y14
	VXORPD Y15, Y15, Y15
	XORQ AX, AX
	CMPB ·faster(SB), $0
	JEQ  carrySome
	SUBQ $8, CX
	JLT  carryRest

carryEight: // with AVX-512, but the sums are those of four cells at a time
	VMOVUPD (DI)(AX*8), Z0 // p
	VMOVUPD (SI)(AX*8), Z1 // u
	VMOVUPD (R9)(AX*8), Z2 // rise
	VMULPD  (R10)(AX*8), Z0, Z3 // p grow
	ADDBOTH(Z3, Y3, Y12)
	VMULPD  (R11)(AX*8), Z0, Z4 // p more
	ADDBOTH(Z4, Y4, Y13)
	VMULPD  Z1, Z0, Z5 // p u rise
	VMULPD  Z2, Z5, Z5
	ADDBOTH(Z5, Y5, Y14)
	VADDPD  (R8)(AX*8), Z2, Z2 // v + rise
	VMOVUPD Z2, (R8)(AX*8)
	VMULPD  Z2, Z3, Z6 // p grow v
	ADDBOTH(Z6, Y6, Y15)
	VADDPD  Z3, Z0, Z0 // p + p grow
	VMOVUPD Z0, (DI)(AX*8)
	VMOVUPD (R12)(AX*8), Z7 // shrink
	VMULPD  Z7, Z1, Z8
	VADDPD  Z7, Z8, Z8
	VADDPD  Z8, Z1, Z1 // u + (u shrink + shrink)
	VMOVUPD Z1, (SI)(AX*8)
	ADDQ    $8, AX
	CMPQ    AX, CX
	JLE     carryEight

carryRest:
	ADDQ $8, CX

carrySome:
	CMPQ AX, CX
	JGE  carryAcross

carry:
	VMOVUPD (DI)(AX*8), Y0 // p
	VMOVUPD (SI)(AX*8), Y1 // u
	VMOVUPD (R9)(AX*8), Y2 // rise
	VMULPD  (R10)(AX*8), Y0, Y3 // p grow
	VADDPD  Y3, Y12, Y12
	VMULPD  (R11)(AX*8), Y0, Y4 // p more
	VADDPD  Y4, Y13, Y13
	VMULPD  Y1, Y0, Y5 // p u rise
	VMULPD  Y2, Y5, Y5
	VADDPD  Y5, Y14, Y14
	VADDPD  (R8)(AX*8), Y2, Y2 // v + rise
	VMOVUPD Y2, (R8)(AX*8)
	VMULPD  Y2, Y3, Y6 // p grow v
	VADDPD  Y6, Y15, Y15
	VADDPD  Y3, Y0, Y0 // p + p grow
	VMOVUPD Y0, (DI)(AX*8)
	VMOVUPD (R12)(AX*8), Y7 // shrink
	VMULPD  Y7, Y1, Y8
	VADDPD  Y7, Y8, Y8
	VADDPD  Y8, Y1, Y1 // u + (u shrink + shrink)
	VMOVUPD Y1, (SI)(AX*8)
	ADDQ    $4, AX
	CMPQ    AX, CX
	JLT     carry

carryAcross:
	VXORPD X0, X0, X0
	VXORPD X7, X7, X7
	CMPQ AX, DX
	JGE  carryDone

carryOne: // the same of the last cells, one by one, with sums of their own
	VMOVSD (DI)(AX*8), X1
	VMOVSD (SI)(AX*8), X2
	VMOVSD (R9)(AX*8), X3
	VMULSD (R10)(AX*8), X1, X4
	VADDSD X4, X10, X10
	VMULSD (R11)(AX*8), X1, X5
	VADDSD X5, X11, X11
	VMULSD X2, X1, X5
	VMULSD X3, X5, X5
	VADDSD X5, X0, X0
	VADDSD (R8)(AX*8), X3, X3
	VMOVSD X3, (R8)(AX*8)
	VMULSD X3, X4, X6
	VADDSD X6, X7, X7
	VADDSD X4, X1, X1
	VMOVSD X1, (DI)(AX*8)
	VMOVSD (R12)(AX*8), X6
	VMULSD X6, X2, X8
	VADDSD X6, X8, X8
	VADDSD X8, X2, X2
	VMOVSD X2, (SI)(AX*8)
	INCQ   AX
	CMPQ   AX, DX
	JLT    carryOne

carryDone:
	ACROSS(Y12, X12, X10, 0)
	ACROSS(Y13, X13, X11, 8)
	ACROSS(Y14, X14, X0, 16)
	ACROSS(Y15, X15, X7, 24)
	VZEROUPPER
	RET

// The coefficients of (exp(x) - 1 - x)/x², and 1.
DATA series<>+0(SB)/8, $0.5
DATA series<>+8(SB)/8, $0.16666666666666666
DATA series<>+16(SB)/8, $0.041666666666666664
DATA series<>+24(SB)/8, $0.008333333333333333
DATA series<>+32(SB)/8, $0.001388888888888889
DATA series<>+40(SB)/8, $0.0001984126984126984
DATA series<>+48(SB)/8, $2.48015873015873e-05
DATA series<>+56(SB)/8, $2.7557319223985893e-06
DATA series<>+64(SB)/8, $2.755731922398589e-07
DATA series<>+72(SB)/8, $2.505210838544172e-08
DATA series<>+80(SB)/8, $2.08767569878681e-09
DATA series<>+88(SB)/8, $1.6059043836821613e-10
DATA series<>+96(SB)/8, $1.1470745597729725e-11
DATA series<>+104(SB)/8, $7.647163731819816e-13
DATA series<>+112(SB)/8, $4.779477332387385e-14
DATA series<>+120(SB)/8, $1.0
GLOBL series<>(SB), RODATA, $128

// TERM adds the next lower term to Y1, the sum of the higher ones.
#define TERM(at) \
	VBROADCASTSD series<>+at(SB), Y2 \
	VMULPD  Y0, Y1, Y1 \
	VADDPD  Y2, Y1, Y1

// func ratesAVX(rise, grow, more, shrink, slope *float64, pace float64, n int)
TEXT ·ratesAVX(SB), NOSPLIT, $0-56
	MOVQ rise+0(FP), DI
	MOVQ grow+8(FP), SI
	MOVQ more+16(FP), R8
	MOVQ shrink+24(FP), R9
	MOVQ slope+32(FP), R10
	MOVQ n+48(FP), CX
	VBROADCASTSD pace+40(FP), Y3
	VXORPD Y4, Y4, Y4
	VBROADCASTSD series<>+120(SB), Y5
	VBROADCASTSD series<>+112(SB), Y6
	XORQ AX, AX

rates:
	VMULPD  (R10)(AX*8), Y3, Y0 // rise
	VMOVUPD Y6, Y1
	TERM(104)
	TERM(96)
	TERM(88)
	TERM(80)
	TERM(72)
	TERM(64)
	TERM(56)
	TERM(48)
	TERM(40)
	TERM(32)
	TERM(24)
	TERM(16)
	TERM(8)
	TERM(0)
	VMULPD  Y0, Y0, Y2
	VMULPD  Y1, Y2, Y1 // more
	VADDPD  Y1, Y0, Y2 // grow
	VMOVUPD Y0, (DI)(AX*8)
	VMOVUPD Y2, (SI)(AX*8)
	VMOVUPD Y1, (R8)(AX*8)
	VADDPD  Y5, Y2, Y1
	VSUBPD  Y2, Y4, Y2
	VDIVPD  Y1, Y2, Y2 // -grow/(1+grow)
	VMOVUPD Y2, (R9)(AX*8)
	ADDQ    $4, AX
	CMPQ    AX, CX
	JLT     rates
	VZEROUPPER
	RET

// What makes a word of a state, and what a product of two halves needs.
DATA dxsm<>+0(SB)/8, $0xda942042e4dd58b5
DATA dxsm<>+8(SB)/8, $0xffffffff
DATA dxsm<>+16(SB)/8, $1
GLOBL dxsm<>(SB), RODATA, $24

// func wordsAVX512(words *uint64, states *[2][8]uint64, leap *[4]uint64, n int)
//
// Z0 and Z1 have the high and the low halves of eight states. Each turn makes their words and steps eight ahead.
TEXT ·wordsAVX512(SB), NOSPLIT, $0-32
	MOVQ words+0(FP), DI
	MOVQ states+8(FP), SI
	MOVQ leap+16(FP), R8
	MOVQ n+24(FP), CX
	VMOVDQU64 (SI), Z0
	VMOVDQU64 64(SI), Z1
	VPBROADCASTQ (R8), Z16 // mul, low
	VPBROADCASTQ 8(R8), Z17 // mul, high
	VPBROADCASTQ 16(R8), Z18 // inc, low
	VPBROADCASTQ 24(R8), Z19 // inc, high
	VPSRLQ $32, Z16, Z20
	VPBROADCASTQ dxsm<>+0(SB), Z21
	VPBROADCASTQ dxsm<>+8(SB), Z22
	VPBROADCASTQ dxsm<>+16(SB), Z23
	XORQ AX, AX

words:
	VPSRLQ $32, Z0, Z2
	VPXORQ Z0, Z2, Z2
	VPMULLQ Z21, Z2, Z2
	VPSRLQ $48, Z2, Z3
	VPXORQ Z3, Z2, Z2
	VPORQ Z23, Z1, Z3
	VPMULLQ Z3, Z2, Z2
	VMOVDQU64 Z2, (DI)(AX*8)
	VPMULLQ Z16, Z0, Z0 // high times low
	VPMULLQ Z17, Z1, Z4 // low times high
	VPADDQ Z4, Z0, Z0
	VPADDQ Z19, Z0, Z0
	VPSRLQ $32, Z1, Z5
	VPMULUDQ Z16, Z1, Z6 // the high half of low times low, by halves
	VPMULUDQ Z20, Z1, Z7
	VPMULUDQ Z16, Z5, Z8
	VPMULUDQ Z20, Z5, Z9
	VPSRLQ $32, Z6, Z6
	VPADDQ Z6, Z8, Z8
	VPANDQ Z22, Z8, Z10
	VPADDQ Z10, Z7, Z7
	VPSRLQ $32, Z8, Z8
	VPSRLQ $32, Z7, Z7
	VPADDQ Z8, Z9, Z9
	VPADDQ Z7, Z0, Z0
	VPADDQ Z9, Z0, Z0
	VPMULLQ Z16, Z1, Z1
	VPADDQ Z18, Z1, Z1
	VPCMPUQ $1, Z18, Z1, K1 // less: carry
	VPADDQ Z23, Z0, K1, Z0
	ADDQ $8, AX
	CMPQ AX, CX
	JLT words
	VMOVDQU64 Z0, (SI)
	VMOVDQU64 Z1, 64(SI)
	VZEROUPPER
	RET
