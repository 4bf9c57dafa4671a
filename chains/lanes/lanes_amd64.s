//go:build !purego

#include "textflag.h"
#include "series.h"

// In all loops AX counts cells, four a turn or eight. In those of flows CX is four cells before the end. If the number of
// cells is no multiple of four their last turn begins at CX, and so computes some flows a second time.

// EDGES loads the addresses of the two ends of an edge, with which both flows begin.
#define EDGES \
	MOVQ f+8(FP), AX \
	MOVQ (AX), DI \
	MOVQ 24(AX), SI \
	MOVQ u+16(FP), AX \
	MOVQ (AX), R8 \
	MOVQ 24(AX), R9 \
	MOVQ p+24(FP), R10 \
	MOVQ open+32(FP), R11 \
	MOVQ by+40(FP), AX \
	MOVQ n+48(FP), CX \
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

DATA ·least+0(SB)/8, $1e-300
GLOBL ·least(SB), RODATA, $8

// func flowAVX(c Conductance, f, u *Pair, p, open *float64, by, n int)
TEXT ·flowAVX(SB), NOSPLIT, $0-56
	EDGES
	CMPQ c+0(FP), $0
	JNE  barker

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

barker:
	VBROADCASTSD ·least(SB), Y5

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

// func settleAVX(dst, base *Pair, s, t *Stream, p *float64, share float64, n int)
TEXT ·settleAVX(SB), NOSPLIT, $0-56
	MOVQ dst+0(FP), AX
	MOVQ (AX), DI
	MOVQ 24(AX), SI
	MOVQ base+8(FP), AX
	MOVQ (AX), R8
	MOVQ 24(AX), R9
	MOVQ s+16(FP), AX
	MOVQ (AX), BX // cell and by
	MOVQ 8(AX), R11
	MOVQ 32(AX), R12
	MOVQ t+24(FP), AX
	MOVQ (AX), DX
	MOVQ 8(AX), R13
	MOVQ 32(AX), R15
	MOVQ p+32(FP), R10
	MOVQ n+48(FP), CX
	VBROADCASTSD ·least(SB), Y5
	VBROADCASTSD share+40(FP), Y6
	XORQ AX, AX
	SUBQ $4, CX
	JLT  settleRest

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

settleRest:
	ADDQ $4, CX
	CMPQ AX, CX
	JGE  settleDone

settleOne: // the same of the last cells, one by one
	VMAXSD (R10)(AX*8), X5, X0
	VDIVSD X0, X6, X0
	VMOVSD (R11)(AX*8), X1
	VMOVSD (R12)(AX*8), X2
	VMOVSD (R13)(AX*8), X3
	VMOVSD (R15)(AX*8), X4
	VSUBSD (R11)(BX*8), X1, X1
	VSUBSD (R12)(BX*8), X2, X2
	VSUBSD (R13)(DX*8), X3, X3
	VSUBSD (R15)(DX*8), X4, X4
	VADDSD X3, X1, X1
	VADDSD X4, X2, X2
	VMULSD X0, X1, X1
	VMULSD X0, X2, X2
	VADDSD (R8)(AX*8), X1, X1
	VADDSD (R9)(AX*8), X2, X2
	VMOVSD X1, (DI)(AX*8)
	VMOVSD X2, (SI)(AX*8)
	INCQ   BX
	INCQ   DX
	INCQ   AX
	CMPQ   AX, CX
	JLT    settleOne

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
	VBROADCASTSD ·least(SB), Z20
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
	VBROADCASTSD ·terms+120(SB), Y5
	VBROADCASTSD ·terms+112(SB), Y6
	XORQ AX, AX
	CMPB ·faster(SB), $0
	JEQ  rates
	SUBQ $8, CX
	JLT  ratesSome
	VBROADCASTSD pace+40(FP), Z3
	VPXORQ Z4, Z4, Z4
	VBROADCASTSD ·terms+120(SB), Z5
	VBROADCASTSD ·terms+112(SB), Z6

