package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	stdlog "log"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"os"
	"path/filepath"
	"runtime/debug"
	"strconv"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/gofrs/flock"
	"github.com/spf13/cobra"

	"kernellab/lab/progress"
	"kernellab/lab/rehearse"
	"kernellab/lab/remote"
	"kernellab/lab/session"
	"kernellab/lab/store"
)

const serveHelp = `Offer the lab over SSH: one lab for each session, progress for each public key.
Every key may log in, unless --code or --roster asks for a code. At the first login
a student chooses a name. What a student does is saved under the key, even before the
first answer. Clients without a key are told how to make one; with --anonymous they get
in, and nothing is kept. Sessions cannot read files of this machine.
Ctrl-C, SIGTERM, SIGQUIT and SIGHUP end every session with its progress saved
and its terminal restored; a second signal, except SIGHUP, ends the host at once.
If a key logs in again, the new session continues where the old one was.
"ssh HOST export" prints the student's own work, as "kernellab store export" does.
The log on standard error has one JSON object per line and names nobody:
sessions have numbers. --metrics answers anyone who can reach its address.`

// serveFlags are the flags of serve.
type serveFlags struct {
	classFlags
	remote.Config
	store      string
	metrics    string // an address
	proxies    []string
	memory     int // MB
	rehearse   int // number of simulated students
	worksheets string
}

// newServe returns the command that hosts the lab: it lets students work in it over SSH.
func newServe(s streams) *cobra.Command {
	var f serveFlags
	cmd := &cobra.Command{
		Use:     "serve",
		Short:   "Offer the lab over SSH, for a class",
		Long:    serveHelp,
		Example: "  kernellab serve\n  kernellab serve --addr 0.0.0.0:2222 --data-dir /srv/kernellab",
		Args:    noArgs,
		RunE:    func(cmd *cobra.Command, _ []string) error { return serve(cmd.Context(), s, &f) },
	}
	flags := cmd.Flags()
	flags.StringVar(&f.Addr, "addr", remote.DefaultAddr,
		"where to listen; 0.0.0.0:2222 lets other machines connect")
	addWorksheets(cmd.Flags(), &f.worksheets)
	flags.StringVar(&f.DataDir, "data-dir", "", "folder of the host key and the students' progress")
	flags.Lookup("data-dir").DefValue = "server, under your data folder"
	addStore(flags, &f.store, "keep the students' progress in PostgreSQL, such as postgres://lab@db/class")
	flags.IntVar(&f.MaxSessions, "max-sessions", remote.DefaultMaxSessions, "sessions at one time")
	flags.DurationVar(&f.IdleTimeout, "idle", remote.DefaultIdleTimeout,
		"end a session after this time without a key press")
	flags.BoolVar(&f.AllowAnonymous, "anonymous", false, "let in clients without a key; their work is not saved")
	f.classFlags.add(cmd)
	flags.IntVar(&f.memory, "memory", 0, "limit on memory in MB, half of it for runs (default no limit)")
	flags.BoolVar(&f.LogAddresses, "log-addresses", false, "name the address and the key of each session in the log")
	flags.StringSliceVar(&f.proxies, "proxy", nil,
		"addresses of proxies, which must send the addresses of their clients (PROXY protocol v2)")
	flags.IntVar(&f.rehearse, "rehearse", 0, "number of simulated students, with whom you can try the board alone;"+
		" each rehearsal begins with an empty class of its own")
	flags.StringVar(&f.metrics, "metrics", "",
		"address for HTTP: /metrics for Prometheus, /livez and /readyz")
	return cmd
}

// check returns an error if a limit is too small for any session.
func (f *serveFlags) check() error {
	switch {
	case f.MaxSessions < 1:
		return usagef("write --max-sessions 200", "--max-sessions %d: it must be 1 or more", f.MaxSessions)
	case f.memory != 0 && f.memory < minMemory:
		return usagef("write --memory 1024", "--memory %d: it must be %d or more", f.memory, minMemory)
	case f.IdleTimeout <= 0:
		return usagef("write --idle 30m", "--idle %s: it must be greater than 0", f.IdleTimeout)
	}
	return cmp.Or(f.checkRehearsal(), f.classFlags.check())
}

