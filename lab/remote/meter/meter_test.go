package meter

import (
	"errors"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"
)

func TestText(t *testing.T) {
	var m Meter
	m.SessionStarted()
	m.SessionStarted()
	m.SessionEnded(CloseStalled)
	m.LoggedIn(LoginKey)
	m.Refused(RefusedCrowd)
	m.Waiting(7)
	m.Panicked()
	m.SetAside()
	m.KeyToFrame(3 * time.Millisecond)
	m.KeyToFrame(time.Minute)
	m.Saved(time.Second, errors.New("full"))
	var text strings.Builder
	if _, err := m.WriteTo(&text); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"kernellab_sessions 1\n", "kernellab_waiting_connections 7\n",
		`kernellab_sessions_closed_total{reason="stalled"} 1`, `kernellab_logins_total{result="key"} 1`,
		`kernellab_refused_total{reason="crowd"} 1`, "kernellab_panics_total 1\n", "kernellab_set_aside_total 1\n",
		`kernellab_key_to_frame_seconds_bucket{le="0.002"} 0`, `kernellab_key_to_frame_seconds_bucket{le="0.005"} 1`,
		`kernellab_key_to_frame_seconds_bucket{le="10"} 1`, `kernellab_key_to_frame_seconds_bucket{le="+Inf"} 2`,
		"kernellab_key_to_frame_seconds_sum 60.003\n", "kernellab_save_seconds_count 1\n", "kernellab_failed_saves_total 1\n",
		"kernellab_goroutines ", "kernellab_heap_live_bytes ",
	} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("%q is missing", want)
		}
	}
	for line := range strings.Lines(text.String()) {
		if !strings.HasPrefix(line, "#") && len(strings.Fields(line)) != 2 {
			t.Errorf("%q is no sample", line)
		}
	}
}

func TestNilCountsNothing(t *testing.T) {
	var m *Meter
	m.SessionStarted()
	m.SessionEnded(CloseQuit)
	m.Waiting(1)
	m.LoggedIn(LoginFailed)
	m.Refused(RefusedFull)
	m.Panicked()
	m.SetAside()
	m.KeyToFrame(time.Second)
	m.Saved(time.Second, nil)
	if _, err := m.WriteTo(io.Discard); err != nil {
		t.Error(err)
	}
}

func TestServe(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	done, notReady := make(chan error, 1), error(nil)
	go func() { done <- new(Meter).Serve(l, func() error { return notReady }, func() {}) }()
	get := func(path string) (int, string) {
		t.Helper()
		answer, err := http.Get("http://" + l.Addr().String() + path)
		if err != nil {
			t.Fatal(err)
		}
		defer answer.Body.Close()
		body, err := io.ReadAll(answer.Body)
		if err != nil {
			t.Fatal(err)
		}
		return answer.StatusCode, string(body)
	}
	if code, body := get("/metrics?name=x"); code != 200 || !strings.Contains(body, "kernellab_sessions 0\n") {
		t.Errorf("metrics: %d %q", code, body)
	}
	if code, body := get("/livez"); code != 200 || body != "alive\n" {
		t.Errorf("livez: %d %q", code, body)
	}
	if code, body := get("/readyz"); code != 200 || body != "ready\n" {
		t.Errorf("readyz: %d %q", code, body)
	}
	if code, _ := get("/"); code != 404 {
		t.Errorf("another page: %d", code)
	}
	notReady = errors.New("closing")
	if code, body := get("/readyz"); code != 503 || body != "closing\n" {
		t.Errorf("not ready: %d %q", code, body)
	}
	_ = l.Close()
	if err := <-done; err != nil {
		t.Error(err)
	}
}

// What is no request gets an answer and costs no more than its bounds.
// Connections that ask nothing keep nobody out.
func TestServeBesideSilence(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	go func() { _ = new(Meter).Serve(l, nil, func() {}) }()
	for range 3 * mostReaders {
		silent, err := net.Dial("tcp", l.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		defer silent.Close()
	}
	start := time.Now()
	answer, err := http.Get("http://" + l.Addr().String() + "/livez")
	if err != nil || time.Since(start) > requestTime-time.Second {
		t.Fatalf("answered after %v: %v", time.Since(start), err)
	}
	_ = answer.Body.Close()
}

func TestBadRequests(t *testing.T) {
	for _, request := range []string{"", "\r\n\r\n", "POST / HTTP/1.1\r\n\r\n", "GET /\r\n\r\n", "GET /metrics HTTP/1.1\r\n" + strings.Repeat("a: b\r\n", requestBytes)} {
		var answer strings.Builder
		new(Meter).answer(struct {
			io.Reader
			io.Writer
		}{strings.NewReader(request), &answer}, nil)
		if !strings.HasPrefix(answer.String(), "HTTP/1.1 400 ") {
			t.Errorf("%.40q is answered %.40q", request, answer.String())
		}
	}
}