ratesEight: // the same with AVX-512
	VMULPD  (R10)(AX*8), Z3, Z0 // rise
	VMOVAPD Z6, Z1
	SERIES8
	VMULPD  Z0, Z0, Z2
	VMULPD  Z1, Z2, Z1 // more
	VADDPD  Z1, Z0, Z2 // grow
	VMOVUPD Z0, (DI)(AX*8)
	VMOVUPD Z2, (SI)(AX*8)
	VMOVUPD Z1, (R8)(AX*8)
	VADDPD  Z5, Z2, Z1
	VSUBPD  Z2, Z4, Z2
	VDIVPD  Z1, Z2, Z2 // -grow/(1+grow)
	VMOVUPD Z2, (R9)(AX*8)
	ADDQ    $8, AX
	CMPQ    AX, CX
	JLE     ratesEight

ratesSome:
	ADDQ $8, CX
	CMPQ AX, CX
	JGE  ratesDone

rates:
	VMULPD  (R10)(AX*8), Y3, Y0 // rise
	VMOVUPD Y6, Y1
	SERIES
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

ratesDone:
	VZEROUPPER
	RET

// PCG's step s -> s mul + inc modulo 2^128, low and high halves, and eight steps as one: of two steps mul is mul mul, and
// inc is inc (mul + 1). Then what makes a word of a state (DXSM of O'Neill), and what a product of two halves needs.
DATA pcg<>+0(SB)/8, $0x4385df649fccf645
DATA pcg<>+8(SB)/8, $0x2360ed051fc65da4
DATA pcg<>+16(SB)/8, $0x14057b7ef767814f
DATA pcg<>+24(SB)/8, $0x5851f42d4c957f2d
DATA pcg<>+32(SB)/8, $0xd1a2d6f33505ffe1
DATA pcg<>+40(SB)/8, $0x6347af777a7898f6
DATA pcg<>+48(SB)/8, $0x6583b868a1d77908
DATA pcg<>+56(SB)/8, $0x03ec56bc8fc560a8
DATA pcg<>+64(SB)/8, $0xda942042e4dd58b5
DATA pcg<>+72(SB)/8, $0xffffffff
DATA pcg<>+80(SB)/8, $1
GLOBL pcg<>(SB), RODATA, $88

// func wordsAVX512(words, state *uint64, n int)
//
// Z0 and Z1 have the high and the low halves of eight states. Each turn makes their words and steps eight ahead.
TEXT ·wordsAVX512(SB), NOSPLIT, $128-24
	MOVQ words+0(FP), DI
	MOVQ state+8(FP), SI
	MOVQ n+16(FP), CX
	MOVQ (SI), R8
	MOVQ 8(SI), R9
	XORQ BX, BX

wordsFirst: // the next eight states, one by one
	IMULQ pcg<>+0(SB), R8
	MOVQ  R9, AX
	IMULQ pcg<>+8(SB), R9
	ADDQ  R9, R8
	MULQ  pcg<>+0(SB)
	ADDQ  pcg<>+16(SB), AX
	ADCQ  pcg<>+24(SB), DX
	ADDQ  DX, R8
	MOVQ  AX, R9
	MOVQ  R8, high-128(SP)(BX*8)
	MOVQ  R9, low-64(SP)(BX*8)
	INCQ  BX
	CMPQ  BX, $8
	JLT   wordsFirst
	VMOVDQU64 high-128(SP), Z0
	VMOVDQU64 low-64(SP), Z1
	VPBROADCASTQ pcg<>+32(SB), Z16 // mul, low
	VPBROADCASTQ pcg<>+40(SB), Z17 // mul, high
	VPBROADCASTQ pcg<>+48(SB), Z18 // inc, low
	VPBROADCASTQ pcg<>+56(SB), Z19 // inc, high
	VPSRLQ $32, Z16, Z20
	VPBROADCASTQ pcg<>+64(SB), Z21
	VPBROADCASTQ pcg<>+72(SB), Z22
	VPBROADCASTQ pcg<>+80(SB), Z23
	XORQ AX, AX

