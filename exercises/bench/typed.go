package bench

import (
	"errors"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"kernellab/ascii"
	"kernellab/exercises/anatomy"
	"kernellab/exercises/stage"
	"kernellab/kernels"
)

// typed names the kernel that a student types.
const typed = "typed"

// ReadKernel reads a kernel as a student types it: in the language of package
// kernels, or as a formula of two points alone, exp(-dist) for expr("exp(-dist)").
// The error is a [*kernels.ParseError] about the text as typed.
func ReadKernel(text string) (kernels.Kernel[[]float64], error) {
	k, err := kernels.Parse(text)
	if err == nil || strings.TrimSpace(text) == "" {
		return k, err
	}
	const before, after = `expr("`, `")`
	bare, wrong := kernels.Parse(before + text + after)
	if wrong == nil {
		return bare, nil
	}
	fault, ok := errors.AsType[*kernels.ParseError](wrong)
	if !ok || named(text) {
		return nil, err
	}
	out := *fault
	out.Pos, out.Text = max(0, min(fault.Pos-len(before), len([]rune(text)))), text
	return nil, &out
}

// named reports whether a text speaks of a kernel by its name: then it was not meant
// as a formula.
func named(text string) bool {
	for _, name := range []string{"linear", "lin", "poly", "rbf", "gauss", "expr", "features"} {
		if strings.Contains(strings.ToLower(text), name) {
			return true
		}
	}
	return false
}

// Fault is what is wrong with a text of a kernel, in a sentence without its place,
// and the place in runes.
func Fault(err error) (words string, at int) {
	fault, ok := errors.AsType[*kernels.ParseError](err)
	if !ok {
		return err.Error(), -1
	}
	words = fault.Msg
	if fault.Hint != "" {
		words += "; " + fault.Hint
	}
	return words, fault.Pos
}

// Sentence begins with a capital letter and ends with a full stop, or as a question.
func Sentence(words string) string {
	first, size := utf8.DecodeRuneInString(words)
	words = string(unicode.ToUpper(first)) + words[size:]
	if strings.HasSuffix(words, "?") || strings.HasSuffix(words, ".") {
		return words
	}
	return words + "."
}

// mostEigen is up to how many points the eigenvalues of K are computed for a note.
const mostEigen = 400

// indefinite says that what was typed is no kernel, by an eigenvalue of K on the
// points; nothing where none is negative.
func indefinite(m stage.Model) []ascii.Line {
	if m.Set.Len() > mostEigen {
		return nil
	}
	err := kernels.CheckPSD(kernels.Gram(m.Kernel, m.Set.Points()), 1e-10)
	npsd, ok := errors.AsType[*kernels.NotPSDError](err)
	if !ok {
		return nil
	}
	return []ascii.Line{stage.Warning(fmt.Sprintf("This is no kernel: on these points K has the eigenvalue %s. The solver steps all the same, without what is proved for kernels.", anatomy.Num(npsd.Eigenvalue)))}
}
