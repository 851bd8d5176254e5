package bench

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/anatomy"
	"kernellab/exercises/stage"
	"kernellab/kernels"
	"kernellab/solvers"
)

// runInput holds the training data and the kernel that the student has chosen for a run, and the
// controls for choosing them.
type runInput struct {
	data        stage.TrainingData
	controls    []exercises.Control
	editor      *pointEditor // nil unless the student places the points
	isTyped     bool         // whether the student types the kernel
	kernelError string       // why the typed kernel cannot be read, or ""
	unusedNotes []string     // notes on placed points or a typed kernel that are not used with the current choices
}

// readInput reads the answers. sets are the sets to choose from.
func (b Bench) readInput(sets []stage.DataSetOption, a exercises.Answers) runInput {
	var out runInput
	if i := slices.IndexFunc(sets, func(s stage.DataSetOption) bool { return s.Name == placedSetName }); i >= 0 {
		out.editor = b.readPointEditor(a)
		sets = slices.Clone(sets)
		sets[i] = out.editor.set()
		// Show the placed points.
		if a[b.NamePrefix+"data"] == "" && a[b.NamePrefix+PointsField] != "" && sets[0].Name != ownSetName {
			a = a.With(b.NamePrefix+"data", placedSetName)
		}
	}
	dataControl, chosenSet := stage.DataSetControl(b.NamePrefix+"data", sets, a)
	if chosenSet.Name != placedSetName {
		if out.editor != nil && a[b.NamePrefix+PointsField] != "" {
			out.unusedNotes = append(out.unusedNotes, "Your points are not used now. To use them, choose them as data.")
		}
		out.editor = nil
	}
	if len(sets) > 1 {
		out.controls = append(out.controls, dataControl)
	}
	out.data = stage.TrainingData{Set: chosenSet.Set}
	out = b.withKernel(out, chosenSet, a)
	if chosenSet.Set.Dim() > 2 {
		columnsControl, pair := stage.ColumnsControl(b.NamePrefix+"columns", chosenSet.Set, a)
		out.data.DrawnColumns = pair
		out.controls = append(out.controls, columnsControl)
	}
	return out
}

// withKernel returns the input with the chosen kernel and its controls. set is the chosen set.
func (b Bench) withKernel(input runInput, set stage.DataSetOption, a exercises.Answers) runInput {
	choice := b.kernelControl(set.Kernel, a)
	if len(choice.Choices) > 1 {
		input.controls = append(input.controls, choice)
	}
	if input.isTyped = choice.Value == typedName; input.isTyped {
		input.data.Kernel, input.kernelError = typedKernel(a[b.NamePrefix+TypedField])
		return input
	}
	if slices.Contains(b.Kernels, typedName) && a[b.NamePrefix+TypedField] != "" {
		input.unusedNotes = append(input.unusedNotes,
			"The kernel that you typed is not used now. To use it, choose “typed”.")
	}
	if choice.Value == polynomialName {
		k, more := b.polynomial(a)
		input.data.Kernel, input.controls = k, append(input.controls, more...)
		return input
	}
	sigma := set.SigmaControl(b.NamePrefix+"sigma", a)
	input.data.Kernel = stage.KernelOf(choice.Value, sigma.Number())
	if choice.Value == "rbf" {
		input.controls = append(input.controls, sigma)
	}
	return input
}

// typedKernel returns the kernel in a text. If the text cannot be read, it returns a
// substitute and the reason.
func typedKernel(text string) (k kernels.Kernel[[]float64], fault string) {
	if text == "" {
		return kernels.Linear{}, "Type a kernel into k(x, z) =, such as rbf(sigma=0.5) or exp(-dist)."
	}
	k, err := ReadKernel(text)
	if err != nil {
		words, _ := DescribeKernelError(err)
		return kernels.Linear{}, "The kernel cannot be read yet: " + strings.TrimSuffix(words, "?") + "."
	}
	return k, ""
}