words:
	VMOVDQA64 Z0, Z24
	VMOVDQA64 Z1, Z25
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
	VMOVDQU64 Z24, high-128(SP) // the state of the last word
	VMOVDQU64 Z25, low-64(SP)
	MOVQ high-72(SP), AX
	MOVQ AX, (SI)
	MOVQ low-8(SP), AX
	MOVQ AX, 8(SI)
	VZEROUPPER
	RET

// func pushAVX(dst, q *[8]float64, from *int, to *int32, p *float64, n int)
//
// Y0 and Y1 have the eight masses of a cell, Y6 and Y7 what has left it.
TEXT ·pushAVX(SB), NOSPLIT, $0-48
	MOVQ dst+0(FP), DI
	MOVQ q+8(FP), SI
	MOVQ from+16(FP), R8
	MOVQ to+24(FP), R9
	MOVQ p+32(FP), R10
	MOVQ n+40(FP), CX
	MOVQ SI, R11
	MOVQ DI, R12
	MOVQ CX, DX

pushCopy:
	VMOVUPD (R11), Y0
	VMOVUPD 32(R11), Y1
	VMOVUPD Y0, (R12)
	VMOVUPD Y1, 32(R12)
	ADDQ $64, R11
	ADDQ $64, R12
	DECQ DX
	JNE  pushCopy
	MOVQ DI, R12
	MOVQ (R8), AX
	CMPB ·faster(SB), $0
	JNE  pushCellOfEight

pushCell:
	VMOVUPD (SI), Y0
	VMOVUPD 32(SI), Y1
	VXORPD Y6, Y6, Y6
	VXORPD Y7, Y7, Y7
	MOVQ 8(R8), DX
	CMPQ AX, DX
	JGE  pushLeft

pushMove:
	MOVLQSX (R9)(AX*4), BX
	SHLQ $6, BX
	VBROADCASTSD (R10)(AX*8), Y2
	VMULPD Y2, Y0, Y3
	VMULPD Y2, Y1, Y4
	VADDPD Y3, Y6, Y6
	VADDPD Y4, Y7, Y7
	VADDPD (DI)(BX*1), Y3, Y3
	VADDPD 32(DI)(BX*1), Y4, Y4
	VMOVUPD Y3, (DI)(BX*1)
	VMOVUPD Y4, 32(DI)(BX*1)
	INCQ AX
	CMPQ AX, DX
	JLT  pushMove

pushLeft:
	VMOVUPD (R12), Y3
	VMOVUPD 32(R12), Y4
	VSUBPD Y6, Y3, Y3
	VSUBPD Y7, Y4, Y4
	VMOVUPD Y3, (R12)
	VMOVUPD Y4, 32(R12)
	ADDQ $64, SI
	ADDQ $64, R12
	ADDQ $8, R8
	DECQ CX
	JNE  pushCell
	VZEROUPPER
	RET

pushCellOfEight: // the same with AVX-512
	VMOVUPD (SI), Z0
	VPXORQ Z6, Z6, Z6
	MOVQ 8(R8), DX
	CMPQ AX, DX
	JGE  pushLeftOfEight

pushMoveOfEight:
	MOVLQSX (R9)(AX*4), BX
	SHLQ $6, BX
	VMULPD.BCST (R10)(AX*8), Z0, Z3
	VADDPD Z3, Z6, Z6
	VADDPD (DI)(BX*1), Z3, Z3
	VMOVUPD Z3, (DI)(BX*1)
	INCQ AX
	CMPQ AX, DX
	JLT  pushMoveOfEight

pushLeftOfEight:
	VMOVUPD (R12), Z3
	VSUBPD Z6, Z3, Z3
	VMOVUPD Z3, (R12)
	ADDQ $64, SI
	ADDQ $64, R12
	ADDQ $8, R8
	DECQ CX
	JNE  pushCellOfEight
	VZEROUPPER
	RET

