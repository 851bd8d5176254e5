package main

import (
	"fmt"
	"time"
)

// measurement holds what was measured while a class pressed keys.
type measurement struct {
	times   []time.Duration // sorted
	pressed int
	bytes   int64
	cpu     float64 // number of cores that the host used
	own     float64 // number of cores that this process used
	memory  float64 // MB per session
	waiting int     // number of students who had no answer at the end
	cut     int     // number of students whose session the host had ended
}

// add adds the measurements of a student.
func (m *measurement) add(s *student, pressed int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	m.times = append(m.times, s.times...)
	m.pressed += pressed
	m.bytes += s.bytes.Load()
	select {
	case <-s.closed:
		m.cut++
		return
	default:
	}
	if s.keySent.Load() != 0 {
		m.waiting++
	}
}

// quantile returns the time in milliseconds within which a share of the answers
// arrived.
func (m measurement) quantile(share float64) float64 {
	if len(m.times) == 0 {
		return 0
	}
	i := min(int(share*float64(len(m.times))), len(m.times)-1)
	return float64(m.times[i].Microseconds()) / 1000
}

const header = `| case | on | keys a second | login s (aim) | p50 ms | p99 ms (aim) | host: cores busy | students: cores busy | MB a session (aim) | bytes a key | keys, unanswered, students cut off |
| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |`

// row is a line of the table.
type row struct {
	name  string
	on    screen
	pace  float64
	login string
	measurement
	aims aims
}

func (r row) print() {
	fmt.Printf("| %s | %s | %g | %s%s | %s | %s%s | %.2f | %.2f | %s%s | %d | %d, %d, %d |\n",
		r.name, r.on, r.pace, r.login, aim(r.aims.login.Seconds()),
		known("%.1f", r.quantile(0.5)), known("%.1f", r.quantile(0.99)), aim(float64(r.aims.p99.Milliseconds())),
		r.cpu, r.own, known("%.2f", r.memory), aim(r.aims.memory),
		r.bytes/int64(max(1, r.pressed)), r.pressed, r.waiting, r.cut)
}

// known formats a number, or returns a dash if it is 0, because it was not measured.
func known(format string, v float64) string {
	if v == 0 {
		return "–"
	}
	return fmt.Sprintf(format, v)
}

// aim formats an aim in parentheses, or returns "" if it is 0.
func aim(v float64) string {
	if v == 0 {
		return ""
	}
	return fmt.Sprintf(" (%g)", v)
}
