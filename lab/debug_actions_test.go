package lab

import (
	"errors"
	"io"
	"strings"
	"testing"

	"kernellab/lab/session"
)

// writing returns a Config.Write that stores files in a map.
func writing(files map[string]string, folder string) func(string, func(io.Writer) error) (string, error) {
	return func(name string, text func(io.Writer) error) (string, error) {
		var b strings.Builder
		if err := text(&b); err != nil {
			return "", err
		}
		files[name] = b.String()
		return folder + name, nil
	}
}

func TestExport_inALocalLab(t *testing.T) {
	files := map[string]string{}
	c := session.Config{Student: newStudent(t, debugLibrary{}), Start: "D.1", Write: writing(files, "/home/student/")}
	b := newBench(t, 120, 36, c)
	b.keys("L", "E")
	b.sees("Write down this run", "to replay it", "kernellab-D.1-seed41.run", "its steps, CSV",
		"kernellab-D.1-seed41.jsonl")
	b.keys("enter")
	b.sees("Write it to", "kernellab-D.1-seed41.run")
	b.keys("enter")
	b.sees("written to /home/student/kernellab-D.1-seed41.run")
	b.keys("E", "down", "enter", "home")
	b.typed("runs/")
	b.keys("enter")
	if files["kernellab-D.1-seed41.run"] != "kernellab run 1\nsteps 10\n" ||
		files["runs/kernellab-D.1-seed41.csv"] != "csv of 10 steps\n" {
		t.Fatalf("written = %q, want the steps as CSV", files)
	}
}

// The picture shows all figures or only the enlarged one, and its name has the number
// of the step.
func TestExport_picture(t *testing.T) {
	files := map[string]string{}
	b := newBench(t, 120, 36, session.Config{Student: newStudent(t, debugLibrary{}), Start: "D.1",
		Write: writing(files, "")})
	picture := func(keys ...string) string {
		b.keys(append(keys, "E", "down", "down", "down", "enter", "enter")...)
		b.sees("written to kernellab-D.1-seed41-step10.svg")
		return files["kernellab-D.1-seed41-step10.svg"]
	}
	whole := picture("L")
	for _, word := range []string{"D.1", "seed", "update", "Decision", "Objective", "clip", "#fbfbf9"} {
		if !strings.Contains(whole, word) {
			t.Errorf("the picture of the stage lacks %q, want it", word)
		}
	}
	if alone := picture("f", "f", "f"); strings.Contains(alone, "Decision") || !strings.Contains(alone, "Objective") {
		t.Error("the picture has several figures, want only the enlarged one")
	}
}

func TestExport_fails(t *testing.T) {
	c := session.Config{Student: newStudent(t, debugLibrary{}), Start: "D.1",
		Write: func(string, func(io.Writer) error) (string, error) { return "", errors.New("the disk is full") }}
	b := newBench(t, 120, 36, c)
	b.keys("E", "enter", "enter")
	b.sees("not written: the disk is full")
}

// Every action of the debugger that a run does not support has a reason why it is
// disabled, and does nothing.
func TestDebugger_onAPlainRun(t *testing.T) {
	b := open(t, 120, 36, "7.7")
	e := b.exercise()
	for _, name := range []string{"ledger", "what if", "branches", "predict", "by hand", "record"} {
		if a := e.Actions.Find(session.ZoneStage, name); a == nil || a.DisabledReason(e) == "" {
			t.Errorf("%q is enabled, want a reason why it is not", name)
		}
	}
	// Each key says why, and nothing else happens.
	at, screens := e.Stage.Debug.Player.At(), len(b.m.screens)
	for key, why := range map[string]string{
		"v": "this run has no ledger", "i": "this run can go one way only", "o": "there is one branch only",
		"p": "nothing is asked about this run", "y": "nothing is asked about this run", "E": "cannot be written down",
	} {
		b.keys(key)
		b.sees(why)
	}
	if e.Stage.Debug.Player.At() != at || len(b.m.screens) != screens || e.Stage.Debug.WhatIf.Open {
		t.Fatalf("disabled keys: got this screen, want no change:\n%s", b.screen())
	}
}

// Two labs with the same run are independent: forks in one are not visible in the
// other.
func TestBranches_areNotShared(t *testing.T) {
	one, two := openDebug(t, 120, 36), openDebug(t, 120, 36)
	one.keys("L", "i", "enter", "b")
	one.typed("alpha == 0.5")
	one.keys("enter")
	two.keys("L")
	if s := two.screen(); strings.Contains(s, "branch") || strings.Contains(s, "watched") {
		t.Fatalf("second lab: want no branch and no breakpoint, got\n%s", s)
	}
}