// func redrawAVX(dst, q *[8]float64, stride int, conditional *float64, share float64, n int)
//
// Y0 and Y1 have the masses on the line.
TEXT ·redrawAVX(SB), NOSPLIT, $0-48
	MOVQ dst+0(FP), DI
	MOVQ q+8(FP), SI
	MOVQ stride+16(FP), DX
	SHLQ $6, DX
	MOVQ conditional+24(FP), R8
	VMOVSD share+32(FP), X5
	MOVQ n+40(FP), CX
	VXORPD Y0, Y0, Y0
	VXORPD Y1, Y1, Y1
	MOVQ CX, AX

redrawSum:
	VADDPD (SI), Y0, Y0
	VADDPD 32(SI), Y1, Y1
	ADDQ DX, SI
	DECQ AX
	JNE  redrawSum

redrawSpread:
	VMULSD (R8), X5, X2
	VMOVDDUP X2, X2
	VINSERTF128 $1, X2, Y2, Y2
	VMULPD Y0, Y2, Y3
	VMULPD Y1, Y2, Y4
	VADDPD (DI), Y3, Y3
	VADDPD 32(DI), Y4, Y4
	VMOVUPD Y3, (DI)
	VMOVUPD Y4, 32(DI)
	ADDQ $8, R8
	ADDQ DX, DI
	DECQ CX
	JNE  redrawSpread
	VZEROUPPER
	RET

// FOUR loads f of four cells, one by one: on many machines the instruction that gathers them is slower.
#define FOUR(cells, Y) \
	MOVLQSX (cells)(AX*4), DX \
	MOVLQSX 4(cells)(AX*4), R11 \
	VMOVSD  (R10)(DX*8), X0 \
	VMOVHPD (R10)(R11*8), X0, X0 \
	MOVLQSX 8(cells)(AX*4), DX \
	MOVLQSX 12(cells)(AX*4), R11 \
	VMOVSD  (R10)(DX*8), X1 \
	VMOVHPD (R10)(R11*8), X1, X1 \
	VINSERTF128 $1, X1, Y0, Y

// func acceptAVX(c Conductance, p, each *float64, x, y *int32, f *float64, n int)
TEXT ·acceptAVX(SB), NOSPLIT, $0-56
	MOVQ c+0(FP), BX
	MOVQ p+8(FP), DI
	MOVQ each+16(FP), SI
	MOVQ x+24(FP), R8
	MOVQ y+32(FP), R9
	MOVQ f+40(FP), R10
	MOVQ n+48(FP), CX
	VBROADCASTSD ·least(SB), Y5
	VBROADCASTSD ·terms+120(SB), Y6
	XORQ AX, AX

accept:
	FOUR(R8, Y2)
	FOUR(R9, Y3)
	VADDPD Y5, Y2, Y2
	VDIVPD Y2, Y3, Y3 // f(y)/f(x)
	TESTQ BX, BX
	JNE  acceptHarmonic
	VMINPD Y3, Y6, Y3

acceptSet:
	VMULPD (SI)(AX*8), Y3, Y3
	VMOVUPD Y3, (DI)(AX*8)
	ADDQ $4, AX
	CMPQ AX, CX
	JLT  accept
	VZEROUPPER
	RET

acceptHarmonic:
	VADDPD Y6, Y3, Y4
	VDIVPD Y4, Y3, Y3
	JMP acceptSet

// func acceptAlongAVX(c Conductance, p, each, here, there *float64, n int)
TEXT ·acceptAlongAVX(SB), NOSPLIT, $0-48
	MOVQ c+0(FP), BX
	MOVQ p+8(FP), DI
	MOVQ each+16(FP), SI
	MOVQ here+24(FP), R8
	MOVQ there+32(FP), R9
	MOVQ n+40(FP), CX
	VBROADCASTSD ·least(SB), Y5
	VBROADCASTSD ·terms+120(SB), Y6
	XORQ AX, AX

along:
	VMOVUPD (R9)(AX*8), Y3
	VADDPD (R8)(AX*8), Y5, Y2
	VDIVPD Y2, Y3, Y3
	TESTQ BX, BX
	JNE  alongHarmonic
	VMINPD Y3, Y6, Y3