// missingInput returns a sentence about what a run still needs, or "" if it needs nothing more.
func (s runInput) missingInput() string {
	if s.editor != nil && s.editor.missingInput() != "" {
		return s.editor.missingInput()
	}
	return s.kernelError
}

// addRun adds the run to a scene. While the student places points and does not step through the
// run, it adds only a picture of the result. If problem is not empty, it adds this warning instead.
// A scene is the pictures and notes of a task.
func (s runInput) addRun(ctx context.Context, scene exercises.Scene, run exercises.Run,
	problem string) exercises.Scene {
	for _, note := range s.unusedNotes {
		scene.Notes = append(scene.Notes, ascii.Inked(note, ascii.Dim))
	}
	if problem != "" {
		scene.Notes, scene.Figures = append(scene.Notes, stage.Warning(problem)), s.placedPicture()
		return scene
	}
	scene.Notes = append(scene.Notes, s.notes()...)
	if s.editor == nil || s.editor.showsSteps {
		scene.Run = run
		return scene
	}
	figure, lines := s.editor.endPicture(ctx, s.data, run)
	scene.Figures, scene.Notes = []exercises.Figure{figure}, append(scene.Notes, lines...)
	return scene
}

// placedPicture returns the picture for a scene without a run: the placed points, or the points of
// the chosen set.
func (s runInput) placedPicture() []exercises.Figure {
	if s.editor == nil {
		return []exercises.Figure{
			s.data.Map(kernels.Expansion{Kernel: kernels.Linear{}}, stage.MapOptions{Title: s.data.Set.Title()}),
		}
	}
	return []exercises.Figure{s.editor.picture()}
}

// notes returns the notes on points and kernel.
func (s runInput) notes() (out []ascii.Line) {
	if s.isTyped {
		out = indefiniteNote(s.data)
	}
	if s.editor != nil && s.editor.fullMessage() != "" {
		out = append(out, stage.Warning(s.editor.fullMessage()))
	}
	return out
}

// typedName is the name of the kernel that a student types.
const typedName = "typed"

// ReadKernel reads a kernel that a student typed: in the language of package kernels, or as a bare
// formula of two points, such as exp(-dist) for expr("exp(-dist)"). The error is a
// [*kernels.ParseError] with positions in the typed text.
func ReadKernel(text string) (kernels.Kernel[[]float64], error) {
	k, err := kernels.Parse(text)
	if err == nil || strings.TrimSpace(text) == "" {
		return k, err
	}
	const prefix, suffix = `expr("`, `")`
	formulaKernel, formulaErr := kernels.Parse(prefix + text + suffix)
	if formulaErr == nil {
		return formulaKernel, nil
	}
	fault, ok := errors.AsType[*kernels.ParseError](formulaErr)
	if !ok || namesKernel(text) {
		return nil, err
	}
	out := *fault
	out.Pos, out.Text = max(0, min(fault.Pos-len(prefix), len([]rune(text)))), text
	return nil, &out
}

// namesKernel reports whether a text contains the name of a kernel. Such a text was not meant as a
// formula.
func namesKernel(text string) bool {
	for _, name := range []string{"linear", "lin", "poly", "rbf", "gauss", "expr", "features"} {
		if strings.Contains(strings.ToLower(text), name) {
			return true
		}
	}
	return false
}

