package lessons

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/mat"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/anatomy"
	"kernellab/exercises/dataset"
	"kernellab/exercises/stage"
	"kernellab/exercises/worksheets"
	"kernellab/kernels"
	"kernellab/kernels/structured"
)

// stringKernels is 9.4: a kernel on strings, its table, and a machine that sees
// nothing else.
func stringKernels(b worksheets.Brief) worksheets.Parts {
	r := rand.New(rand.NewPCG(b.Seed, 94))
	families, motifs := dataset.Families(80, b.Seed)
	machine := must(newStringMachine(context.Background(), families, structured.Normalised[string]{Kernel: structured.Substrings{}}))
	own := newOwnString(machine, motifs[1])
	letters := longStrings{b.Seed}
	vars := worksheets.Vars{
		"wrong": machine.errors(), "held": len(families.Held), "train": len(families.Train),
		"goal": anatomy.Num(own.goal), "ownRight": own.reference, "motifA": motifs[0], "motifB": motifs[1], "ownBegin": motifs[1][:4], "ownValue": anatomy.Num(machine.at(own.reference)),
	}
	for name, v := range stringDraws(r) {
		vars[name] = v
	}
	return worksheets.Parts{
		Vars: vars,
		Steps: map[string]worksheets.Behaviour{
			"long":    {Scene: letters.scene},
			"machine": {Scene: stringStage{families, dataset.Languages()}.scene},
			"own":     {Scene: own.scene, Judges: map[string]worksheets.Judge{"own": own.judge()}},
		},
	}
}

// stringDraws are the words of a student with what is asked of them.
func stringDraws(r *rand.Rand) worksheets.Vars {
	out := worksheets.Vars{}
	word := [][2]string{{"banana", "ana"}, {"mississippi", "issi"}, {"entente", "ente"}, {"alfalfa", "alfa"}}[r.IntN(4)]
	out["word"], out["part"] = word[0], word[1]
	out["often"] = strconv.Itoa(structured.Occurrences(word[0])[word[1]])
	out["apart"] = strconv.Itoa(strings.Count(word[0], word[1]))

	pair := [][2]string{{"tart", "art"}, {"rare", "area"}, {"onion", "noon"}, {"pepper", "pep"}}[r.IntN(4)]
	out["x"], out["z"] = pair[0], pair[1]
	out["k"] = said(structured.Substrings{}.Eval(pair[0], pair[1]))
	out["longest"], out["distinct"] = strconv.Itoa(longestCommon(pair[0], pair[1])), strconv.Itoa(len(commonRows(pair[0], pair[1])))

	maps.Copy(out, tableToFill("pqp", []string{"qpqp", "pqqp", "qppq"}[r.IntN(3)]))

	other := []string{"bazaar", "larva", "guava", "karaoke"}[r.IntN(4)]
	const long = "aardvark"
	all := structured.Substrings{}
	out["other"] = other
	out["pairs"], out["sum"] = said(structured.Spectrum{P: 2}.Eval(long, other)), said(all.Eval(long, other))
	out["peak"] = strconv.Itoa(longestCommon(long, other))
	out["xx"], out["zz"] = said(all.Eval(long, long)), said(all.Eval(other, other))
	out["cosine"] = anatomy.Plain(structured.Normalised[string]{Kernel: all}.Eval(long, other), 6)
	out["halved"] = anatomy.Plain(all.Eval(long, other)/(all.Eval(long, long)*all.Eval(other, other)), 6)
	return out
}

// tableToFill are the cells of the table of two strings, its sum, and what slips make
// of its last row and its sum.
func tableToFill(rows, columns string) worksheets.Vars {
	out := worksheets.Vars{"rows": rows, "columns": columns, "total": said(structured.Substrings{}.Eval(rows, columns))}
	for j, letter := range columns {
		out[fmt.Sprintf("z%d", j+1)] = string(letter)
	}
	largest, last := 0, 0
	for i, row := range structured.SuffixTable(rows, columns) {
		last = 0
		for j, v := range row {
			out[fmt.Sprintf("t%d%d", i+1, j+1)], out[fmt.Sprintf("e%d%d", i+1, j+1)] = strconv.Itoa(v), strconv.Itoa(min(v, 1))
			largest, last = max(largest, v), last+v
		}
	}
	out["largest"], out["lastRow"] = strconv.Itoa(largest), strconv.Itoa(last)
	return out
}

// longestCommon is the length of the longest common substring.
func longestCommon(x, z string) int {
	most := 0
	for _, row := range structured.SuffixTable(x, z) {
		for _, v := range row {
			most = max(most, v)
		}
	}
	return most
}

// commonRows are the substrings that two strings have in common.
func commonRows(x, z string) []string {
	var out []string
	other := structured.Occurrences(z)
	for s := range structured.Occurrences(x) {
		if other[s] > 0 {
			out = append(out, s)
		}
	}
	return out
}

// longStrings are random strings of four letters, as long as the slider says.
type longStrings struct{ seed uint64 }

// scene is their Gram matrix as it is or normalised; how alike two of them are
// stands above it.
func (l longStrings) scene(ctx context.Context, a exercises.Answers) exercises.Scene {
	length := stage.Slider("length", "letters", 5, 160, 5, a, "5")
	how := stage.ChoiceControl("how", "entries", a, "raw", exercises.Choice{Value: "raw", Label: "k(x, z)"}, exercises.Choice{Value: "normalised", Label: "normalised"})
	scene := exercises.Scene{Controls: []exercises.Control{length, how}}
	r := rand.New(rand.NewPCG(l.seed, 940))
	const n = 14
	x := make([]string, n)
	for i := range x {
		x[i] = dataset.Letters(r, int(length.Number()))
	}
	g := kernels.Gram[string](structured.Substrings{}, x)
	if ctx.Err() != nil {
		return scene
	}
	cosines := structured.NormalisedGram(g)
	if how.Value == "normalised" {
		g = cosines
	}
	scene.Figures = []exercises.Figure{stage.Main(fmt.Sprintf("%d random strings; normalised: %s on average", n, anatomy.Digits(offDiagonal(cosines), 2)), ascii.Heatmap{Rows: n, Cols: n, At: g.At, Bar: true})}
	return scene
}

// offDiagonal is the mean of what is not on the diagonal.
func offDiagonal(g *mat.SymDense) float64 {
	n := g.SymmetricDim()
	return (mat.Sum(g) - mat.Trace(g)) / float64(n*(n-1))
}
