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

// func carryAVX(p, u0, u1, rise, grow, more, shrink *float64, sums *[4][wide]float64, n int)
TEXT ·carryAVX(SB), NOSPLIT, $0-72
	MOVQ p+0(FP), DI
	MOVQ u0+8(FP), SI
	MOVQ u1+16(FP), R8
	MOVQ rise+24(FP), R9
	MOVQ grow+32(FP), R10
	MOVQ more+40(FP), R11
	MOVQ shrink+48(FP), R12
	MOVQ sums+56(FP), R13
	MOVQ n+64(FP), CX
	VXORPD Y12, Y12, Y12
	VXORPD Y13, Y13, Y13
	VXORPD Y14, Y14, Y14
	VXORPD Y15, Y15, Y15
	XORQ AX, AX

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
	VMOVUPD Y12, (R13)
	VMOVUPD Y13, 32(R13)
	VMOVUPD Y14, 64(R13)
	VMOVUPD Y15, 96(R13)
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
