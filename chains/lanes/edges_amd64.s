//go:build !purego

#include "textflag.h"
#include "series.h"

// func edgesAVX512(dst, q *[8]float64, e *Edges, n int)
//
// Z0 has the eight masses of a cell, Z6 what has left it. AX counts edges, to DX in this cell.
TEXT ·edgesAVX512(SB), NOSPLIT, $0-32
	MOVQ dst+0(FP), DI
	MOVQ q+8(FP), SI
	MOVQ e+16(FP), BX
	MOVQ n+24(FP), CX
	MOVQ 0(BX), R8 // From
	MOVQ 24(BX), R9 // To
	MOVQ 48(BX), R10 // There
	MOVQ 72(BX), R11 // Back
	MOVQ CX, DX
	SHLQ $6, DX
	XORQ AX, AX

edgesCopy:
	VMOVUPD (SI)(AX*1), Z0
	VMOVUPD Z0, (DI)(AX*1)
	ADDQ $64, AX
	CMPQ AX, DX
	JLT  edgesCopy
	XORQ R12, R12 // the cell's place
	MOVQ (R8), AX

edgesCell:
	VMOVUPD (SI)(R12*1), Z0
	VPXORQ Z6, Z6, Z6
	MOVQ 8(R8), DX
	CMPQ AX, DX
	JGE  edgesLeft

edgesMove:
	MOVLQSX (R9)(AX*4), BX
	SHLQ $6, BX
	VMOVUPD (SI)(BX*1), Z1
	VMULPD.BCST (R10)(AX*8), Z0, Z2
	VMULPD.BCST (R11)(AX*8), Z1, Z1
	VSUBPD Z1, Z2, Z2
	VADDPD Z2, Z6, Z6
	VADDPD (DI)(BX*1), Z2, Z2
	VMOVUPD Z2, (DI)(BX*1)
	INCQ AX
	CMPQ AX, DX
	JLT  edgesMove

edgesLeft:
	VMOVUPD (DI)(R12*1), Z3
	VSUBPD Z6, Z3, Z3
	VMOVUPD Z3, (DI)(R12*1)
	ADDQ $64, R12
	ADDQ $8, R8
	DECQ CX
	JNE  edgesCell
	VZEROUPPER
	RET

// FOUR loads f of four cells, one by one: on many machines the instruction that gathers them is slower.
#define FOUR(cells, Y) \
	MOVLQSX (cells)(AX*4), DX \
	MOVLQSX 4(cells)(AX*4), BX \
	VMOVSD  (R10)(DX*8), X0 \
	VMOVHPD (R10)(BX*8), X0, X0 \
	MOVLQSX 8(cells)(AX*4), DX \
	MOVLQSX 12(cells)(AX*4), BX \
	VMOVSD  (R10)(DX*8), X1 \
	VMOVHPD (R10)(BX*8), X1, X1 \
	VINSERTF128 $1, X1, Y0, Y

// func acceptEdgesAVX(e *Edges, each *float64, x *int32, f *float64, n int)
TEXT ·acceptEdgesAVX(SB), NOSPLIT, $0-40
	MOVQ e+0(FP), BX
	MOVQ 24(BX), R9 // To
	MOVQ 48(BX), R11 // There
	MOVQ 72(BX), R12 // Back
	MOVQ each+8(FP), SI
	MOVQ x+16(FP), R8
	MOVQ f+24(FP), R10
	MOVQ n+32(FP), CX
	VXORPD Y6, Y6, Y6
	VBROADCASTSD ·least(SB), Y5
	XORQ AX, AX

acceptEdges:
	FOUR(R8, Y2)
	FOUR(R9, Y3)
	VMOVUPD (SI)(AX*8), Y4
	VMINPD Y3, Y2, Y0
	VMAXPD Y3, Y2, Y1
	VCMPPD $4, Y6, Y1, Y7 // some mass
	VANDPD Y7, Y4, Y7
	VADDPD Y5, Y1, Y1
	VDIVPD Y1, Y0, Y0
	VMULPD Y0, Y4, Y0 // less
	VCMPPD $1, Y2, Y3, Y1 // there < here
	VBLENDVPD Y1, Y0, Y7, Y1
	VMOVUPD Y1, (R11)(AX*8)
	VCMPPD $1, Y3, Y2, Y1 // here < there
	VBLENDVPD Y1, Y0, Y7, Y1
	VMOVUPD Y1, (R12)(AX*8)
	ADDQ $4, AX
	CMPQ AX, CX
	JLT  acceptEdges
	VZEROUPPER
	RET
