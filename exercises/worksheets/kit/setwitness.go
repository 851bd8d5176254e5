package kit

import (
	"context"
	"fmt"
	"math/big"
	"strings"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/anatomy"
	"kernellab/exercises/answer"
	"kernellab/exercises/stage"
	"kernellab/exercises/worksheets"
	"kernellab/kernels"
	"kernellab/kernels/structured"
)

// setWitness asks for sets and a vector v with vᵀKv < 0, a bar between them. It is
// decided in fractions.
func setWitness(p *worksheets.Params) worksheets.Judge {
	t := setWitnessTask{kernel: setKernelOf(p, "set-witness")}
	j := worksheets.Checked("", t.check)
	j.Same = func(ctx context.Context, typed, example string) bool {
		a, v, stop := readSets(ctx, typed)
		b, w, none := readSets(ctx, example)
		return stop == nil && none == nil && fmt.Sprint(a, v) == fmt.Sprint(b, w)
	}
	return j
}

type setWitnessTask struct {
	kernel kernels.Kernel[structured.Set]
}

// mostSets is how many sets a witness may have.
const mostSets = 8

// readSets reads sets of elements 1 to 9 and as many numbers.
func readSets(ctx context.Context, text string) ([]structured.Set, []float64, *answer.Result) {
	fail := func(format string, args ...any) *answer.Result {
		return &answer.Result{Verdict: exercises.Unreadable, At: 0, Fact: plain(fmt.Sprintf(format, args...))}
	}
	if strings.TrimSpace(text) == "" {
		return nil, nil, &answer.Result{Verdict: exercises.Empty, At: -1}
	}
	left, right, ok := answer.AtBar(answer.Trimmed(text))
	if !ok {
		return nil, nil, fail("A bar has to stand between the sets and v, as in {1}, {2, 3} | 1, −1.")
	}
	named, stop := answer.ReadSets(left, answer.SetTask{Max: 9, Noun: "element"})
	if stop != nil {
		mended := stop.Inside("", "|"+right)
		return nil, nil, &mended
	}
	if len(named) > mostSets {
		return nil, nil, fail("Write at most %d sets.", mostSets)
	}
	var sets []structured.Set
	for _, elements := range named {
		var s structured.Set
		for _, e := range elements {
			s |= structured.SetOf(e - 1)
		}
		sets = append(sets, s)
	}
	v, stop := answer.Values(ctx, right, len(sets))
	if stop != nil {
		mended := stop.Inside(left+"|", "")
		stop = &mended
	}
	return sets, v, stop
}

func (t setWitnessTask) check(ctx context.Context, text string) answer.Result {
	sets, v, stop := readSets(ctx, text)
	if stop != nil {
		return *stop
	}
	sum := new(big.Rat)
	for i, a := range sets {
		for j, b := range sets {
			sum.Add(sum, new(big.Rat).Mul(t.entry(a, b), new(big.Rat).Mul(exact(v[i]), exact(v[j]))))
		}
	}
	value, _ := sum.Float64()
	out := answer.Result{Verdict: exercises.NotEqual, At: -1, Reading: witnessWords(sets, v)}
	switch sum.Sign() {
	case -1:
		out.Verdict, out.Accepted, out.Headline = exercises.Equal, true, "A witness."
		out.Fact = plain(fmt.Sprintf("vᵀKv = %s < 0 for these sets: no kernel can give that.", anatomy.Num(value)))
	case 1:
		out.Fact = plain(fmt.Sprintf("vᵀKv = %s for these sets, which is not negative.", anatomy.Num(value)))
	default:
		out.Fact = plain("vᵀKv is 0 for these sets, and it has to be negative.")
	}
	return out
}

// entry is k(A, B) as a fraction: values of set kernels have denominators up to 9.
func (t setWitnessTask) entry(a, b structured.Set) *big.Rat {
	const all = 2520 // which 1 to 10 divide
	return big.NewRat(int64(t.kernel.Eval(a, b)*all+0.5), all)
}

func exact(v float64) *big.Rat {
	if r := new(big.Rat).SetFloat64(v); r != nil {
		return r
	}
	return new(big.Rat)
}

func witnessWords(sets []structured.Set, v []float64) string {
	var left, right []string
	for i, s := range sets {
		left, right = append(left, s.String()), append(right, anatomy.Num(v[i]))
	}
	return strings.Join(left, ", ") + " | " + strings.Join(right, ", ")
}

// setWitnessScene is K of the sets that are typed, and vᵀKv.
func setWitnessScene(p *worksheets.Params) worksheets.SceneFunc {
	field, kernel := p.Field("set-gram"), setKernelOf(p, "kernel")
	return func(ctx context.Context, a exercises.Answers) exercises.Scene {
		sets, v, stop := readSets(ctx, a[field])
		if stop != nil {
			sets, v = []structured.Set{1, 2, 4}, nil
		}
		table := ascii.Table{Columns: []ascii.Column{{Title: "", Width: 12}}}
		for _, s := range sets {
			table.Columns = append(table.Columns, ascii.Column{Title: s.String(), Right: true, Width: max(7, ascii.Width(s.String())+1)})
		}
		if v != nil {
			table.Columns = append(table.Columns, ascii.Column{Title: "v", Right: true, Width: 6})
		}
		for i, s := range sets {
			row := []ascii.Line{ascii.Inked(s.String(), ascii.Dim)}
			for _, b := range sets {
				row = append(row, ascii.Plain(anatomy.Digits(kernel.Eval(s, b), 3)))
			}
			if v != nil {
				row = append(row, ascii.Inked(anatomy.Num(v[i]), ascii.Symbol1))
			}
			table.Rows = append(table.Rows, row)
		}
		return exercises.Scene{Figures: []exercises.Figure{stage.Table("K, entries "+kernel.String(), table)}}
	}
}