// serveGC is the growth of a host's heap, in percent, that starts a garbage collection
// (GOGC). Most of the heap consists of the screens of sessions, which live as long as
// the sessions. While 500 students step through 7.7, each takes 2.35 MB of resident memory with 23 and
// 2.45 MB with 30, or on slow cores 2.45 and 2.65 MB.
const serveGC = 30

// minMemory is the smallest limit on the memory of a host, in MB. A host without
// sessions takes about 40.
const minMemory = 128

// runMemory returns the limit on the bytes of all runs on the host: half of its memory,
// or hostRunBytes if its memory has no limit.
func (f *serveFlags) runMemory() int {
	if f.memory == 0 {
		return hostRunBytes
	}
	return f.memory << 20 / 2
}

// hostFolder returns the folder of a host: dir, or the default if it is "".
func hostFolder(dir string, env func(string) string) (string, error) {
	if dir != "" {
		return dir, nil
	}
	dataDir, err := progress.DefaultDir(env)
	return filepath.Join(dataDir, "server"), err
}

// serve hosts the lab until ctx ends.
func serve(ctx context.Context, s streams, f *serveFlags) error {
	if err := f.check(); err != nil {
		return err
	}
	if s.env("GOGC") == "" {
		defer debug.SetGCPercent(debug.SetGCPercent(serveGC))
	}
	if f.memory != 0 {
		defer debug.SetMemoryLimit(debug.SetMemoryLimit(int64(f.memory) << 20))
	}
	library, err := s.library(ctx, f.worksheets)
	if err != nil {
		return err
	}
	dir, err := f.folder(s.env)
	if err != nil {
		return err
	}
	log := slog.New(slog.NewJSONHandler(s.err, nil))
	quietLibraries(log)
	panics := remote.PanicReporter{Log: log, Metrics: remote.NewMetrics()}
	lock, err := lockFolder(dir)
	if err != nil {
		return err
	}
	defer lock.Close()
	db, err := openRecord(ctx, f, dir)
	if err != nil {
		return err
	}
	defer db.Close()
	measureRecord(db, panics.Metrics)
	countAnswers(library, panics.Metrics)
	return serveClass(ctx, s, f, newHostedLabs(library, dir, db, panics, f.runMemory()))
}

// serveClass lets clients work in labs of their own until ctx ends. Then it tries once more to save
// what could not be saved before.
func serveClass(ctx context.Context, s streams, f *serveFlags, labs hostedLabs) error {
	class, err := newAdmission(ctx, f.classFlags, labs)
	if err == nil && f.rehearse > 0 {
		err = labs.db.Purge()
	}
	if err != nil {
		return err
	}
	host, err := listen(f, class)
	if err != nil {
		return err
	}
	leaveClass, err := labs.joinClass(host.Fingerprint())
	if err != nil {
		return errors.Join(err, host.Close())
	}
	defer leaveClass()
	metrics, err := serveMetrics(f.metrics, labs.panics, host.Ready)
	if err != nil {
		return errors.Join(err, host.Close())
	}
	fmt.Fprintf(s.out, "kernellab listens on %s\nhost key %s\njoin with: %s\n%s", host.Addr(), host.Fingerprint(),
		host.Command(), cmp.Or(f.rehearsalHint(labs.dir), class.hintForNewClass(ctx)))
	if metrics != nil {
		defer metrics.Close()
		fmt.Fprintf(s.out, "metrics at http://%s/metrics\n", metrics.Addr())
	}
	go labs.unsaved.retryUntilEnd(ctx, retryPause)
	go func() {
		defer labs.panics.Recover()
		labs.class.Run(ctx)
	}()
	go class.deleteOldEvents(ctx)
	go func() {
		defer labs.panics.Recover()
		rehearse.Run(ctx, class.rehearsal(f.rehearse, host.Addr().String()))
	}()
	return errors.Join(host.Serve(ctx), labs.unsaved.saveAtEnd())
}

