//go:build !purego

#include "textflag.h"

// In all loops AX counts cells, four a turn or eight. In loops of currents CX is four cells before the end. If the
// number of cells is no multiple of four the last turn begins at CX, and so computes some currents a second time.

// EDGES loads the addresses of the two ends of an edge, with which both loops of currents begin.
#define EDGES \
	MOVQ dst+8(FP), AX \
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

// CURRENT stores the flow Y0 times u[i] - u[i+by], for both functions.
#define CURRENT \
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

// func currentsAVX(a Acceptance, dst, u *Pair, p, open *float64, by, n int)
TEXT ·currentsAVX(SB), NOSPLIT, $0-56
	EDGES
	CMPQ a+0(FP), $0
	JNE  barker

metropolis:
	VMOVUPD (R10)(AX*8), Y0
	VMINPD  (R12)(AX*8), Y0, Y0
	VMULPD  (R11)(AX*8), Y0, Y0
	CURRENT
	ADDQ    $4, AX
	CMPQ    AX, CX
	JLE     metropolis
	SUBQ    AX, CX
	CMPQ    CX, $-4
	JEQ     metropolisDone
	ADDQ    CX, AX
	MOVQ    AX, CX
	JMP     metropolis

metropolisDone:
	VZEROUPPER
	RET

barker:
	VBROADCASTSD ·least(SB), Y5

barkerNext:
	VMOVUPD (R10)(AX*8), Y0
	VMOVUPD (R12)(AX*8), Y3
	VADDPD  Y3, Y0, Y4
	VADDPD  Y5, Y4, Y4
	VDIVPD  Y4, Y3, Y3
	VMULPD  Y3, Y0, Y0
	VMULPD  (R11)(AX*8), Y0, Y0
	CURRENT
	ADDQ    $4, AX
	CMPQ    AX, CX
	JLE     barkerNext
	SUBQ    AX, CX
	CMPQ    CX, $-4
	JEQ     barkerDone
	ADDQ    CX, AX
	MOVQ    AX, CX
	JMP     barkerNext

barkerDone:
	VZEROUPPER
	RET

DATA one<>+0(SB)/8, $1.0
GLOBL one<>(SB), RODATA, $8

// func settleAVX(dst, base *Pair, s, t *Stream, p *float64, n int)
TEXT ·settleAVX(SB), NOSPLIT, $0-48
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
	MOVQ n+40(FP), CX
	VBROADCASTSD ·least(SB), Y5
	VBROADCASTSD one<>(SB), Y6
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

// ACROSS adds the four parts of a sum in Y, and T, the sum of the cells at the end.
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

// func carryAVX(p *float64, u *Pair, s *BetaStep, sums *Sums, n int)
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

carryEight: // with AVX-512, but it sums four cells at a time
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

carryOne: // the same for the last cells, one by one, with sums of their own
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
