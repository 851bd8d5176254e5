package remote

import (
	"errors"
	"net"
	"net/netip"
	"slices"

	"github.com/pires/go-proxyproto"
)

// withProxies returns a listener whose connections from the given proxies must begin
// with a header of version 2 of the PROXY protocol, which names the client. From all
// others, such a header is not SSH and ends the login.
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

// validHeader returns an error if a header has another version or does not name the
// client. A header about the proxy itself need not, such as that of a health check.
func validHeader(h *proxyproto.Header) error {
	_, isTCP := h.SourceAddr.(*net.TCPAddr)
	if h.Version != 2 || !isTCP && !h.Command.IsLocal() {
		return errors.New("no header of version 2 with the address of a client")
	}
	return nil
}
