//go:build !purego

#include "textflag.h"

// What these loops read of Bands: n at 0, room at 8, by at 16 and its length at 24, rates at 40, each at 64, inverse at
// 88, turns at 112.

// LEFT sets the mask K to the cells of eight that are left of DX; R9 is 8, and DI all ones.
#define LEFT(K) \
	CMPQ DX, R9 \
	CMOVQGT R9, DX \
	BZHIQ DX, DI, DX \
	KMOVB DX, K

// func acceptBandsAVX512(b *Bands, f *float64)
TEXT ·acceptBandsAVX512(SB), NOSPLIT, $0-16
	MOVQ b+0(FP), BX
	MOVQ f+8(FP), R10
	MOVQ 0(BX), R8 // n
	MOVQ 88(BX), R11 // inverse
	MOVQ $8, R9
	MOVQ $-1, DI
	VBROADCASTSD ·least(SB), Z5
	VBROADCASTSD ·terms+120(SB), Z6
	VPXORQ Z7, Z7, Z7
	XORQ AX, AX

inverse:
	MOVQ R8, DX
	SUBQ AX, DX
	LEFT(K1)
	VMOVUPD.Z (R10)(AX*8), K1, Z0
	VADDPD Z5, Z0, Z0
	VDIVPD Z0, Z6, Z0
	VMOVUPD Z0, (R11)(AX*8)
	ADDQ $8, AX
	CMPQ AX, R8
	JLT  inverse
	MOVQ 16(BX), R13 // by
	MOVQ 24(BX), CX // bands
	MOVQ 40(BX), SI // rates
	MOVQ 64(BX), R14 // each

acceptBand:
	MOVQ (R13), R12
	ADDQ $8, R13
	MOVQ 8(BX), DX
	LEAQ (SI)(DX*8), DX // the way back
	XORQ AX, AX

acceptBandCells: // DX is the way back, and for a while what is left
	MOVQ DX, R15
	MOVQ R8, DX
	SUBQ R12, DX
	SUBQ AX, DX
	LEFT(K1)
	LEAQ (R10)(R12*8), DX
	VMOVUPD.Z (R10)(AX*8), K1, Z0 // here
	VMOVUPD.Z (DX)(AX*8), K1, Z1 // beyond
	LEAQ (R11)(R12*8), DX
	VMOVUPD (R11)(AX*8), Z2
	VMINPD (DX)(AX*8), Z2, Z2
	MOVQ R15, DX
	VMINPD Z1, Z0, Z3
	VMULPD Z2, Z3, Z2
	VMOVUPD (R14)(AX*8), Z4
	VMULPD Z2, Z4, Z2 // less
	VMAXPD Z1, Z0, Z3
	VCMPPD $4, Z7, Z3, K2 // some mass
	VMOVAPD.Z Z4, K2, Z4
	VMOVAPD Z4, Z3
	VCMPPD $1, Z0, Z1, K2 // beyond < here
	VMOVAPD Z2, K2, Z3
	VMOVUPD Z3, K1, (SI)(AX*8)
	VCMPPD $1, Z1, Z0, K2 // here < beyond
	VMOVAPD Z2, K2, Z4
	VMOVUPD Z4, K1, (DX)(AX*8)
	ADDQ $8, AX
	LEAQ (AX)(R12*1), R15
	CMPQ R15, R8
	JLT  acceptBandCells
	MOVQ 8(BX), DX
	LEAQ (R14)(DX*8), R14
	SHLQ $4, DX
	ADDQ DX, SI
	DECQ CX
	JNE  acceptBand
	VZEROUPPER
	RET

// FLOWS makes the flows of eight edges of a measure, of which the eight cells here are at P and in Q: Z8 has the ways
// there and Z9 the ways back. WAS has the flows that begin in the eight cells before; what came in less what leaves is
// added to SUM.
#define FLOWS(P, Q, SUM, TURN, WAS) \
	VMULPD (P)(AX*8), Z9, Z10 \
	VMULPD Q, Z8, Z11 \
	VSUBPD Z10, Z11, Z11 \
	VPERMT2PD Z11, TURN, WAS \
	VSUBPD Z11, WAS, WAS \
	VADDPD WAS, SUM, SUM \
	VMOVAPD Z11, WAS

// BAND3 makes the flows of three measures along one band, and BAND4 of four. DX points to its rates, and AX is by.
#define BAND3(TURN, WAS0, WAS1, WAS2) \
	VMOVUPD (DX), Z8 \
	VMOVUPD (DX)(R12*1), Z9 \
	FLOWS(SI, Z4, Z0, TURN, WAS0) \
	FLOWS(R9, Z5, Z1, TURN, WAS1) \
	FLOWS(R10, Z6, Z2, TURN, WAS2)

#define BAND4(TURN, WAS0, WAS1, WAS2, WAS3) \
	BAND3(TURN, WAS0, WAS1, WAS2) \
	FLOWS(R11, Z7, Z3, TURN, WAS3)

