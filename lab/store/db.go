// Package store keeps the record of a class, or of one student at home, in a database:
// the documents of package progress, and an append-only log of events. The database is
// SQLite, a single file, or PostgreSQL, which several hosts can share.
//
// Everything is written in transactions that survive a crash of the machine. A save
// returns after its commit. Saves that arrive during a transaction share it or the next one.
//
// The package must not know exercises, screens or terminals.
package store

import (
	"context"
	"crypto/rand"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"kernellab/lab/progress"
)

// DB is the record of a class. It connects to the database when it is first used, and
// tries again at each use until that succeeds. It is safe for concurrent use.
type DB struct {
	// OnFailure, if not nil, is called after each failed transaction with the kind of the
	// failure, which is one of FailureKinds. Set it before the first save.
	OnFailure func(kind string)

	address      string
	processName  string // unique name of this process among the connections to PostgreSQL
	quota        int64  // maximum size in bytes of one student's documents and events
	saves        chan saveRequest
	closing      chan struct{} // closed by Close
	stopped      chan struct{} // closed when the writer has ended
	lastFailed   atomic.Bool   // whether the last transaction failed for a reason other than a quota
	retrying     atomic.Bool   // whether [DB.Ready] is trying a transaction
	pendingSaves atomic.Int64  // number of saves that are not committed
	// isOnNetwork reports whether a folder is on a network file system. SQLite then uses a
	// rollback journal, because its write-ahead log needs memory that processes share.
	isOnNetwork func(dir string) bool

	mu      sync.Mutex
	pool    *sql.DB                   // nil until connected
	running map[runningSession]func() // sessions on this host; each function ends its session when a newer one begins
}

// Open returns the record at an address, which is the path of an SQLite file or a URL of PostgreSQL
// that begins with postgres://. The record connects when it is first used, and creates the file if
// it does not exist. The documents and events of each student can have at most quota bytes.
func Open(address string, quota int64) *DB {
	db := &DB{address: address, processName: "kernellab " + rand.Text(), quota: quota, saves: make(chan saveRequest),
		closing: make(chan struct{}), stopped: make(chan struct{}), running: map[runningSession]func(){},
		isOnNetwork: isOnNetwork}
	go db.runWriter()
	return db
}

// NoQuota is a quota for Open that no student reaches.
const NoQuota = math.MaxInt64

// OpenExisting opens a record to read it, without a quota. It returns an error if the address is a
// path and the file does not exist.
func OpenExisting(address string) (*DB, error) {
	if !isPostgres(address) {
		if _, err := os.Stat(address); err != nil {
			return nil, err
		}
	}
	return Open(address, NoQuota), nil
}

// maxConnections is the maximum number of connections of one process. A whole class may
// log in at once, and PostgreSQL allows 100 connections by default.
const maxConnections = 8

// Connect connects to the database now. If an SQLite file cannot be used, the error is a
// *progress.FolderError. If a newer program has changed the schema, the error wraps a
// *progress.NewerError.
func (db *DB) Connect(ctx context.Context) error {
	db.mu.Lock()
	defer db.mu.Unlock()
	if db.pool != nil {
		return nil
	}
	pool, err := db.open(ctx)
	switch {
	case err == nil:
		pool.SetMaxOpenConns(maxConnections)
		pool.SetMaxIdleConns(maxConnections)
		pool.SetConnMaxIdleTime(time.Minute)
		db.pool = pool
		return nil
	case isPostgres(db.address):
		return fmt.Errorf("PostgreSQL: %w", err)
	}
	return &progress.FolderError{Dir: filepath.Dir(db.address), Err: translateError(err)}
}

// open opens the database and changes its tables to the latest version of the schema.
func (db *DB) open(ctx context.Context) (pool *sql.DB, err error) {
	var m migration
	if isPostgres(db.address) {
		pool, err = openPostgres(ctx, db.address)
		// The lock makes other hosts wait until the schema has changed. SQLite needs none,
		// because it runs only one transaction at a time.
		m = migration{lock: []string{`SELECT pg_advisory_xact_lock(7391)`}, backUp: backUpTables}
	} else if err = createPrivateFile(db.address); err == nil {
		journal := "WAL"
		if db.isOnNetwork(filepath.Dir(db.address)) {
			journal = "DELETE"
		}
		pool, err = openSQLite(ctx, db.address, url.Values{"_pragma": {"journal_mode(" + journal + ")"}})
		m.backUp = func(ctx context.Context, _ *sql.Tx, version int) error {
			return writeComplete(fmt.Sprintf("%s.v%d", db.address, version), func(partPath string) error {
				_, err := pool.ExecContext(ctx, `VACUUM INTO $1`, partPath)
				return err
			})
		}
	}
	if err != nil {
		return nil, err
	}
	if err := m.run(ctx, pool); err != nil {
		return nil, errors.Join(err, pool.Close())
	}
	return pool, nil
}

