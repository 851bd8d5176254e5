package remote

import (
	"errors"
	"net"
	"net/netip"
	"slices"

	"github.com/pires/go-proxyproto"
)

// withProxies returns a listener whose connections from the given proxies must begin
// with a header of version 2 of the PROXY protocol, which contains the address of the
// client. A header from anybody else ends the login, because it is not SSH.
func withProxies(l net.Listener, proxies []netip.Prefix) net.Listener {
	if len(proxies) == 0 {
		return l
	}
	return &proxyproto.Listener{Listener: l, ReadHeaderTimeout: handshakeTimeout, ValidateHeader: validHeader,
		ConnPolicy: func(o proxyproto.ConnPolicyOptions) (proxyproto.Policy, error) {
			from, err := netip.ParseAddrPort(o.Upstream.String())
			addr := from.Addr().Unmap().WithZone("")
			trusted := err == nil && slices.ContainsFunc(proxies, func(p netip.Prefix) bool { return p.Contains(addr) })
			if trusted {
				return proxyproto.REQUIRE, nil
			}
			return proxyproto.SKIP, nil
		}}
}

// validHeader returns an error if a header has another version or lacks the address of the
// client. Connections of the proxy itself, such as health checks, need no address.
func validHeader(h *proxyproto.Header) error {
	_, isTCP := h.SourceAddr.(*net.TCPAddr)
	if h.Version != 2 || !isTCP && !h.Command.IsLocal() {
		return errors.New("no header of version 2 with the address of a client")
	}
	return nil
}
