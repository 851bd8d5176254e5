package runfile

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"kernellab/exercises"
)

func (p *parser) branches(f *File) error {
	for {
		if err := p.branch(f); err != nil {
			return err
		}
		if p.keyword() != "branch" {
			return nil
		}
		if len(f.Branches) == MaxBranches {
			return p.fail(1, "", "a run file has at most %d branches", MaxBranches)
		}
	}
}

// maxBranchName is the length of a branch's name, in runes.
const maxBranchName = 60

// isBranchName reports a name of letters, digits and hyphens that does not
// begin with a hyphen.
func isBranchName(s string) bool {
	n := utf8.RuneCountInString(s)
	return n >= 1 && n <= maxBranchName && s[0] != '-' && strings.IndexFunc(s, func(r rune) bool {
		return r != '-' && !unicode.IsLetter(r) && !unicode.IsNumber(r)
	}) < 0
}

func (p *parser) branch(f *File) error {
	ws, err := p.want("branch", "branch main")
	if err != nil {
		return err
	}
	b, err := p.origin(f, ws)
	if err != nil {
		return err
	}
	if b.From != "" {
		if b.Choose, err = p.choose(); err != nil {
			return err
		}
	}
	if b.Steps, err = p.steps(b); err != nil {
		return err
	}
	if err := p.ends(&b); err != nil {
		return err
	}
	f.Branches = append(f.Branches, b)
	return nil
}

// origin reads the line of a branch, which is the one before the current.
func (p *parser) origin(f *File, ws []word) (Branch, error) {
	p.at--
	defer func() { p.at++ }()
	const hint = "branch fork-1 from main at 12"
	if len(ws) == 0 || !isBranchName(ws[0].text) {
		return Branch{}, p.fail(1, hint, "a branch needs a name of letters, digits and hyphens")
	}
	b := Branch{Name: ws[0].text}
	if f.has(b.Name) != nil {
		return b, p.fail(ws[0].column, "", "there is a branch %s already", b.Name)
	}
	if len(f.Branches) == 0 {
		if len(ws) > 1 {
			return b, p.fail(ws[1].column, "branch "+b.Name, "the first branch leaves no other")
		}
		return b, nil
	}
	if len(ws) != 5 || ws[1].text != "from" || ws[3].text != "at" {
		return b, p.fail(1, hint, "which branch does %s leave, and where?", b.Name)
	}
	from := f.has(ws[2].text)
	if from == nil {
		return b, p.fail(ws[2].column, "", "there is no earlier branch %s", short(ws[2].text))
	}
	at, err := strconv.Atoi(ws[4].text)
	if err != nil || at < 0 || at > from.Steps {
		return b, p.fail(ws[4].column, "", "branch %s has the steps 0 to %d", from.Name, from.Steps)
	}
	b.From, b.At = from.Name, at
	return b, nil
}

func (f *File) has(name string) *Branch {
	for i := range f.Branches {
		if f.Branches[i].Name == name {
			return &f.Branches[i]
		}
	}
	return nil
}

func (p *parser) choose() (exercises.Answers, error) {
	ws, err := p.want("choose", "choose k=3 l=9")
	if err != nil {
		return nil, err
	}
	given, err := pairs(ws)
	if err != nil {
		return nil, err
	}
	if len(given) == 0 {
		p.at--
		return nil, p.fail(1, "choose k=3 l=9", "what does the branch choose?")
	}
	out := exercises.Answers{}
	for name, w := range given {
		if !slices.Contains(choosable, name) {
			return nil, &Error{Line: w.line, Column: w.column, Problem: fmt.Sprintf("%s is nothing that can be chosen", short(name)), Hint: "one of " + strings.Join(choosable, ", ")}
		}
		out[name] = w.text
	}
	return out, nil
}

func (p *parser) steps(b Branch) (int, error) {
	ws, err := p.want("steps", "steps 24")
	if err != nil {
		return 0, err
	}
	p.at--
	if len(ws) != 1 {
		return 0, p.fail(1, "steps 24", "how many steps?")
	}
	n, err := strconv.Atoi(ws[0].text)
	if err != nil || n < b.At || n > MaxSteps {
		return 0, p.fail(ws[0].column, "", "the steps of this branch have to be a whole number from %d to %d", b.At, MaxSteps)
	}
	p.at++
	return n, nil
}

func (p *parser) ends(b *Branch) error {
	if p.keyword() != "ends" {
		return nil
	}
	ws := p.words()[1:]
	if len(ws) != 2 {
		return p.fail(1, "ends converged 3.25", "ends wants a status and an objective")
	}
	v, err := strconv.ParseFloat(ws[1].text, 64)
	if err != nil && !math.IsInf(v, 0) {
		return p.fail(ws[1].column, "", "%s is no number", short(ws[1].text))
	}
	b.Status, b.Objective = ws[0].text, v
	p.at++
	return nil
}
