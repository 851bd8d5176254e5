package kit

import (
	"context"
	"fmt"
	"math"
	"math/big"
	"strconv"

	"gonum.org/v1/gonum/floats"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/anatomy"
	"kernellab/exercises/answer"
	"kernellab/exercises/stage"
	"kernellab/exercises/worksheets"
	"kernellab/kernels"
	"kernellab/kernels/structured"
)

// setKernels are the functions of two sets that a worksheet can name.
func setKernels() map[string]kernels.Kernel[structured.Set] {
	return map[string]kernels.Kernel[structured.Set]{
		"intersection": structured.Intersection(), "all-subsets": structured.AllSubsets(),
		"jaccard": structured.Jaccard(), "overlap": structured.Overlap(),
	}
}

// setKernelOf reads the name of one.
func setKernelOf(p *worksheets.Params, name string) kernels.Kernel[structured.Set] {
	return setKernels()[p.Choice(name, "intersection", "all-subsets", "jaccard", "overlap")]
}

// subsetFeatures asks for φ of a subset A of {1, …, n}, in a1 … an, which are 1 where
// the element is in A. It is held to k(A, B) for all pairs of subsets.
func subsetFeatures(p *worksheets.Params) worksheets.Judge {
	t := subsetsOf(p, "subset-features")
	return worksheets.Written(t.scope, p.Text("canonical"), func(ctx context.Context, text string) answer.Result {
		return answer.Judged(ctx, text, t.scope, t.judge)
	})
}

// subsetTask is a kernel on the subsets of a small universe.
type subsetTask struct {
	kernel kernels.Kernel[structured.Set]
	n      int
	scope  answer.Scope
}

// subsetsOf reads the kernel and the universe.
func subsetsOf(p *worksheets.Params, name string) subsetTask {
	t := subsetTask{kernel: setKernelOf(p, name), n: p.Int("universe")}
	if t.n < 1 || t.n > 6 {
		p.Fail("universe", "give 1 to 6", "a universe of %d elements", t.n)
		t.n = 1
	}
	for i := range t.n {
		t.scope.Vars = append(t.scope.Vars, "a"+strconv.Itoa(i+1))
	}
	t.scope.Bits = t.scope.Vars
	return t
}

// features are φ(A) of all subsets, in the order of structured.Subsets.
func (t subsetTask) features(e answer.Expr) ([][]float64, error) {
	all := structured.Subsets(t.n)
	phi := make([][]float64, len(all))
	for _, entry := range e.List() {
		f, err := entry.Compile(t.scope.Vars...)
		if err != nil {
			return nil, err
		}
		for i, a := range all {
			phi[i] = append(phi[i], f.Value(t.bits(a)...))
		}
	}
	return phi, nil
}

func (t subsetTask) judge(e answer.Expr) answer.Result {
	out := answer.Result{Verdict: exercises.NotEqual, At: -1}
	all := structured.Subsets(t.n)
	phi, err := t.features(e)
	if err != nil {
		out.Verdict, out.Fact = exercises.Undecided, plain(err.Error())
		return out
	}
	for i, a := range all {
		for j, b := range all[:i+1] {
			got, want := floats.Dot(phi[i], phi[j]), t.kernel.Eval(a, b)
			if math.IsNaN(got) || math.IsInf(got, 0) {
				out.Headline, out.Fact = "A feature has no value.", plain(fmt.Sprintf("For A = %s and B = %s φ(A)·φ(B) has no value.", b.String(), a.String()))
				return out
			}
			if math.Abs(got-want) > 1e-9*(1+want) {
				out.Headline = "Not this kernel."
				out.Fact = plain(fmt.Sprintf("For A = %s and B = %s your φ(A)·φ(B) is %s, and %s is %s.", b.String(), a.String(), anatomy.Num(got), t.kernel.String(), anatomy.Num(want)))
				return out
			}
		}
	}
	return t.exactly(e, out)
}

// exactly decides about features whose inner products are the kernel's to nine
// digits.
func (t subsetTask) exactly(e answer.Expr, out answer.Result) answer.Result {
	all := structured.Subsets(t.n)
	settings := make([]map[string]int64, len(all))
	for i, a := range all {
		settings[i] = map[string]int64{}
		for j, bit := range t.bits(a) {
			settings[i][t.scope.Vars[j]] = int64(bit)
		}
	}
	rows, err := answer.ExactRows(e.List(), settings)
	if err != nil {
		out.Verdict, out.Fact = exercises.Undecided, plain("It agrees to nine digits at all pairs of subsets, which is no proof: "+err.Error()+".")
		return out
	}
	for i, a := range all {
		for j, b := range all[:i+1] {
			if !rows.InnerIs(i, j, t.fraction(a, b)) {
				out.Verdict, out.Headline = exercises.Close, "Not this kernel."
				out.Fact = plain(fmt.Sprintf("For A = %s and B = %s your φ(A)·φ(B) is near %s, and not equal to it.", b.String(), a.String(), t.kernel.String()))
				return out
			}
		}
	}
	out.Verdict, out.Accepted, out.Headline = exercises.Equal, true, "Proved."
	out.Fact = plain(fmt.Sprintf("φ(A)·φ(B) = %s for all %d pairs of subsets.", t.kernel.String(), len(all)*len(all)))
	return out
}

// fraction is the kernel of two subsets as the fraction that it is: its denominator
// is a size of at most six elements.
func (t subsetTask) fraction(a, b structured.Set) *big.Rat {
	const multiple = 60 // of 1 to 6
	return big.NewRat(int64(math.Round(t.kernel.Eval(a, b)*multiple)), multiple)
}

// bits are a1 … an of a set.
func (t subsetTask) bits(a structured.Set) []float64 {
	out := make([]float64, t.n)
	for i := range out {
		if a.Has(i) {
			out[i] = 1
		}
	}
	return out
}

// subsetGram is a kernel on all subsets, beside φ(A)·φ(B) of the φ that is typed.
func subsetGram(p *worksheets.Params) worksheets.SceneFunc {
	field, t := p.Field("subset-gram"), subsetsOf(p, "kernel")
	all := structured.Subsets(t.n)
	var most float64
	for _, a := range all {
		most = math.Max(most, t.kernel.Eval(a, a))
	}
	heat := func(title string, at func(i, j int) float64) exercises.Figure {
		return stage.Main(title, ascii.Heatmap{Rows: len(all), Cols: len(all), At: at, Range: ascii.Range{Min: 0, Max: most}, Bar: true})
	}
	return func(ctx context.Context, a exercises.Answers) exercises.Scene {
		k := func(i, j int) float64 { return t.kernel.Eval(all[i], all[j]) }
		s := exercises.Scene{Figures: []exercises.Figure{heat(fmt.Sprintf("%s, all %d subsets", t.kernel.String(), len(all)), k)}}
		e, err := answer.Parse(ctx, a[field], t.scope)
		if err != nil {
			return s
		}
		phi, err := t.features(e)
		if err != nil {
			return s
		}
		yours, same := func(i, j int) float64 { return floats.Dot(phi[i], phi[j]) }, 0
		for i := range all {
			for j := range all {
				if math.Abs(yours(i, j)-k(i, j)) < 1e-9 {
					same++
				}
			}
		}
		s.Figures = append(s.Figures, heat("your φ(A)·φ(B)", yours))
		s.Notes = plain(fmt.Sprintf("The two agree on %d of %d pairs.", same, len(all)*len(all)))
		return s
	}
}
