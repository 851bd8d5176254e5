#include "textflag.h"

// func distanceBlocks(dst, x, block *float64, d, blocks int, factor float64)
//
// It keeps four sums in each of two registers. The operations and their order are
// those of distance8, so the bits are the same.
TEXT ·distanceBlocks(SB), NOSPLIT, $0-48
	MOVQ         dst+0(FP), DI
	MOVQ         x+8(FP), SI
	MOVQ         block+16(FP), BX
	MOVQ         d+24(FP), DX
	MOVQ         blocks+32(FP), CX
	VBROADCASTSD factor+40(FP), Y7

nextBlock:
	VXORPD Y0, Y0, Y0
	VXORPD Y1, Y1, Y1
	MOVQ   SI, R8
	MOVQ   DX, R9

nextCoordinate:
	VBROADCASTSD (R8), Y2
	VMOVUPD      (BX), Y3
	VMOVUPD      32(BX), Y4
	VSUBPD       Y2, Y3, Y3
	VSUBPD       Y2, Y4, Y4
	VMULPD       Y3, Y3, Y3
	VMULPD       Y4, Y4, Y4
	VADDPD       Y3, Y0, Y0
	VADDPD       Y4, Y1, Y1
	ADDQ         $8, R8
	ADDQ         $64, BX
	DECQ         R9
	JNZ          nextCoordinate

	VMULPD  Y7, Y0, Y0
	VMULPD  Y7, Y1, Y1
	VMOVUPD Y0, (DI)
	VMOVUPD Y1, 32(DI)
	ADDQ    $64, DI
	DECQ    CX
	JNZ     nextBlock
	VZEROUPPER
	RET

// func dotBlocks(dst, x, block *float64, d, blocks int)
//
// The result has the same bits as dot8.
TEXT ·dotBlocks(SB), NOSPLIT, $0-40
	MOVQ dst+0(FP), DI
	MOVQ x+8(FP), SI
	MOVQ block+16(FP), BX
	MOVQ d+24(FP), DX
	MOVQ blocks+32(FP), CX

nextBlock:
	VXORPD Y0, Y0, Y0
	VXORPD Y1, Y1, Y1
	MOVQ   SI, R8
	MOVQ   DX, R9

nextCoordinate:
	VBROADCASTSD (R8), Y2
	VMULPD       (BX), Y2, Y3
	VMULPD       32(BX), Y2, Y4
	VADDPD       Y3, Y0, Y0
	VADDPD       Y4, Y1, Y1
	ADDQ         $8, R8
	ADDQ         $64, BX
	DECQ         R9
	JNZ          nextCoordinate

	VMOVUPD Y0, (DI)
	VMOVUPD Y1, 32(DI)
	ADDQ    $64, DI
	DECQ    CX
	JNZ     nextBlock
	VZEROUPPER
	RET

// func expBlocks(v *float64, quads int, powers *[64]uint64, c *[9]float64)
//
// It computes four exponentials at a time, with the operations of expPlain in order.
TEXT ·expBlocks(SB), NOSPLIT, $0-32
	MOVQ         v+0(FP), DI
	MOVQ         quads+8(FP), CX
	MOVQ         powers+16(FP), SI
	MOVQ         c+24(FP), BX
	VBROADCASTSD 0(BX), Y15  // 64/ln 2
	VBROADCASTSD 8(BX), Y14  // rounder
	VBROADCASTSD 16(BX), Y13 // ln2Hi/64
	VBROADCASTSD 24(BX), Y12 // ln2Lo/64
	VBROADCASTSD 32(BX), Y11 // 1/2
	VBROADCASTSD 40(BX), Y10 // 1/6
	VBROADCASTSD 48(BX), Y9  // 1/24
	VBROADCASTSD 56(BX), Y8  // 1/120
	VBROADCASTSD 64(BX), Y6  // expLowest
	VPCMPEQQ     Y7, Y7, Y7
	VPSRLQ       $58, Y7, Y7 // 63

