package ascii_test

import (
	"fmt"

	"kernellab/ascii"
)

// Plain text is enough to see what a figure draws. The cells also carry inks,
// which a palette turns into colours.
func ExampleBars() {
	g := ascii.NewGrid(40, 3)
	ascii.Bars{Bars: []ascii.Bar{{Label: "α1", Value: 1}, {Label: "α2", Value: 0.5}, {Label: "α3", Value: 0.25}}}.
		Draw(g, g.Bounds(), ascii.View{Profile: ascii.SevenBit})
	fmt.Println(g.Encode(ascii.NewPalette(ascii.SevenBit, func(ascii.Ink) ascii.Style { return ascii.Style{} })))
	// Output:
	// alpha1 ########################### 1
	// alpha2 ############## 0.5
	// alpha3 ####### 0.25
}

// Every figure can describe itself.
func ExampleMap_Words() {
	m := ascii.Map{
		X: ascii.Range{Min: -1, Max: 1}, Y: ascii.Range{Min: -1, Max: 1},
		Field: ascii.FieldFunc(func(x, _ float64) float64 { return x }),
		Marks: []ascii.Mark{{X: -0.5, Y: 0.2, Class: -1}, {X: 0.5, Y: 0.1, Class: 1}},
	}
	for _, sentence := range m.Words() {
		fmt.Println(sentence)
	}
	// Output:
	// Map of x from -1 to 1 and y from -1 to 1.
	// 2 points: 1 of class +1, 1 of class -1.
	// Class +1: 2 at (0.5, 0.1).
	// Class -1: 1 at (-0.5, 0.2).
	// Class +1 has 51 % of the map, class -1 49 %.
	// The boundary f = 0 is vertical at about x = 0.
	// No point is near it.
	// Every point lies on the side of its class.
}

// A formula is broken before its relations, which are aligned.
func ExampleLine_WrapFormula() {
	for _, l := range ascii.Plain("k(x, z) = (x·z + 1)² = 1 + 2x₁z₁ + x₁²z₁²").WrapFormula(24) {
		fmt.Println(l.String())
	}
	// Output:
	// k(x, z) = (x·z + 1)²
	//         = 1 + 2x₁z₁
	//           + x₁²z₁²
}