// listen starts to listen for clients and returns the server.
func listen(f *serveFlags, class *admission) (*remote.Server, error) {
	proxies, err := parsePrefixes(f.proxies)
	if err != nil {
		return nil, err
	}
	c, labs := f.Config, class.labs
	c.DataDir, c.Proxies, c.Log, c.Metrics = labs.dir, proxies, labs.panics.Log, labs.panics.Metrics
	c.Ready, c.New, c.BeginSession, c.Export = labs.db.Ready, class.open, labs.beginSession, class.export
	c.Notice = func(text string) tea.Msg { return session.NoticeMsg{Text: text} }
	return remote.Listen(c)
}

// parsePrefixes parses addresses and networks such as 10.0.0.0/8.
func parsePrefixes(texts []string) (prefixes []netip.Prefix, err error) {
	for _, text := range texts {
		network, err := netip.ParsePrefix(text)
		if addr, addrErr := netip.ParseAddr(text); addrErr == nil {
			network, err = netip.PrefixFrom(addr, addr.BitLen()), nil
		}
		if err != nil {
			return nil, usagef("write --proxy 10.0.0.2,10.0.0.3", "--proxy %q: it is not an address", text)
		}
		prefixes = append(prefixes, network)
	}
	return prefixes, nil
}

// measureRecord adds the record's waiting saves, failures and reachability to the metrics.
func measureRecord(db *store.DB, m *remote.Metrics) {
	m.Gauge("kernellab_waiting_saves", func() float64 { return float64(db.WaitingSaves()) })
	m.Gauge("kernellab_store_reached", func() float64 {
		if db.IsReachable() {
			return 1
		}
		return 0
	})
	for _, kind := range store.FailureKinds() {
		m.Failures(kind)
	}
	db.OnFailure = func(kind string) { m.Failures(kind).Inc() }
}

// openRecord opens the record of a class and connects to it. The caller must close it.
func openRecord(ctx context.Context, f *serveFlags, dir string) (*store.DB, error) {
	db := store.Open(cmp.Or(f.store, filepath.Join(dir, recordName)), studentQuota)
	if err := db.Connect(ctx); err != nil {
		hint := folderHint
		if f.store != "" {
			hint = "--store takes an address of PostgreSQL, such as postgres://lab@db/class"
		}
		return nil, errors.Join(failf(hint, "the work of students could not be kept. %v", err), db.Close())
	}
	return db, nil
}

// studentQuota is the maximum size in bytes of one student's documents and events.
const studentQuota = 16 << 20

// folderHint is the hint for a folder that cannot be used.
const folderHint = "--data-dir takes a folder that this user may write to, with room on its disk"

// lockFolder creates the folder of a host if it does not exist and locks it until the
// result is closed. It returns an error that names the other host if there is one. The
// number of the process is in a file of its own, because a locked file cannot be read on
// Windows.
func lockFolder(dir string) (*flock.Flock, error) {
	lock, pidFile := folderLock(dir), filepath.Join(dir, "host.pid")
	err := os.MkdirAll(dir, 0o700)
	isFree := false
	if err == nil {
		isFree, err = lock.TryLock()
	}
	if isFree {
		err = os.WriteFile(pidFile, []byte(strconv.Itoa(os.Getpid())), 0o600)
	}
	if err != nil {
		return nil, failf(folderHint, "the work of students could not be kept. %v",
			&progress.FolderError{Dir: dir, Err: err})
	}
	if isFree {
		return lock, nil
	}
	pid, _ := os.ReadFile(pidFile)
	return nil, failf("end it, or take another folder with --data-dir",
		"another host, process %s, uses the folder %s", pid, dir)
}

// folderLock returns the lock of a host's folder, unlocked.
func folderLock(dir string) *flock.Flock { return flock.New(filepath.Join(dir, "host.lock")) }

