//go:build !amd64

package vec

const (
	hasVector = false
	missing   = "vec: amd64 only"
)

func distanceBlocks(_, _, _ *float64, _, _ int, _ float64)       { panic(missing) }
func dotBlocks(_, _, _ *float64, _, _ int)                       { panic(missing) }
func expBlocks(*float64, int, *[64]uint64, *[9]float64)          { panic(missing) }
func outerBlocks(_, _, _ *float64, _, _, _, _ int)               { panic(missing) }
func advance64(_, _, _, _ *float64, _ int, _, _ float64) float64 { panic(missing) }
func advance32(_, _ *float64, _, _ *float32, _ int, _, _ float64) float64 {
	panic(missing)
}
func scan64(_, _, _, _ *float64, _ int, _, _, _ float64, _ *[4]float64) int { panic(missing) }
func scan32(_, _, _ *float64, _ *float32, _ int, _, _, _ float64, _ *[4]float64) int {
	panic(missing)
}
