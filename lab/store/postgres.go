package store

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
)

// channelName is an SQL expression for the name of the channel for notifications of kind $1. The name
// contains the schema, because one database can hold several classes, each in a schema.
const channelName = `'kernellab ' || current_schema() || ' ' || $1::text`

// listenPause is the time for which Listen waits before it connects again.
const listenPause = time.Second / 2

// Listen calls handle with the text of every notification of a kind until ctx ends. If the
// connection is lost or handle returns an error, it connects again. Whenever it has connected, it
// calls handle with "", because it may have missed notifications. All listeners receive the
// notifications in the same order. SQLite has none, so Listen then returns at once.
func (db *DB) Listen(ctx context.Context, kind string, handle func(text string) error) {
	for db.IsShared() && ctx.Err() == nil {
		_ = db.listen(ctx, kind, handle) // the next transaction reports that the database is unreachable
		select {
		case <-time.After(listenPause):
		case <-ctx.Done():
		}
	}
}

// listen receives notifications until an error occurs. It uses a separate connection that
// has the name of this process.
func (db *DB) listen(ctx context.Context, kind string, handle func(text string) error) error {
	config, err := pgconn.ParseConfig(db.address)
	if err != nil {
		return err
	}
	config.RuntimeParams["application_name"] = db.processName
	texts := []string{""} // received but not handled yet
	config.OnNotification = func(_ *pgconn.PgConn, n *pgconn.Notification) { texts = append(texts, n.Payload) }
	conn, err := pgconn.ConnectConfig(ctx, config)
	if err != nil {
		return err
	}
	defer conn.Close(context.Background())
	var channel string
	err = db.query(ctx, `SELECT quote_ident(`+channelName+`)`, []any{kind},
		func(r *sql.Rows) error { return r.Scan(&channel) })
	if err == nil {
		err = conn.Exec(ctx, `LISTEN `+channel).Close()
	}
	for err == nil {
		for _, text := range texts {
			if err := handle(text); err != nil {
				return err
			}
		}
		texts = nil
		err = conn.WaitForNotification(ctx)
	}
	return err
}

// postgres connects package sql to PostgreSQL. All values are sent and received as text, which is
// enough for this schema. The driver of pgx would make the program 3 MB larger, because it knows
// every type of PostgreSQL.
type postgres struct{ config *pgconn.Config }

// Connect opens a connection.
func (p postgres) Connect(ctx context.Context) (driver.Conn, error) {
	conn, err := pgconn.ConnectConfig(ctx, p.config)
	if err != nil {
		return nil, err
	}
	return &postgresConn{PgConn: conn}, nil
}

// Driver returns nil. Package sql does not call it.
func (postgres) Driver() driver.Driver { return nil }

// postgresConn is a connection.
type postgresConn struct {
	*pgconn.PgConn
	lastReused time.Time // when package sql last took the connection from its pool; zero if never
}

// maxUnchecked is a time since the last use of a connection. If more time has passed, the connection
// is checked before it is used again.
const maxUnchecked = time.Second

// ResetSession returns driver.ErrBadConn if the connection cannot be used again.
func (c *postgresConn) ResetSession(ctx context.Context) error {
	if c.IsClosed() || c.TxStatus() != 'I' || time.Since(c.lastReused) > maxUnchecked && c.Ping(ctx) != nil {
		return driver.ErrBadConn
	}
	c.lastReused = time.Now()
	return nil
}

func (c *postgresConn) Close() error { return c.PgConn.Close(context.Background()) }

// Prepare returns an error. Statements are sent together with their arguments.
func (c *postgresConn) Prepare(string) (driver.Stmt, error) { return nil, errors.ErrUnsupported }

// Begin returns an error. Package sql calls BeginTx instead.
func (c *postgresConn) Begin() (driver.Tx, error) { return nil, errors.ErrUnsupported }

// BeginTx begins a transaction. Unless the isolation level is the default, the transaction
// sees a snapshot.
func (c *postgresConn) BeginTx(ctx context.Context, options driver.TxOptions) (driver.Tx, error) {
	begin := "BEGIN"
	if sql.IsolationLevel(options.Isolation) != sql.LevelDefault {
		begin += " ISOLATION LEVEL REPEATABLE READ"
	}
	if options.ReadOnly {
		begin += " READ ONLY"
	}
	_, err := c.ExecContext(ctx, begin, nil)
	return c, err
}

// Commit commits the transaction. If one of its statements failed, PostgreSQL rolls it back
// instead, and Commit returns an error.
func (c *postgresConn) Commit() error {
	tag, err := c.send(context.Background(), "COMMIT", nil).Close()
	if err == nil && tag.String() != "COMMIT" {
		err = errors.New("the transaction was rolled back, because one of its statements failed")
	}
	return err
}

func (c *postgresConn) Rollback() error {
	_, err := c.send(context.Background(), "ROLLBACK", nil).Close()
	return err
}

func (c *postgresConn) ExecContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Result, error) {
	tag, err := c.send(ctx, query, args).Close()
	if err != nil && pgconn.SafeToRetry(err) {
		err = driver.ErrBadConn
	}
	return driver.RowsAffected(tag.RowsAffected()), err
}

func (c *postgresConn) QueryContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Rows, error) {
	return postgresRows{c.send(ctx, query, args)}, nil
}

// send sends a statement. The caller must close the result.
func (c *postgresConn) send(ctx context.Context, query string, args []driver.NamedValue) *pgconn.ResultReader {
	values := make([][]byte, len(args))
	for i, a := range args {
		if a.Value != nil {
			values[i] = []byte(fmt.Sprint(a.Value))
		}
	}
	return c.ExecParams(ctx, query, values, nil, nil, nil)
}

// postgresRows are the rows of a result.
type postgresRows struct{ *pgconn.ResultReader }

func (r postgresRows) Columns() (names []string) {
	for _, f := range r.FieldDescriptions() {
		names = append(names, f.Name)
	}
	return names
}

// Next stores the next row in values, as strings. Package sql converts them.
func (r postgresRows) Next(values []driver.Value) error {
	if !r.NextRow() {
		if err := r.Close(); err != nil {
			return err
		}
		return io.EOF
	}
	for i, v := range r.Values() {
		values[i] = nil
		if v != nil {
			values[i] = string(v)
		}
	}
	return nil
}

func (r postgresRows) Close() error {
	_, err := r.ResultReader.Close()
	return err
}
