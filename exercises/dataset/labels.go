package dataset

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
)

// toSet returns the table as a set, with the labels converted to −1/+1 or targets.
func (t *table) toSet(name string, o Options) (*Set, error) {
	if len(t.points) < 2 {
		return nil, &Error{File: t.file, Line: t.labels[0].line, Msg: "only one point",
			Hint: "give at least two, one of each class"}
	}
	s := &Set{name: name, columns: t.columns, hasNames: t.hasNames, labelName: t.labelName, labelIndex: t.labelIndex,
		points: t.points, notes: t.notes}
	if err := t.setLabels(s, o); err != nil {
		return nil, err
	}
	return s, nil
}

// toSetLike returns the points with the classes of the training set. If the file has no labels, neither
// has the result.
func (t *table) toSetLike(name string, trainingSet *Set) (*Set, error) {
	s := trainingSet.Subset(nil)
	s.name, s.points, s.notes, s.labels = name, t.points, t.notes, make([]float64, len(t.points))
	s.unlabelled = !slices.ContainsFunc(t.labels, func(l label) bool { return l.text != "" && l.text != "?" })
	for i, l := range t.labels {
		var err error
		if s.labels[i], err = t.knownLabel(trainingSet, l); err != nil && !s.unlabelled {
			return nil, err
		}
	}
	return s, nil
}

// setLabels sets all fields of s that concern labels.
func (t *table) setLabels(s *Set, o Options) error {
	for _, l := range t.labels {
		if l.text == "" {
			return t.errorAt(l, "no label", "give every point a label, or leave its row out")
		}
	}
	if o.Positive != "" {
		return t.setOneAgainstRest(s, canonicalLabel(o.Positive))
	}
	if slices.ContainsFunc(t.labels, func(l label) bool { return isNumber(l.text) }) {
		return t.setNumericLabels(s, o.Task)
	}
	if o.Task == Regression {
		return t.errorAt(t.labels[0], "a target that is not a number", "a regression needs numbers for labels")
	}
	return t.setNamedLabels(s)
}

func (t *table) errorAt(l label, msg, hint string) *Error {
	return &Error{File: t.file, Line: l.line, Column: l.column, Field: t.labelName, Value: shorten(l.text), Msg: msg,
		Hint: hint}
}

// setNumericLabels reads labels that are numbers: two classes, or the targets of a regression.
func (t *table) setNumericLabels(s *Set, task Task) error {
	values := make([]float64, len(t.labels))
	for i, l := range t.labels {
		v, problem, hint := parseNumber(l.text)
		if problem != "" {
			return t.errorAt(l, "label: "+problem, hint)
		}
		values[i] = v
	}
	distinctValues := slices.Compact(slices.Sorted(slices.Values(values)))
	allWhole := !slices.ContainsFunc(distinctValues, func(v float64) bool { return v != math.Trunc(v) })
	switch {
	case task == Regression || task == Auto && (len(distinctValues) > 2 || len(distinctValues) == 2 && !allWhole):
		s.task, s.labels = Regression, values
		return nil
	case len(distinctValues) > 2:
		return t.errorAt(t.labels[slices.Index(values, distinctValues[2])], "a third class",
			"keep two classes, or give several of them the same label"+thirdClassHint)
	case len(distinctValues) == 1:
		return t.oneClassError(t.labels[0].text)
	}
	t.setClasses(s, formatLabel(distinctValues[0]), formatLabel(distinctValues[1]),
		func(i int) bool { return values[i] == distinctValues[1] })
	return nil
}

// setNamedLabels reads labels that are two names. The name that sorts first, ignoring case,
// is −1. The name "-" sorts before all others.
func (t *table) setNamedLabels(s *Set) error {
	var names []string
	for _, l := range t.labels {
		if slices.Contains(names, l.text) {
			continue
		}
		if !isPrintableName(l.text) {
			return t.unprintableError(l)
		}
		if len(names) == 2 {
			return t.errorAt(l, fmt.Sprintf("a third class, after %q and %q", names[0], names[1]),
				"keep two classes, or give several of them the same name; for a regression, write numbers"+thirdClassHint)
		}
		names = append(names, l.text)
	}
	if len(names) == 1 {
		return t.oneClassError(names[0])
	}
	slices.SortFunc(names, compareNames)
	t.setClasses(s, names[0], names[1], func(i int) bool { return t.labels[i].text == names[1] })
	return nil
}

func (t *table) unprintableError(l label) *Error {
	return t.errorAt(l, "a class name that is too long or does not print",
		fmt.Sprintf("use at most %d letters and digits", maxName))
}

// FlagHint begins the part of a hint that is about flags of commands. Package worksheets cuts this
// part off, because worksheets have no flags.
const FlagHint = "; solve and plot"

// thirdClassHint ends the hint for a third class.
const thirdClassHint = FlagHint + " set one class against all others with --positive, and take the labels from another column with --label"

// canonicalLabel returns a label with numbers in their shortest form.
func canonicalLabel(text string) string {
	if v, problem, _ := parseNumber(text); problem == "" {
		return formatLabel(v)
	}
	return text
}