// NEXT goes to a band.
#define NEXT(at) \
	MOVQ at(R13), AX \
	LEAQ (DX)(R12*2), DX

#define NONE4(A, B, C, D) \
	VPXORQ A, A, A \
	VPXORQ B, B, B \
	VPXORQ C, C, C \
	VPXORQ D, D, D

// func pushBandsAVX512(dst, q *float64, stride int, b *Bands)
//
// It takes four measures, at SI, R9, R10 and R11, and then three, eight cells a turn. DI leads from q to dst, and BX
// points to the rates of the first band, to R14.
TEXT ·pushBandsAVX512(SB), NOSPLIT, $0-32
	MOVQ dst+0(FP), DI
	MOVQ q+8(FP), SI
	MOVQ stride+16(FP), R8
	SHLQ $3, R8
	MOVQ b+24(FP), BX
	SUBQ SI, DI
	MOVQ 8(BX), R12
	SHLQ $3, R12
	MOVQ 16(BX), R13
	MOVQ 24(BX), CX
	VMOVDQU64 112(BX), Z12
	VMOVDQU64 176(BX), Z13
	VMOVDQU64 240(BX), Z14
	VMOVDQU64 304(BX), Z15
	LEAQ (SI)(R8*1), R9
	LEAQ (R9)(R8*1), R10
	LEAQ (R10)(R8*1), R11
	MOVQ 40(BX), BX
	LEAQ (BX)(R12*1), R14
	NONE4(Z16, Z17, Z18, Z19)
	NONE4(Z20, Z21, Z22, Z23)
	NONE4(Z24, Z25, Z26, Z27)
	NONE4(Z28, Z29, Z30, Z31)

fourMeasures:
	NONE4(Z0, Z1, Z2, Z3)
	VMOVUPD (SI), Z4
	VMOVUPD (R9), Z5
	VMOVUPD (R10), Z6
	VMOVUPD (R11), Z7
	MOVQ BX, DX
	MOVQ (R13), AX
	BAND4(Z12, Z16, Z17, Z18, Z19)
	CMPQ CX, $2
	JLT  fourStore
	NEXT(8)
	BAND4(Z13, Z20, Z21, Z22, Z23)
	CMPQ CX, $3
	JLT  fourStore
	NEXT(16)
	BAND4(Z14, Z24, Z25, Z26, Z27)
	CMPQ CX, $4
	JLT  fourStore
	NEXT(24)
	BAND4(Z15, Z28, Z29, Z30, Z31)

fourStore:
	VADDPD Z0, Z4, Z0
	VADDPD Z1, Z5, Z1
	VADDPD Z2, Z6, Z2
	VADDPD Z3, Z7, Z3
	VMOVUPD Z0, (SI)(DI*1)
	VMOVUPD Z1, (R9)(DI*1)
	VMOVUPD Z2, (R10)(DI*1)
	VMOVUPD Z3, (R11)(DI*1)
	ADDQ $64, SI
	ADDQ $64, R9
	ADDQ $64, R10
	ADDQ $64, R11
	ADDQ $64, BX
	CMPQ BX, R14
	JLT  fourMeasures
	SUBQ R12, BX
	SUBQ R12, SI
	LEAQ (SI)(R8*4), SI
	LEAQ (SI)(R8*1), R9
	LEAQ (R9)(R8*1), R10
	NONE4(Z16, Z17, Z18, Z20)
	NONE4(Z21, Z22, Z24, Z25)
	NONE4(Z26, Z28, Z29, Z30)

threeMeasures:
	NONE4(Z0, Z1, Z2, Z3)
	VMOVUPD (SI), Z4
	VMOVUPD (R9), Z5
	VMOVUPD (R10), Z6
	MOVQ BX, DX
	MOVQ (R13), AX
	BAND3(Z12, Z16, Z17, Z18)
	CMPQ CX, $2
	JLT  threeStore
	NEXT(8)
	BAND3(Z13, Z20, Z21, Z22)
	CMPQ CX, $3
	JLT  threeStore
	NEXT(16)
	BAND3(Z14, Z24, Z25, Z26)
	CMPQ CX, $4
	JLT  threeStore
	NEXT(24)
	BAND3(Z15, Z28, Z29, Z30)

threeStore:
	VADDPD Z0, Z4, Z0
	VADDPD Z1, Z5, Z1
	VADDPD Z2, Z6, Z2
	VMOVUPD Z0, (SI)(DI*1)
	VMOVUPD Z1, (R9)(DI*1)
	VMOVUPD Z2, (R10)(DI*1)
	ADDQ $64, SI
	ADDQ $64, R9
	ADDQ $64, R10
	ADDQ $64, BX
	CMPQ BX, R14
	JLT  threeMeasures
	VZEROUPPER
	RET
