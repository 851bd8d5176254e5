// Package postgrestest gives tests an empty place on a PostgreSQL server.
package postgrestest

import (
	"database/sql"
	"fmt"
	"os"
	"testing"
	"time"

	_ "github.com/jackc/pgx/v5/stdlib" // the driver pgx
)

// Schema creates a schema, which is dropped at the end of the test, and returns the URL of a
// connection to it. The variable KERNELLAB_TEST_POSTGRES must have the URL of the server, as in
// .ci/postgres. If it is not set, Schema returns "".
func Schema(t testing.TB) (where string) {
	t.Helper()
	server := os.Getenv("KERNELLAB_TEST_POSTGRES")
	if server == "" {
		return ""
	}
	name := fmt.Sprintf("test_%d", time.Now().UnixNano())
	admin, err := sql.Open("pgx", server)
	if err == nil {
		_, err = admin.Exec("CREATE SCHEMA " + name)
	}
	if err != nil {
		t.Fatalf("creating a schema: %v, want no error", err)
	}
	t.Cleanup(func() {
		_, _ = admin.Exec("DROP SCHEMA " + name + " CASCADE")
		_ = admin.Close()
	})
	return server + "&search_path=" + name
}
