//go:build !amd64

package vec

const (
	hasVector = false
	amd64Only = "vec: amd64 only"
)

func distanceBlocks(_, _, _ *float64, _, _ int, _ float64)       { panic(amd64Only) }
func dotBlocks(_, _, _ *float64, _, _ int)                       { panic(amd64Only) }
func expBlocks(*float64, int, *[64]uint64, *[9]float64)          { panic(amd64Only) }
func outerBlocks(_, _, _ *float64, _, _, _, _ int)               { panic(amd64Only) }
func advance64(_, _, _, _ *float64, _ int, _, _ float64) float64 { panic(amd64Only) }
func advance32(_, _ *float64, _, _ *float32, _ int, _, _ float64) float64 {
	panic(amd64Only)
}
func scan64(_, _, _, _ *float64, _ int, _, _, _ float64, _ *[4]float64) int { panic(amd64Only) }
func scan32(_, _, _ *float64, _ *float32, _ int, _, _, _ float64, _ *[4]float64) int {
	panic(amd64Only)
}