// setOneAgainstRest sets the label of one class to +1 and the labels of all other classes to −1.
func (t *table) setOneAgainstRest(s *Set, positive string) error {
	names, classes := make([]string, len(t.labels)), map[string]bool{}
	for i, l := range t.labels {
		names[i] = canonicalLabel(l.text)
		if !isPrintableName(names[i]) {
			return t.unprintableError(l)
		}
		classes[names[i]] = true
	}
	if !classes[positive] {
		return &Error{File: t.file, Column: t.labelIndex + 1, Field: t.labelName, Value: shorten(positive),
			Msg:  "no point has this class",
			Hint: "the classes are " + listNames(slices.SortedFunc(maps.Keys(classes), compareNames))}
	}
	delete(classes, positive)
	rest, notes := slices.SortedFunc(maps.Keys(classes), compareNames), s.notes
	isPositive := func(i int) bool { return names[i] == positive }
	switch len(rest) {
	case 0:
		return t.oneClassError(positive)
	case 1:
		t.setClasses(s, rest[0], positive, isPositive)
	default:
		t.setClasses(s, "not "+positive, positive, isPositive)
		s.negClasses, s.notes = rest, append(notes, fmt.Sprintf("Class +1 is %s, class −1 is the other %d: %s.",
			positive, len(rest), listNames(rest)))
	}
	return nil
}

// knownLabel returns a label as −1 or +1, or as a target. The set that the model was trained on
// must have the class.
func (t *table) knownLabel(trainingSet *Set, l label) (float64, error) {
	if l.text == "" || l.text == "?" {
		return 0, t.errorAt(l, "no label where other points have one", "give every point a label, or none")
	}
	if trainingSet.task == Regression {
		v, problem, hint := parseNumber(l.text)
		if problem != "" {
			return 0, t.errorAt(l, "label: "+problem, hint)
		}
		return v, nil
	}
	switch name := canonicalLabel(l.text); {
	case name == trainingSet.posClass:
		return 1, nil
	case slices.Contains(trainingSet.negClasses, name):
		return -1, nil
	}
	return 0, t.errorAt(l, "a class that the training file does not have",
		"its classes are "+listNames(append([]string{trainingSet.posClass}, trainingSet.negClasses...))+"; without labels there is no comparison")
}

func compareNames(a, b string) int {
	switch {
	case a == "-":
		return -1
	case b == "-":
		return 1
	}
	return cmp.Or(strings.Compare(strings.ToLower(a), strings.ToLower(b)), strings.Compare(a, b))
}

func (t *table) oneClassError(name string) error {
	return &Error{File: t.file, Column: t.labels[0].column, Field: t.labelName, Value: shorten(name),
		Msg: "every point has the same label", Hint: "a boundary needs points of two classes"}
}

func (t *table) setClasses(s *Set, neg, pos string, isPositive func(i int) bool) {
	s.task, s.negClass, s.posClass, s.negClasses = Classification, neg, pos, []string{neg}
	s.labels = make([]float64, len(t.labels))
	for i := range s.labels {
		s.labels[i] = -1
		if isPositive(i) {
			s.labels[i] = 1
		}
	}
	if neg != "-1" || pos != "1" {
		s.notes = append(s.notes, fmt.Sprintf("Class −1 is %s, class +1 is %s.", neg, pos))
	}
}

func formatLabel(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }

// parseNumber reads a decimal number: sign, digits, point, exponent. The typographic
// minus counts as a minus. problem and hint are empty if the number could be read.
func parseNumber(text string) (v float64, problem, hint string) {
	t := strings.ReplaceAll(text, "−", "-")
	if t == "" {
		return 0, "no value", "write a number, or leave the whole row out"
	}
	switch strings.ToLower(t) {
	case "?", "na", "n/a", "#n/a", "null", "none":
		return 0, "a missing value", "leave out the whole row, or write a number for it"
	}
	if isNotFinite(t) {
		return 0, "not a finite number", "leave out rows with missing or infinite values"
	}
	if strings.ContainsFunc(t, func(r rune) bool { return !strings.ContainsRune("0123456789+-.eE", r) }) {
		return 0, "not a number", numberHint(t)
	}
	v, err := strconv.ParseFloat(t, 64)
	switch {
	case errors.Is(err, strconv.ErrRange):
		return 0, "too large for a number", "numbers go up to about 1.8e308; rescale the column"
	case err != nil:
		return 0, "not a number", numberHint(t)
	}
	return v, "", ""
}

// isNumber reports whether a text is a number, finite or not.
func isNumber(text string) bool {
	_, problem, _ := parseNumber(text)
	return problem == "" || isNotFinite(text) || problem == "too large for a number"
}

func isNotFinite(text string) bool {
	switch strings.ToLower(strings.TrimLeft(text, "+-")) {
	case "nan", "inf", "infinity":
		return true
	}
	return false
}

func numberHint(text string) string {
	if strings.Count(text, ",") == 1 && isNumber(strings.Replace(text, ",", ".", 1)) {
		return "write a decimal point, not a comma"
	}
	return "write numbers such as 2, -0.5 or 1.5e-3" + FlagHint + " take the labels from this column with --label"
}
