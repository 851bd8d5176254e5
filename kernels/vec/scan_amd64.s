#include "textflag.h"

// TinyKappa
DATA ·tiny+0(SB)/8, $1e-12
GLOBL ·tiny(SB), RODATA|NOPTR, $8

// LOAD reads four entries of a row, which take STEP bytes.

// ADVANCE advances CX groups of four scores at DI. Y0, which begins as +Inf, keeps
// the least score + up, with up at SI.
#define ADVANCE(LOAD, STEP) \
	VPCMPEQQ     Y0, Y0, Y0  \
	VPSLLQ       $53, Y0, Y0 \
	VPSRLQ       $1, Y0, Y0  \
next: \
	LOAD         (R8), Y1    \
	LOAD         (R9), Y2    \
	VMULPD       Y15, Y1, Y1 \
	VMULPD       Y14, Y2, Y2 \
	VADDPD       (DI), Y1, Y1 \
	VADDPD       Y2, Y1, Y1  \
	VMOVUPD      Y1, (DI)    \
	VADDPD       (SI), Y1, Y1 \
	VMINPD       Y0, Y1, Y0  \
	ADDQ         $32, DI     \
	ADDQ         $32, SI     \
	ADDQ         STEP, R8    \
	ADDQ         STEP, R9    \
	DECQ         CX          \
	JNZ          next        \
	VEXTRACTF128 $1, Y0, X1  \
	VMINPD       X1, X0, X0  \
	VPERMILPD    $1, X0, X1  \
	VMINSD       X1, X0, X0

// SCAN goes through groups of four up to the first with gap·|gap| > threshold·κ, or
// CX, and counts them in AX. Y0 keeps the largest score + low.
#define SCAN(LOAD, STEP) \
	VBROADCASTSD ·tiny(SB), Y12  \
	VPCMPEQQ     Y11, Y11, Y11   \
	VPSRLQ       $1, Y11, Y11    \
	XORQ         AX, AX          \
next: \
	VMOVUPD      (DI), Y1        \
	VADDPD       (SI), Y1, Y1    \
	VMAXPD       Y1, Y0, Y0      \
	VSUBPD       Y15, Y1, Y1     \
	VADDPD       (R8), Y14, Y3   \
	LOAD         (R9), Y4        \
	VADDPD       Y4, Y4, Y4      \
	VSUBPD       Y4, Y3, Y3      \
	VMAXPD       Y12, Y3, Y3     \
	VANDPD       Y11, Y1, Y2     \
	VMULPD       Y2, Y1, Y1      \
	VMULPD       Y13, Y3, Y3     \
	VCMPPD       $0x1e, Y3, Y1, Y1 \
	VMOVMSKPD    Y1, DX          \
	TESTL        DX, DX          \
	JNZ          found           \
	ADDQ         $32, DI         \
	ADDQ         $32, SI         \
	ADDQ         $32, R8         \
	ADDQ         STEP, R9        \
	INCQ         AX              \
	CMPQ         AX, CX          \
	JLT          next            \
found:

// func advance64(score, up, rk, rl *float64, quads int, ck, cl float64) float64
TEXT ·advance64(SB), NOSPLIT, $0-64
	MOVQ         score+0(FP), DI
	MOVQ         up+8(FP), SI
	MOVQ         rk+16(FP), R8
	MOVQ         rl+24(FP), R9
	MOVQ         quads+32(FP), CX
	VBROADCASTSD ck+40(FP), Y15
	VBROADCASTSD cl+48(FP), Y14
	ADVANCE(VMOVUPD, $32)
	VMOVSD       X0, ret+56(FP)
	VZEROUPPER
	RET

// func scan64(score, low, diag, row *float64, quads int, bUp, diagK, threshold float64, high *[4]float64) int
TEXT ·scan64(SB), NOSPLIT, $0-80
	MOVQ         score+0(FP), DI
	MOVQ         low+8(FP), SI
	MOVQ         diag+16(FP), R8
	MOVQ         row+24(FP), R9
	MOVQ         quads+32(FP), CX
	VBROADCASTSD bUp+40(FP), Y15
	VBROADCASTSD diagK+48(FP), Y14
	VBROADCASTSD threshold+56(FP), Y13
	MOVQ         high+64(FP), R10
	VMOVUPD      (R10), Y0
	SCAN(VMOVUPD, $32)
	VMOVUPD      Y0, (R10)
	MOVQ         AX, ret+72(FP)
	VZEROUPPER
	RET

// func advance32(score, up *float64, rk, rl *float32, quads int, ck, cl float64) float64
TEXT ·advance32(SB), NOSPLIT, $0-64
	MOVQ         score+0(FP), DI
	MOVQ         up+8(FP), SI
	MOVQ         rk+16(FP), R8
	MOVQ         rl+24(FP), R9
	MOVQ         quads+32(FP), CX
	VBROADCASTSD ck+40(FP), Y15
	VBROADCASTSD cl+48(FP), Y14
	ADVANCE(VCVTPS2PD, $16)
	VMOVSD       X0, ret+56(FP)
	VZEROUPPER
	RET

// func scan32(score, low, diag *float64, row *float32, quads int, bUp, diagK, threshold float64, high *[4]float64) int
TEXT ·scan32(SB), NOSPLIT, $0-80
	MOVQ         score+0(FP), DI
	MOVQ         low+8(FP), SI
	MOVQ         diag+16(FP), R8
	MOVQ         row+24(FP), R9
	MOVQ         quads+32(FP), CX
	VBROADCASTSD bUp+40(FP), Y15
	VBROADCASTSD diagK+48(FP), Y14
	VBROADCASTSD threshold+56(FP), Y13
	MOVQ         high+64(FP), R10
	VMOVUPD      (R10), Y0
	SCAN(VCVTPS2PD, $16)
	VMOVUPD      Y0, (R10)
	MOVQ         AX, ret+72(FP)
	VZEROUPPER
	RET
