package runfile

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"kernellab/exercises"
	"kernellab/exercises/anatomy"
)

func (p *parser) branches(f *File) {
	for {
		f.Branches = append(f.Branches, p.branch(f))
		next := p.peek()
		if next.keyword != "branch" {
			return
		}
		if len(f.Branches) == MaxBranches {
			next.fail("", "a run file has at most %d branches", MaxBranches)
		}
	}
}

func (p *parser) branch(f *File) Branch {
	b := p.origin(f)
	if b.From != "" {
		b.Choose = p.choose()
	}
	b.Steps = p.steps(b)
	p.ends(&b)
	return b
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

// origin reads the name of a branch, and where it leaves another.
func (p *parser) origin(f *File) Branch {
	const hint = "branch fork-1 from main at 12"
	l := p.want("branch", "branch main")
	ws := l.words
	if len(ws) == 0 || !isBranchName(ws[0].text) {
		l.fail(hint, "a branch needs a name of letters, digits and hyphens")
	}
	b := Branch{Name: ws[0].text}
	switch {
	case f.has(b.Name) != nil:
		ws[0].fail("", "there is a branch %s already", b.Name)
	case len(f.Branches) == 0 && len(ws) > 1:
		ws[1].fail("branch "+b.Name, "the first branch leaves no other")
	case len(f.Branches) == 0:
		return b
	case len(ws) != 5 || ws[1].text != "from" || ws[3].text != "at":
		l.fail(hint, "which branch does %s leave, and where?", b.Name)
	}
	from := f.has(ws[2].text)
	if from == nil {
		ws[2].fail("", "there is no earlier branch %s", short(ws[2].text))
	}
	at, err := strconv.Atoi(ws[4].text)
	if err != nil || at < 0 || at > from.Steps {
		ws[4].fail("", "branch %s has the steps 0 to %d", from.Name, from.Steps)
	}
	b.From, b.At = from.Name, at
	return b
}

func (f *File) has(name string) *Branch {
	for i := range f.Branches {
		if f.Branches[i].Name == name {
			return &f.Branches[i]
		}
	}
	return nil
}

func (p *parser) choose() exercises.Answers {
	l := p.want("choose", "choose k=3 l=9")
	out, known := exercises.Answers{}, anatomy.Chosen()
	for name, w := range pairs(l.words) {
		if !slices.Contains(known, name) {
			w.fail("one of "+strings.Join(known, ", "), "%s is nothing that can be chosen", short(name))
		}
		out[name] = w.text
	}
	if len(out) == 0 {
		l.fail("choose k=3 l=9", "what does the branch choose?")
	}
	return out
}

func (p *parser) steps(b Branch) int {
	l := p.want("steps", "steps 24")
	if len(l.words) != 1 {
		l.fail("steps 24", "how many steps?")
	}
	n, err := strconv.Atoi(l.words[0].text)
	if err != nil || n < b.At || n > MaxSteps {
		l.words[0].fail("", "the steps of this branch have to be a whole number from %d to %d", b.At, MaxSteps)
	}
	return n
}

func (p *parser) ends(b *Branch) {
	l, ok := p.take("ends")
	if !ok {
		return
	}
	if len(l.words) != 2 {
		l.fail("ends converged 3.25", "ends wants a status and an objective")
	}
	v, err := strconv.ParseFloat(l.words[1].text, 64)
	if err != nil && !math.IsInf(v, 0) {
		l.words[1].fail("", "%s is no number", short(l.words[1].text))
	}
	b.Status, b.Objective = l.words[0].text, v
}