// Close waits for the running transaction and closes the database. Saves that are not part
// of that transaction fail. Close must be called only once.
func (db *DB) Close() error {
	close(db.closing)
	<-db.stopped
	if db.pool == nil {
		return nil
	}
	return db.pool.Close()
}

// reader returns connections for reading. The caller must call release after the last use.
// If this process cannot write to an SQLite file, reader opens it read-only.
func (db *DB) reader(ctx context.Context) (pool *sql.DB, release func(), err error) {
	err = db.Connect(ctx)
	if err == nil {
		return db.pool, func() {}, nil
	}
	unwritable := errors.Is(err, syscall.EROFS) || errors.Is(err, syscall.ENOSPC) || errors.Is(err, fs.ErrPermission)
	if isPostgres(db.address) || !unwritable {
		return nil, nil, err
	}
	options := url.Values{"mode": {"ro"}}
	if isEmpty(db.address+"-wal") && isEmpty(db.address+"-journal") {
		options.Set("immutable", "1") // otherwise SQLite creates further files
	}
	pool, readErr := openSQLite(ctx, db.address, options)
	if readErr != nil {
		return nil, nil, err
	}
	version := 0
	readErr = pool.QueryRowContext(ctx, `SELECT MAX(version) FROM schema_version`).Scan(&version)
	if readErr != nil || version != len(schema) {
		return nil, nil, errors.Join(err, pool.Close())
	}
	return pool, func() { _ = pool.Close() }, nil
}

// isEmpty reports whether a file is empty or does not exist.
func isEmpty(path string) bool {
	info, err := os.Stat(path)
	return err != nil || info.Size() == 0
}

// query runs a query on the database and calls visit for every row.
func (db *DB) query(ctx context.Context, query string, args []any, visit func(*sql.Rows) error) error {
	pool, release, err := db.reader(ctx)
	if err != nil {
		return err
	}
	defer release()
	return translateError(eachRow(ctx, pool, query, args, visit))
}

// rowSource is a database or a transaction.
type rowSource interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
}

// eachRow runs a query on a source and calls visit for every row. It stops at the first error.
func eachRow(ctx context.Context, source rowSource, query string, args []any, visit func(*sql.Rows) error) error {
	rows, err := source.QueryContext(ctx, query, args...)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		if err := visit(rows); err != nil {
			return err
		}
	}
	return rows.Err()
}

func isPostgres(address string) bool {
	return strings.HasPrefix(address, "postgres://") || strings.HasPrefix(address, "postgresql://")
}

// schema holds the statements that lead from each version of the schema to the next.
// They are the same for both engines. Times are microseconds since 1970 in UTC.
var schema = [][]string{{
	`CREATE TABLE students (
		id TEXT PRIMARY KEY,
		seq BIGINT NOT NULL DEFAULT 0, -- number of the last event
		bytes BIGINT NOT NULL DEFAULT 0 -- size of documents and events
	)`,
	`CREATE TABLE documents (
		student TEXT NOT NULL REFERENCES students(id),
		exercise TEXT NOT NULL, -- '' for the profile
		body TEXT NOT NULL, -- JSON
		PRIMARY KEY (student, exercise)
	)`,
	`CREATE TABLE events (
		student TEXT NOT NULL REFERENCES students(id),
		seq BIGINT NOT NULL, -- from 1, for each student
		at BIGINT NOT NULL,
		kind TEXT NOT NULL,
		exercise TEXT NOT NULL,
		task TEXT NOT NULL,
		body TEXT NOT NULL, -- JSON
		PRIMARY KEY (student, seq)
	)`,
	`CREATE TABLE class (key TEXT PRIMARY KEY, value TEXT NOT NULL)`,
}, {
	`ALTER TABLE students ADD COLUMN name TEXT NOT NULL DEFAULT ''`,
	`ALTER TABLE students ADD COLUMN joined BIGINT NOT NULL DEFAULT 0`, // 0: not yet
	`ALTER TABLE students ADD COLUMN seen BIGINT NOT NULL DEFAULT 0`,
	`ALTER TABLE students ADD COLUMN folder TEXT NOT NULL DEFAULT ''`, // see Student.Import
	`CREATE TABLE aliases (
		id TEXT PRIMARY KEY, -- of a student who was merged into another
		student TEXT NOT NULL REFERENCES students(id)
	)`,
	`CREATE TABLE roster (
		name TEXT PRIMARY KEY,
		student TEXT NOT NULL, -- id; '' until a student has claimed the row
		code TEXT NOT NULL -- personal code; '' if the list names a key
	)`,
	`CREATE TABLE sessions ( -- running on hosts; empty in SQLite, see DB.BeginSession
		student TEXT NOT NULL, -- id, which may not be in students yet
		number BIGINT NOT NULL,
		host TEXT NOT NULL,
		PRIMARY KEY (student, number)
	)`,
}, {
	`CREATE TABLE notes (
		key TEXT PRIMARY KEY,
		number BIGINT NOT NULL,
		sender TEXT NOT NULL, -- id
		at BIGINT NOT NULL,
		body TEXT NOT NULL -- JSON; '' if withdrawn
	)`,
}}

