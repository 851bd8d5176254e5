package main

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
)

// benchCase is a measurement of a host with some students. measure starts and ends the
// host.
type benchCase struct {
	name    string
	measure func(options) error
}

// allCases returns the cases: classes of several sizes, and a few students together
// with clients that put a heavy load on the host.
func allCases() []benchCase {
	var all []benchCase
	for _, n := range []int{50, 100, 200, 500} {
		all = append(all, benchCase{strconv.Itoa(n), func(o options) error { return classOf(o, n, false) }})
	}
	all = append(all, benchCase{"taught", func(o options) error { return classOf(o, 500, true) }})
	all = append(all, benchCase{"rush", rush})
	for _, r := range allAbuses() {
		all = append(all, benchCase{r.name, func(o options) error { return measureDuring(o, r) }})
	}
	return all
}

func caseNames() []string {
	var names []string
	for _, c := range allCases() {
		names = append(names, c.name)
	}
	return names
}

func chosenCases(names string) ([]benchCase, error) {
	all := allCases()
	if names == "all" {
		return all, nil
	}
	var chosen []benchCase
	for name := range strings.SplitSeq(names, ",") {
		i := slices.IndexFunc(all, func(c benchCase) bool { return c.name == name })
		if i < 0 {
			return nil, fmt.Errorf("there is no case %q; there are %s", name, strings.Join(caseNames(), ", "))
		}
		chosen = append(chosen, all[i])
	}
	return chosen, nil
}

// aims holds the values that a measurement should not exceed; 0 means that there is no
// aim.
type aims struct {
	p99    time.Duration
	memory float64 // MB per session
	login  time.Duration
}

// settling is the time before a measurement in which the host finishes opening screens.
const settling = 8 * time.Second

// classOf measures n students in the contents and on a run, each at two rates of keys. If
// taught is set, a teacher works with them.
func classOf(o options, n int, taught bool) error {
	h, err := startHost(o.program, n+1)
	if err != nil {
		return err
	}
	defer h.stop()
	idle := h.resident()
	began := time.Now()
	class, refused := logIn(h, o, n)
	took := time.Since(began)
	defer class.leave()
	if taught {
		end, err := teach(h, o)
		if err != nil {
			return err
		}
		defer end()
	}
	login := fmt.Sprintf("%.1f", took.Seconds())
	if refused > 0 {
		login += fmt.Sprintf(" (%d refused)", refused)
	}
	for _, on := range []screen{contents, watchSMO} {
		if err := class.goTo(on); err != nil {
			return err
		}
		if taught && on == watchSMO {
			if err := class.follow(); err != nil {
				return err
			}
		}
		for _, pace := range []float64{0.3, 1} {
			class.press(h, on, pace, settling)
			m := class.press(h, on, pace, o.span)
			m.memory = (h.resident() - idle) / float64(len(class))
			name := strconv.Itoa(n)
			if taught {
				name += " and a teacher"
			}
			row{name: name, on: on, pace: pace, login: login, measurement: m, aims: aimsOf(o, n, on, pace)}.print()
		}
	}
	return nil
}

// rush measures honest students in the contents while 1 000 others open 7.7 at the same
// moment, and prints how long the others waited for their screens.
func rush(o options) error {
	const n = 1000
	h, err := startHost(o.program, n+honest)
	if err != nil {
		return err
	}
	defer h.stop()
	class, refused := logIn(h, o, n+honest)
	defer class.leave()
	if len(class) <= honest {
		return fmt.Errorf("the host refused %d of %d students", refused, n+honest)
	}
	each(len(class), func(i int) { _ = class[i].pressAndWait("\x1b[B") }) // until the lab is open
	others, rushing := class[:honest], class[honest:]
	began := time.Now()
	for _, s := range rushing {
		s.resetTimes()
		if err := s.press("\x107.7\r"); err != nil {
			return err
		}
	}
	m := others.press(h, contents, 1, o.span)
	row{name: fmt.Sprintf("%d others open 7.7", len(rushing)), on: contents, pace: 1, login: "–", measurement: m}.print()
	var last []time.Duration
	for _, s := range rushing {
		last = append(last, time.Duration(s.lastReceived.Load()-began.UnixNano()))
	}
	slices.Sort(last)
	fmt.Printf("\nThe %d have all of 7.7 after %.1f s (half of them) and %.1f s (all).\n",
		len(rushing), last[len(last)/2].Seconds(), last[len(last)-1].Seconds())
	return nil
}

// aimsOf returns the aims for a class.
func aimsOf(o options, n int, on screen, pace float64) aims {
	var a aims
	if n == 500 {
		a.login = 10 * time.Second
	}
	if on != watchSMO {
		return a
	}
	switch {
	case n == 500 && pace < 1:
		a.p99 = 100 * time.Millisecond
	case n == 200 && pace == 1:
		a.p99 = 60 * time.Millisecond
	}
	if o.width == 120 && o.height == 36 {
		a.memory = 2.5
	}
	return a
}