alongSet:
	VMULPD (SI)(AX*8), Y3, Y3
	VMOVUPD Y3, (DI)(AX*8)
	ADDQ $4, AX
	CMPQ AX, CX
	JLT  along
	VZEROUPPER
	RET

alongHarmonic:
	VADDPD Y6, Y3, Y4
	VDIVPD Y4, Y3, Y3
	JMP alongSet

// func expAVX(dst, x *float64, n int)
TEXT ·expAVX(SB), NOSPLIT, $0-24
	MOVQ dst+0(FP), DI
	MOVQ x+8(FP), SI
	MOVQ n+16(FP), CX
	VBROADCASTSD ·terms+128(SB), Y3
	VBROADCASTSD ·terms+136(SB), Y4
	VBROADCASTSD ·terms+144(SB), Y5
	VBROADCASTSD ·terms+152(SB), Y6
	VBROADCASTSD ·terms+160(SB), Y11
	VBROADCASTSD ·terms+88(SB), Y12
	VBROADCASTSD ·terms+120(SB), Y13
	XORQ AX, AX
	CMPB ·faster(SB), $0
	JEQ  exp
	SUBQ $8, CX
	JLT  expSome
	VBROADCASTSD ·terms+128(SB), Z3
	VBROADCASTSD ·terms+136(SB), Z4
	VBROADCASTSD ·terms+144(SB), Z5
	VBROADCASTSD ·terms+152(SB), Z6
	VBROADCASTSD ·terms+160(SB), Z11
	VBROADCASTSD ·terms+88(SB), Z12
	VBROADCASTSD ·terms+120(SB), Z13

expEight: // the same with AVX-512
	VMOVUPD (SI)(AX*8), Z7
	VMULPD  Z3, Z7, Z8
	VADDPD  Z4, Z8, Z8
	VSUBPD  Z4, Z8, Z9 // k
	VMULPD  Z5, Z9, Z10
	VSUBPD  Z10, Z7, Z0
	VMULPD  Z6, Z9, Z10
	VSUBPD  Z10, Z0, Z0 // r
	VMOVAPD Z12, Z1
	LOWER8
	VMULPD  Z0, Z0, Z2
	VMULPD  Z1, Z2, Z1
	VADDPD  Z1, Z0, Z1
	VADDPD  Z13, Z1, Z1
	VPSLLQ  $52, Z8, Z8
	VPADDQ  Z8, Z1, Z1
	VCMPPD  $13, Z11, Z7, K1 // at least the least
	VMOVAPD.Z Z1, K1, Z1
	VCMPPD  $3, Z7, Z7, K1 // no number
	VMOVAPD Z7, K1, Z1
	VMOVUPD Z1, (DI)(AX*8)
	ADDQ    $8, AX
	CMPQ    AX, CX
	JLE     expEight

expSome:
	ADDQ $8, CX
	CMPQ AX, CX
	JGE  expDone

exp:
	VMOVUPD (SI)(AX*8), Y7
	VMULPD  Y3, Y7, Y8
	VADDPD  Y4, Y8, Y8
	VSUBPD  Y4, Y8, Y9 // k
	VMULPD  Y5, Y9, Y10
	VSUBPD  Y10, Y7, Y0
	VMULPD  Y6, Y9, Y10
	VSUBPD  Y10, Y0, Y0 // r
	VMOVUPD Y12, Y1
	LOWER
	VMULPD  Y0, Y0, Y2
	VMULPD  Y1, Y2, Y1
	VADDPD  Y1, Y0, Y1
	VADDPD  Y13, Y1, Y1
	VPSLLQ  $52, Y8, Y8
	VPADDQ  Y8, Y1, Y1
	VCMPPD  $13, Y11, Y7, Y10 // at least the least
	VANDPD  Y10, Y1, Y1
	VCMPPD  $3, Y7, Y7, Y10 // no number
	VBLENDVPD Y10, Y7, Y1, Y1
	VMOVUPD Y1, (DI)(AX*8)
	ADDQ    $4, AX
	CMPQ    AX, CX
	JLT     exp

expDone:
	VZEROUPPER
	RET
