//go:build !amd64

package solvers

const hasVector = false

func advance64(score, up, rk, rl *float64, quads int, ck, cl float64) float64 {
	panic("solvers: amd64 only")
}

func advance32(score, up *float64, rk, rl *float32, quads int, ck, cl float64) float64 {
	panic("solvers: amd64 only")
}

func scan64(score, low, diag, row *float64, quads int, bUp, kkk, bar float64, high *[4]float64) int {
	panic("solvers: amd64 only")
}

func scan32(score, low, diag *float64, row *float32, quads int, bUp, kkk, bar float64, high *[4]float64) int {
	panic("solvers: amd64 only")
}
