//go:build !linux

package remote

import "net"

// limitSilence does nothing here: keepalive alone finds a peer that is gone.
func limitSilence(net.Conn) {}
