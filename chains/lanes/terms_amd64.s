//go:build !purego

#include "textflag.h"

// artanh, from the last to the first; nearest; what is no number; and the bit of the sign.
DATA near<>+0(SB)/8, $0.07692307692307693
DATA near<>+8(SB)/8, $0.09090909090909091
DATA near<>+16(SB)/8, $0.1111111111111111
DATA near<>+24(SB)/8, $0.14285714285714285
DATA near<>+32(SB)/8, $0.2
DATA near<>+40(SB)/8, $0.3333333333333333
DATA near<>+48(SB)/8, $0.1
DATA near<>+56(SB)/8, $0x7ff8000000000001
DATA near<>+64(SB)/8, $0x8000000000000000
GLOBL near<>(SB), RODATA, $72

// ARTANH adds a term to Y5, for s² in Y4.
#define ARTANH(Y) \
	VMULPD Y4, Y5, Y5 \
	VADDPD Y, Y5, Y5

// func nearTermsAVX(up, down, a, b *float64, n int)
TEXT ·nearTermsAVX(SB), NOSPLIT, $0-40
	MOVQ up+0(FP), DI
	MOVQ down+8(FP), SI
	MOVQ a+16(FP), R8
	MOVQ b+24(FP), R9
	MOVQ n+32(FP), CX
	VBROADCASTSD near<>+8(SB), Y7
	VBROADCASTSD near<>+16(SB), Y8
	VBROADCASTSD near<>+24(SB), Y9
	VBROADCASTSD near<>+32(SB), Y10
	VBROADCASTSD near<>+40(SB), Y11
	VBROADCASTSD near<>+48(SB), Y12
	VBROADCASTSD ·terms+176(SB), Y13 // 2
	VBROADCASTSD near<>+56(SB), Y14
	VBROADCASTSD ·terms+168(SB), Y15 // all bits but the sign
	XORQ AX, AX

nearTerms:
	VMOVUPD (R8)(AX*8), Y0
	VMOVUPD (R9)(AX*8), Y1
	VSUBPD Y0, Y1, Y1
	VDIVPD Y0, Y1, Y1 // z
	VADDPD Y1, Y13, Y2
	VDIVPD Y2, Y1, Y3 // s
	VMULPD Y3, Y3, Y4
	VBROADCASTSD near<>+0(SB), Y5
	ARTANH(Y7)
	ARTANH(Y8)
	ARTANH(Y9)
	ARTANH(Y10)
	ARTANH(Y11)
	VMULPD Y4, Y13, Y4
	VMULPD Y5, Y4, Y5
	VSUBPD Y1, Y5, Y5
	VMULPD Y5, Y3, Y5 // rest
	VADDPD Y5, Y1, Y2
	VMULPD Y2, Y1, Y2
	VADDPD Y5, Y2, Y2
	VMULPD Y2, Y0, Y2 // down
	VMULPD Y5, Y0, Y5
	VANDPD Y15, Y1, Y3
	VCMPPD $5, Y12, Y3, Y3 // not near
	VBLENDVPD Y3, Y14, Y2, Y2
	VMOVUPD Y2, (SI)(AX*8)
	VBROADCASTSD near<>+64(SB), Y6
	VXORPD Y6, Y5, Y5 // up
	VBLENDVPD Y3, Y14, Y5, Y5
	VMOVUPD Y5, (DI)(AX*8)
	ADDQ $4, AX
	CMPQ AX, CX
	JLT  nearTerms
	VZEROUPPER
	RET