// quietLibraries redirects the log of the process to the host's log, without
// attributes. The SSH library writes there when it keeps a panic from ending the
// process, and its attributes contain the address and the text of the panic. The
// setting is global, which is right because a process runs only one host.
func quietLibraries(log *slog.Logger) { slog.SetDefault(slog.New(messagesOnly{log.Handler()})) }

// messagesOnly is a log handler that drops every attribute.
type messagesOnly struct{ slog.Handler }

func (h messagesOnly) Handle(ctx context.Context, r slog.Record) error {
	return h.Handler.Handle(ctx, slog.NewRecord(r.Time, r.Level, r.Message, 0))
}

func (h messagesOnly) WithAttrs([]slog.Attr) slog.Handler { return h }
func (h messagesOnly) WithGroup(string) slog.Handler      { return h }

// serveMetrics answers requests for the metrics at addr until the listener is
// closed. If addr is empty, it returns a nil listener.
func serveMetrics(addr string, panics remote.PanicReporter, ready func() error) (net.Listener, error) {
	if addr == "" {
		return nil, nil
	}
	l, err := net.Listen("tcp", addr)
	if err != nil {
		return nil, failf("--metrics takes an address of this machine and a free port, such as 127.0.0.1:9180",
			"cannot serve metrics on %s: %v", addr, err)
	}
	server := http.Server{
		Handler:     panics.Metrics.Handler(ready),
		ReadTimeout: 5 * time.Second, WriteTimeout: 5 * time.Second,
		ErrorLog: stdlog.New(io.Discard, "", 0), // the server's own log would name addresses
	}
	go func() {
		defer panics.Recover()
		_ = server.Serve(l)
	}()
	return l, nil
}

// checkRehearsal returns an error if the other flags do not allow a rehearsal, which is a host with
// simulated students.
func (f *serveFlags) checkRehearsal() error {
	maxStudents := min(rehearse.MaxStudents, f.MaxSessions-1)
	switch {
	case f.rehearse < 0 || f.rehearse > maxStudents:
		return usagef("write --rehearse 30", "--rehearse %d: it must be from 1 to %d, less than --max-sessions",
			f.rehearse, maxStudents)
	case f.rehearse > 0 && f.roster != "":
		return usagef("leave out --roster", "--rehearse: the simulated students are not on the list of your class")
	case f.rehearse > 0 && len(f.proxies) > 0:
		return usagef("leave out --proxy", "--rehearse: the simulated students do not come through a proxy")
	case f.rehearse > 0 && f.store != "":
		return usagef("leave out --store", "--rehearse: a rehearsal has a record of its own")
	}
	return nil
}

// folder returns the folder of the host. Rehearsals have one of their own in it.
func (f *serveFlags) folder(env func(string) string) (string, error) {
	dir, err := hostFolder(f.DataDir, env)
	if f.rehearse > 0 {
		dir = filepath.Join(dir, "rehearsal")
	}
	return dir, err
}

// rehearsalHint tells the operator how to open the board of a rehearsal. It returns "" if
// there is none.
func (f *serveFlags) rehearsalHint(dir string) string {
	if f.rehearse == 0 {
		return ""
	}
	return fmt.Sprintf("This is a rehearsal: %d simulated students log in within half a minute.\n"+
		"Open the teacher's board in another terminal: kernellab class board --data-dir %s\nThe other commands of kernellab class need the same --data-dir.\n",
		f.rehearse, dir)
}

// rehearsal configures n students who log in to the host at addr.
func (a *admission) rehearsal(n int, addr string) rehearse.Config {
	return rehearse.Config{Addr: addr, Students: n, Code: a.code, Library: a.labs.library, Pace: 1,
		Load: func(key string) (progress.State, error) {
			student, err := a.labs.db.StudentWithKey(context.Background(), key)
			if err != nil {
				return progress.State{}, err
			}
			state, _, err := student.Load()
			return state, err
		},
		Room:        a.labs.class.Room,
		ReportError: func(err error) { a.labs.panics.Log.Warn("simulated student", "cause", err.Error()) },
	}
}
