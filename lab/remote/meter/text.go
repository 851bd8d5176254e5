package meter

import (
	"fmt"
	"io"
	"runtime/metrics"
	"strings"
	"sync/atomic"
	"time"
)

// WriteTo writes all counts in Prometheus's text format, version 0.0.4, with
// the memory and the goroutines of the process as they are now. Nil writes the
// process's alone.
func (m *Meter) WriteTo(w io.Writer) (int64, error) {
	var p page
	if m != nil {
		m.write(&p)
	}
	p.process()
	n, err := io.WriteString(w, p.String())
	return int64(n), err
}

func (m *Meter) write(p *page) {
	p.head("kernellab_sessions", "gauge", "Sessions that run.")
	p.line("kernellab_sessions", m.sessions.Load())
	p.head("kernellab_waiting_connections", "gauge", "Connections that have not logged in.")
	p.line("kernellab_waiting_connections", m.waiting.Load())
	p.counters("kernellab_logins_total", "Logins by result.", "result", loginNames[:], m.logins[:])
	p.counters("kernellab_sessions_closed_total", "Sessions that ended, by reason.", "reason", closeNames[:], m.closed[:])
	p.counters("kernellab_refused_total", "Clients that were not let in, by reason.", "reason", refusalNames[:], m.refused[:])
	p.counter("kernellab_panics_total", "Panics that were caught.", &m.panics)
	p.counter("kernellab_failed_saves_total", "Attempts to save that failed.", &m.failedSaves)
	p.counter("kernellab_set_aside_total", "Files of students that could not be used and were set aside.", &m.setAside)
	p.histogram("kernellab_key_to_frame_seconds", "Time from a key to the first byte of its answer.", &m.keyToFrame)
	p.histogram("kernellab_save_seconds", "Time of an attempt to save.", &m.saves)
}

// page is a page of metrics in the making.
type page struct{ strings.Builder }

func (p *page) head(name, kind, help string) {
	fmt.Fprintf(p, "# HELP %s %s\n# TYPE %s %s\n", name, help, name, kind)
}

func (p *page) line(name string, value any) { fmt.Fprintf(p, "%s %v\n", name, value) }

func (p *page) counter(name, help string, c *atomic.Uint64) {
	p.head(name, "counter", help)
	p.line(name, c.Load())
}

func (p *page) counters(name, help, label string, names []string, counts []atomic.Uint64) {
	p.head(name, "counter", help)
	for i := range counts {
		p.line(fmt.Sprintf("%s{%s=%q}", name, label, names[i]), counts[i].Load())
	}
}

// histogram writes the buckets as Prometheus wants them: each holds what the
// ones before it hold too.
func (p *page) histogram(name, help string, h *histogram) {
	p.head(name, "histogram", help)
	total := uint64(0)
	for i := range h.buckets {
		total += h.buckets[i].Load()
		bound := "+Inf"
		if i < len(bounds) {
			bound = fmt.Sprint(bounds[i].Seconds())
		}
		p.line(fmt.Sprintf("%s_bucket{le=%q}", name, bound), total)
	}
	p.line(name+"_sum", time.Duration(h.nanos.Load()).Seconds())
	p.line(name+"_count", total)
}

// process writes what the runtime knows of the process.
func (p *page) process() {
	gauges := []struct{ name, help, source string }{
		{"kernellab_goroutines", "Goroutines of the process.", "/sched/goroutines:goroutines"},
		{"kernellab_heap_bytes", "Memory of objects, with those not yet collected.", "/memory/classes/heap/objects:bytes"},
		{"kernellab_heap_live_bytes", "Memory of the objects that the last collection left.", "/gc/heap/live:bytes"},
		{"kernellab_memory_bytes", "Memory that the process has from the system.", "/memory/classes/total:bytes"},
		{"kernellab_memory_returned_bytes", "The part of it that was given back.", "/memory/classes/heap/released:bytes"},
	}
	samples := make([]metrics.Sample, len(gauges))
	for i, g := range gauges {
		samples[i].Name = g.source
	}
	metrics.Read(samples)
	for i, g := range gauges {
		if samples[i].Value.Kind() != metrics.KindUint64 {
			continue // this version of Go does not know it
		}
		p.head(g.name, "gauge", g.help)
		p.line(g.name, samples[i].Value.Uint64())
	}
}