nextQuad:
	VMOVUPD    (DI), Y0
	VCMPPD     $0x11, Y6, Y0, Y5 // below: 0
	VMULPD     Y15, Y0, Y1
	VADDPD     Y14, Y1, Y1 // k, in the last bits
	VPAND      Y7, Y1, Y2
	VPCMPEQQ   Y4, Y4, Y4
	VPGATHERQQ Y4, (SI)(Y2*8), Y3
	VPSLLQ     $46, Y1, Y2
	VPADDQ     Y2, Y3, Y3 // scale
	VSUBPD     Y14, Y1, Y1
	VMULPD     Y13, Y1, Y2
	VSUBPD     Y2, Y0, Y0
	VMULPD     Y12, Y1, Y2
	VSUBPD     Y2, Y0, Y0 // r
	VMULPD     Y0, Y0, Y1 // r2
	VMULPD     Y10, Y0, Y2
	VADDPD     Y11, Y2, Y2
	VMULPD     Y1, Y2, Y2 // r2·(1/2 + r/6)
	VADDPD     Y2, Y0, Y2
	VMULPD     Y8, Y0, Y4
	VADDPD     Y9, Y4, Y4
	VMULPD     Y1, Y1, Y1
	VMULPD     Y4, Y1, Y4
	VADDPD     Y4, Y2, Y2 // p
	VMULPD     Y3, Y2, Y2
	VADDPD     Y2, Y3, Y2
	VANDNPD    Y2, Y5, Y2
	VMOVUPD    Y2, (DI)
	ADDQ       $32, DI
	DECQ       CX
	JNZ        nextQuad
	VZEROUPPER
	RET

// func outerBlocks(dst, left, right *float64, terms, stride, w, blocks int)
//
// It keeps four rows by eight columns in registers. Each sum adds its terms in the
// order of outerPlain, so the bits are the same.
TEXT ·outerBlocks(SB), NOSPLIT, $0-56
	MOVQ dst+0(FP), DI
	MOVQ left+8(FP), SI
	MOVQ right+16(FP), BX
	MOVQ terms+24(FP), DX
	MOVQ stride+32(FP), R13
	MOVQ w+40(FP), R10
	MOVQ blocks+48(FP), CX
	SHLQ $3, R10           // bytes of a row of dst and right
	LEAQ (R10)(R10*2), R11
	SHLQ $3, R13           // bytes of a row of left
	LEAQ (R13)(R13*2), AX

nextBlock:
	VMOVUPD (DI), Y0
	VMOVUPD 32(DI), Y1
	VMOVUPD (DI)(R10*1), Y2
	VMOVUPD 32(DI)(R10*1), Y3
	VMOVUPD (DI)(R10*2), Y4
	VMOVUPD 32(DI)(R10*2), Y5
	VMOVUPD (DI)(R11*1), Y6
	VMOVUPD 32(DI)(R11*1), Y7
	MOVQ    BX, R8
	MOVQ    SI, R9
	MOVQ    DX, R12

nextTerm:
	VMOVUPD      (R8), Y8
	VMOVUPD      32(R8), Y9
	VBROADCASTSD (R9), Y10
	VMULPD       Y8, Y10, Y11
	VMULPD       Y9, Y10, Y12
	VADDPD       Y11, Y0, Y0
	VADDPD       Y12, Y1, Y1
	VBROADCASTSD (R9)(R13*1), Y10
	VMULPD       Y8, Y10, Y11
	VMULPD       Y9, Y10, Y12
	VADDPD       Y11, Y2, Y2
	VADDPD       Y12, Y3, Y3
	VBROADCASTSD (R9)(R13*2), Y10
	VMULPD       Y8, Y10, Y11
	VMULPD       Y9, Y10, Y12
	VADDPD       Y11, Y4, Y4
	VADDPD       Y12, Y5, Y5
	VBROADCASTSD (R9)(AX*1), Y10
	VMULPD       Y8, Y10, Y11
	VMULPD       Y9, Y10, Y12
	VADDPD       Y11, Y6, Y6
	VADDPD       Y12, Y7, Y7
	ADDQ         $8, R9
	ADDQ         R10, R8
	DECQ         R12
	JNZ          nextTerm

	VMOVUPD Y0, (DI)
	VMOVUPD Y1, 32(DI)
	VMOVUPD Y2, (DI)(R10*1)
	VMOVUPD Y3, 32(DI)(R10*1)
	VMOVUPD Y4, (DI)(R10*2)
	VMOVUPD Y5, 32(DI)(R10*2)
	VMOVUPD Y6, (DI)(R11*1)
	VMOVUPD Y7, 32(DI)(R11*1)
	ADDQ    $64, DI
	ADDQ    $64, BX
	DECQ    CX
	JNZ     nextBlock
	VZEROUPPER
	RET