// migration brings the schema to the latest version, in one transaction.
type migration struct {
	lock []string // statements to execute first
	// backUp, if not nil, copies the tables of an earlier version before their schema is
	// changed. Nobody else can write meanwhile.
	backUp func(ctx context.Context, tx *sql.Tx, version int) error
}

func (m migration) run(ctx context.Context, pool *sql.DB) error {
	return inTransaction(ctx, pool, m.change)
}

func (m migration) change(ctx context.Context, tx *sql.Tx) error {
	create := `CREATE TABLE IF NOT EXISTS schema_version (version BIGINT NOT NULL)`
	if err := execAll(ctx, tx, append(m.lock, create)); err != nil {
		return err
	}
	var version int
	row := tx.QueryRowContext(ctx, `SELECT COALESCE(MAX(version), 0) FROM schema_version`)
	if err := row.Scan(&version); err != nil {
		return err
	}
	if version > len(schema) {
		return &progress.NewerError{Version: version, Known: len(schema)}
	}
	if m.backUp != nil && version > 0 && version < len(schema) {
		if err := m.backUp(ctx, tx, version); err != nil {
			return fmt.Errorf("copying the record before its schema changes: %w", err)
		}
	}
	for i, statements := range schema[version:] {
		if err := execAll(ctx, tx, statements); err != nil {
			return fmt.Errorf("changing the schema to version %d: %w", version+i+1, err)
		}
		if _, err := tx.ExecContext(ctx, `INSERT INTO schema_version VALUES ($1)`, version+i+1); err != nil {
			return err
		}
	}
	// The secret turns keys into ids that do not reveal them, see [DB.StudentWithKey].
	_, err := tx.ExecContext(ctx, `INSERT INTO class VALUES ('secret', $1) ON CONFLICT (key) DO NOTHING`, rand.Text())
	return err
}

// txFunc is a part of a transaction.
type txFunc func(ctx context.Context, tx *sql.Tx) error

func inTransaction(ctx context.Context, pool *sql.DB, do txFunc) error {
	tx, err := pool.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if err := do(ctx, tx); err != nil {
		return err
	}
	return tx.Commit()
}

// execAll executes statements that all have the same arguments.
func execAll(ctx context.Context, tx *sql.Tx, statements []string, args ...any) error {
	for _, s := range statements {
		if _, err := tx.ExecContext(ctx, s, args...); err != nil {
			return err
		}
	}
	return nil
}

// busyWait is how long a transaction waits for another process to finish writing.
const busyWait = 5 * time.Second

// openSQLite opens an SQLite file with the given options and those that every record needs.
func openSQLite(ctx context.Context, path string, options url.Values) (*sql.DB, error) {
	options.Set("_txlock", "immediate")
	options["_pragma"] = append([]string{fmt.Sprintf("busy_timeout(%d)", busyWait.Milliseconds()), "synchronous(FULL)",
		"foreign_keys(ON)", "secure_delete(ON)"}, options["_pragma"]...)
	file := url.URL{Scheme: "file", Opaque: url.PathEscape(path), RawQuery: options.Encode()}
	pool, err := sql.Open("sqlite", file.String())
	if err != nil {
		return nil, err
	}
	// SQLite does not wait if another process is changing the kind of journal at the same time.
	for end := time.Now().Add(busyWait); ; time.Sleep(busyWait / 100) {
		err = pool.PingContext(ctx)
		if _, busy := errors.AsType[*progress.BusyError](translateError(err)); !busy || time.Now().After(end) {
			break
		}
	}
	if err != nil {
		return nil, errors.Join(err, pool.Close())
	}
	return pool, nil
}

// createPrivateFile creates a file and its folder if they do not exist. Only their owner has
// access.
func createPrivateFile(path string) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	f, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return err
	}
	return f.Close()
}

// openPostgres connects to PostgreSQL. It returns an error if commits are not durable.
func openPostgres(ctx context.Context, address string) (*sql.DB, error) {
	config, err := pgconn.ParseConfig(address)
	if err != nil {
		return nil, err
	}
	pool := sql.OpenDB(postgres{config})
	var commits string
	err = pool.QueryRowContext(ctx, `SHOW synchronous_commit`).Scan(&commits)
	if err == nil && commits == "off" {
		err = errors.New("synchronous_commit is off, so a crash could lose work that was confirmed; set it to on")
	}
	if err != nil {
		_ = pool.Close()
		return nil, err
	}
	return pool, nil
}
