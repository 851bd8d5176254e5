package lessons

import (
	"kernellab/ascii"
	"kernellab/exercises/dataset"
)

// drawnApart draws a set anew until no two points of different classes share a cell
// of a small picture: a boundary between them could not be seen.
func drawnApart(seed uint64, draw func(seed uint64) *dataset.Set) *dataset.Set {
	return draw(apartSeed(seed, draw))
}

// apartSeed is the seed, or the first made of it, with which such a set is drawn.
func apartSeed(seed uint64, draw func(seed uint64) *dataset.Set) uint64 {
	for i := range uint64(1000) {
		if try := seed + i<<33; classesApart(draw(try)) {
			return try
		}
	}
	return seed
}

func classesApart(set *dataset.Set) bool {
	picture := pointsAlone(set, "").Plot.(ascii.Map)
	first := map[[2]int]float64{}
	for i := range set.Len() {
		x, y, ok := picture.Place(ascii.Rect{W: 48, H: 19}, ascii.View{Aspect: 2}, i)
		if class, taken := first[[2]int{x, y}]; ok && taken && class != set.Label(i) {
			return false
		}
		first[[2]int{x, y}] = set.Label(i)
	}
	return true
}
