package plain

import (
	"fmt"
	"strconv"
	"strings"

	"kernellab/exercises"
)

// tree is the computation with its branches.
type tree struct{ *player }

// branched says where there is no branch beside the original.
func (p tree) branched() bool {
	if !p.branches.Forked() {
		p.voice.say("This is the original computation; there is no branch. “what-if” makes one.")
	}
	return p.branches.Forked()
}

// listBranches says all branches, each after the one that it left, with what it
// did otherwise.
func (p tree) listBranches(string) {
	if !p.branched() {
		return
	}
	for _, t := range p.branches.Tree() {
		text := capital(p.branches.Name(t.Index))
		if o := p.branches.Origin(t.Index); o != "" {
			text += " " + o
		}
		text = sentence(text)
		if t.Index == p.branches.Now() {
			text += " You are here."
		}
		p.voice.hang(strings.Repeat("  ", t.Depth+1), text)
	}
	p.voice.say("“branch” and a number goes to a branch, “original” to the original, “compare” and a number lays one beside this one, “forget” drops one.")
}

// branchOf is the branch that a text means: 0 and “original”, or the number in
// its name.
func (p tree) branchOf(arg string) (i int, ok bool) {
	name := strings.ToLower(strings.TrimSpace(strings.TrimPrefix(strings.ToLower(arg), "branch ")))
	for i := range p.branches.Len() {
		is := strings.TrimPrefix(p.branches.Name(i), "branch ")
		if name == is || i == 0 && (name == "0" || name == "original") {
			return i, true
		}
	}
	say := "Type the number of a branch, too; “branches” lists them."
	if arg != "" {
		say = fmt.Sprintf("There is no branch “%s”. “branches” lists them.", arg)
	}
	p.voice.say(say)
	return 0, false
}

// branch goes to a branch; alone, it lists them.
func (p tree) branch(arg string) {
	if arg == "" {
		p.listBranches("")
		return
	}
	if !p.branched() {
		return
	}
	if i, ok := p.branchOf(arg); ok {
		p.switchTo(i)
	}
}

// original returns from a branch.
func (p tree) original(string) {
	if !p.branched() {
		return
	}
	p.switchTo(0)
}

func (p tree) switchTo(i int) {
	if !p.branches.Other(i) {
		p.voice.say("You are on " + p.branches.Name(i) + ".")
		return
	}
	p.branches.Note(p.run)
	left := p.branches.Name(p.branches.Now())
	p.run, p.considered = p.branches.Switch(i), otherwise{}
	p.reach(p.at)
	p.voice.say(fmt.Sprintf("On %s now; %s stays.", p.branches.Name(i), left))
	p.moved()
}

// forget drops a branch; from the one in hand it returns to what that left.
func (p tree) forget(arg string) {
	if !p.branched() {
		return
	}
	i, ok := p.branchOf(arg)
	switch {
	case !ok:
		return
	case i == 0:
		p.voice.say("The original stays: only a branch can be forgotten.")
		return
	}
	name := p.branches.Name(i)
	if !p.voice.twice("forget "+strings.TrimPrefix(name, "branch "), p.losing(i)) {
		return
	}
	if i == p.branches.Now() {
		p.switchTo(p.branches.Parent(i))
	}
	p.branches.Remove(i)
	p.voice.say(capital(name) + " is forgotten.")
}

// losing says what goes with a branch, and what stays.
func (p tree) losing(i int) string {
	say := capital(p.branches.Name(i)) + " goes for good"
	if o := p.branches.Origin(i); o != "" {
		say = capital(p.branches.Name(i)) + ", which " + o + ", goes for good"
	}
	var stay []string
	for k := range p.branches.Len() {
		if p.branches.Parent(k) == i {
			stay = append(stay, p.branches.Name(k))
		}
	}
	switch len(stay) {
	case 0:
		return say + "."
	case 1:
		return say + "; " + stay[0] + ", which left it, stays."
	}
	return say + "; " + strings.Join(stay, ", ") + ", which left it, stay."
}

// compare says what differs at this step between the branch in hand and another.
func (p tree) compare(arg string) {
	if !p.branched() {
		return
	}
	p.branches.Note(p.run)
	with := 1 - p.branches.Now() // the only other
	switch {
	case arg != "":
		var ok bool
		if with, ok = p.branchOf(arg); !ok {
			return
		}
	case p.branches.Len() > 2:
		with = p.branches.Parent(max(1, p.branches.Now()))
		if p.branches.Now() == 0 {
			p.voice.say("With which branch? Type “compare” and its number.")
			p.listBranches("")
			return
		}
	}
	if !p.branches.Other(with) {
		p.voice.say("A branch is compared with another one; you are on " + p.branches.Name(with) + ".")
		return
	}
	p.beside(with)
}

// beside says this branch beside another: the facts, then the pictures of both.
func (p tree) beside(with int) {
	other := p.branches.Run(with)
	if missing := p.at + 1 - other.Len(); missing > 0 {
		other = p.extended(other, missing, exercises.Break{})
		p.branches.Extend(with, other)
	}
	run, ok := p.run.(exercises.Comparer)
	if ok {
		var c exercises.Comparison
		if c, ok = run.Compare(other, p.at); ok {
			p.voice.say(capital(p.branches.Name(p.branches.Now())) + " beside " + p.branches.Name(with) + ", at step " + strconv.Itoa(p.at) + ".")
			p.voice.table(c.Facts)
			p.voice.pictures(c.Figures)
			return
		}
	}
	p.voice.say("These two have nothing to compare.")
}