// DescribeKernelError returns a sentence about what is wrong with the text of a kernel, and the
// position of the error in runes. If err is not a [*kernels.ParseError], the position is −1.
func DescribeKernelError(err error) (words string, position int) {
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

// Sentence capitalises the first letter. It adds a full stop if the text does not end with a full
// stop or a question mark.
func Sentence(words string) string {
	first, size := utf8.DecodeRuneInString(words)
	words = string(unicode.ToUpper(first)) + words[size:]
	if strings.HasSuffix(words, "?") || strings.HasSuffix(words, ".") {
		return words
	}
	return words + "."
}

// maxEigen is the maximum number of points for which a note computes the eigenvalues
// of K.
const maxEigen = 400

// indefiniteNote returns a note if the Gram matrix of the points has a negative eigenvalue. The note
// says that the typed formula is not a kernel.
func indefiniteNote(data stage.TrainingData) []ascii.Line {
	if data.Set.Len() > maxEigen {
		return nil
	}
	err := kernels.CheckPSD(kernels.Gram(data.Kernel, data.Set.Points()), 1e-10)
	npsd, ok := errors.AsType[*kernels.NotPSDError](err)
	if !ok {
		return nil
	}
	return []ascii.Line{
		stage.Warning(fmt.Sprintf(
			"This is not a kernel: on these points K has the eigenvalue %s. The solver still takes steps, but what is proved for kernels need not hold.", anatomy.Num(npsd.Eigenvalue),
		)),
	}
}

// Slider describes a control for a parameter of the solver. A field with the zero value leaves the
// usual setting unchanged.
type Slider struct {
	// Name is the name of the control. It is the name of a parameter that a fork, a run that branches
	// off from another, can change. For the perceptron, it can also be "passes" or "visits". For
	// logistic regression, it can also be "share", which is η in units of the largest safe step size.
	Name           string
	Initial        string // the initial value
	From, To, Step float64
	Words          []string // the words offered for a Word parameter; the first is the initial value
}

// parameterSlider is the control of a parameter of the solver. Its Value is the initial value.
type parameterSlider struct {
	exercises.Control
	parameter anatomy.Parameter
	// text returns the text of the parameter for the value of the control.
	text func(exercises.Control) string
	// If halfSafe is true, the initial value is half of the largest safe step size. If showsShare is
	// true, the slider shows a multiple of the largest safe step size.
	halfSafe, showsShare bool
	// If onRequest is true, the slider appears only on benches that list it in Sliders.
	onRequest bool
}

// usualSliders returns the sliders of a kind of solver.
func usualSliders(k anatomy.Kind) []parameterSlider {
	var out []parameterSlider
	for _, p := range k.Parameters {
		switch {
		case p.ForkLabel == "" || p.Type == anatomy.Seed:
		case p.Type == anatomy.Word:
			out = append(out, wordSlider(p))
		default:
			out = append(out, numberSlider(k, p))
		}
		if p.Bench.Name != "" {
			out = append(out, benchSlider(p))
		}
	}
	return out
}

func exactText(c exercises.Control) string { return anatomy.Exact(c.Number()) }

func wordSlider(p anatomy.Parameter) parameterSlider {
	return parameterSlider{
		Control: p.Control(p.Words[0]), parameter: p, text: func(c exercises.Control) string { return c.Value },
	}
}

// benchSlider returns the slider of the control p.Bench.
func benchSlider(p anatomy.Parameter) parameterSlider {
	s := parameterSlider{Control: p.Bench, parameter: p, text: exactText}
	switch p.Type {
	case anatomy.Real:
		s.showsShare, s.onRequest = true, true
	case anatomy.Word:
		s.text = func(c exercises.Control) string {
			return p.Words[exercises.ChoiceIndex(p.Bench.Choices, c.Value)]
		}
	}
	return s
}

func numberSlider(k anatomy.Kind, p anatomy.Parameter) parameterSlider {
	s := parameterSlider{
		Control: p.Control(p.Text(k.Example)), parameter: p, text: exactText,
	}
	s.Step = 0.5
	if _, descends := (anatomy.Points{}).Descent(k.Example); descends && p.Name == k.RequiredParameter {
		s.Step, s.halfSafe = 0.1, true
	}
	if s.Value == "0" { // 0 is outside the range of the slider
		s.Value, s.onRequest = exercises.FormatNumber(math.Sqrt(p.Lo*p.Hi)), true
	}
	return s
}

func parameter(k anatomy.Kind, name string) (anatomy.Parameter, bool) {
	for _, p := range k.Parameters {
		if p.Name == name {
			return p, true
		}
	}
	return anatomy.Parameter{}, false
}

func sliderNames(k anatomy.Kind) []string {
	var out []string
	for _, s := range usualSliders(k) {
		out = append(out, s.Name)
	}
	return out
}

// adaptSlider returns the slider with the changes that the bench describes. ok is false if the
// bench does not offer it. A bench that lists no sliders offers those that are not on request,
// provided that Run lists several solvers.
func (b Bench) adaptSlider(s parameterSlider) (_ parameterSlider, ok bool) {
	index := slices.IndexFunc(b.Sliders, func(settings Slider) bool { return settings.Name == s.Name })
	if index < 0 {
		return s, b.Sliders == nil && len(b.Run) > 1 && !s.onRequest
	}
	settings := b.Sliders[index]
	if settings.Initial != "" {
		s.Value, s.halfSafe = settings.Initial, false
	}
	if settings.To > settings.From {
		s.Min, s.Max = settings.From, settings.To
	}
	if settings.Step > 0 {
		s.Step = settings.Step
	}
	if len(settings.Words) > 0 {
		s.Choices, s.Value = selectChoices(s.Choices, settings.Words), settings.Words[0]
	}
	return s, true
}

// selectChoices returns the choices with the given values, in the order of the values.
func selectChoices(choices []exercises.Choice, values []string) []exercises.Choice {
	var out []exercises.Choice
	for _, v := range values {
		index := exercises.ChoiceIndex(choices, v)
		if index < 0 {
			out = append(out, exercises.Choices(v)...)
			continue
		}
		out = append(out, choices[index])
	}
	return out
}

// scaled returns the slider of a step size, adapted to the largest safe step size: its value starts
// at half of this step size, or is a multiple of it. Other sliders are returned unchanged.
func (s parameterSlider) scaled(k anatomy.Kind, p *solvers.Problem) (parameterSlider, error) {
	if !s.halfSafe && !s.showsShare {
		return s, nil
	}
	safe, err := safeStep(k, p)
	if err != nil {
		return s, err
	}
	if s.showsShare {
		s.text = func(c exercises.Control) string { return anatomy.Exact(c.Number() * safe) }
		return s, nil
	}
	start := oneDigit(safe / 2)
	s.Value = exercises.FormatNumber(start)
	s.Min, s.Max = min(s.Min, start/100), max(s.Max, start*10)
	return s, nil
}

// errNoStep is the error for a kernel for which no safe step size is known.
var errNoStep = errors.New("with this kernel no eigenvalue of K is far enough above 0, " +
	"so no step size is known to be safe: choose another kernel")

// safeStep returns the largest step size with which a descent is known to lower its loss.
func safeStep(k anatomy.Kind, p *solvers.Problem) (float64, error) {
	d, _ := anatomy.Points{Gram: p.Gram(), Y: p.Labels()}.Descent(k.Example)
	lambdaMax := solvers.LambdaMax(p.Gram())
	if safe := d.Limit(lambdaMax); lambdaMax > 0 && !math.IsInf(safe, 0) {
		return safe, nil
	}
	return 0, errNoStep
}

// oneDigit rounds a positive number down to one significant digit.
func oneDigit(v float64) float64 {
	unit := math.Pow(10, math.Floor(math.Log10(v)))
	return max(1, math.Floor(v/unit)) * unit // rounding may put a power of ten just above v
}

// control returns the slider with a prefix before its name. If its value is a word that is not
// offered, it has the first word as its value.
func (s parameterSlider) control(namePrefix string) exercises.Control {
	c := s.Control
	c.Name = namePrefix + c.Name
	if c.IsChoice() && exercises.ChoiceIndex(c.Choices, c.Value) < 0 {
		c.Value = c.Choices[0].Value
	}
	return c
}
