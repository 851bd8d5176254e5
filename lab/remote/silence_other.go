//go:build !linux

package remote

import "net"

// limitSilence does nothing on this system, where only keepalive detects a vanished peer.
func limitSilence(net.Conn) {}
