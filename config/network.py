"""Which addresses this computer has, so that the phones at a table can reach it. Linux; IPv4."""

import fcntl
import io
import ipaddress
import socket
import struct

SIOCGIFADDR = 0x8915
EVERY_ADDRESS = "0.0.0.0"
SOMEWHERE_ELSE = ("192.0.2.1", 9)  # a documentation address: connecting a UDP socket to it sends nothing


def interface_address(name: str) -> str | None:
    """The IPv4 address of one network interface, None if it has none."""
    request = struct.pack("256s", name.encode()[:15])
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            answer = fcntl.ioctl(probe, SIOCGIFADDR, request)
        except OSError:
            return None
    return socket.inet_ntoa(answer[20:24])


def main_address() -> str | None:
    """The address that the default route leaves by, None without a network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(SOMEWHERE_ELSE)
        except OSError:
            return None
        return str(probe.getsockname()[0])


def local_addresses() -> list[str]:
    """The addresses that others on the local network may use, the most likely one first."""
    found = [main_address(), *(interface_address(name) for _, name in socket.if_nameindex())]
    unique = dict.fromkeys(address for address in found if address)
    return [address for address in unique if is_reachable(address)]


def is_reachable(address: str) -> bool:
    """True for an address that means this computer to somebody else, too."""
    ip = ipaddress.ip_address(address)
    return not (ip.is_loopback or ip.is_unspecified)


def url(host: str, port: int) -> str:
    """`http://host:port`, without the port where it is the usual one."""
    return f"http://{host}" if port == 80 else f"http://{host}:{port}"


def qr(text: str) -> str:
    """A QR code for a terminal, two modules to a character."""
    import segno

    drawing = io.StringIO()
    segno.make(text, error="m").terminal(out=drawing, compact=True, border=2)
    return drawing.getvalue()


def invitation(host: str, port: int, public_url: str = "") -> str:
    """What the server prints when it is ready: its address, and for the local network the QR too."""
    if host != EVERY_ADDRESS:
        return f"Гримуар: {url(host, port)}"
    here = url("127.0.0.1", port)
    addresses = local_addresses()
    if not (addresses or public_url):
        return f"Гримуар: {here}\nМестная сеть не найдена: другие устройства сюда не попадут."
    address = public_url or url(addresses[0], port)
    others = [url(other, port) for other in addresses if url(other, port) != address]
    also = f"\nДругие адреса: {', '.join(others)}" if others else ""
    return f"{qr(address)}\nГримуар: {address}{also}\nНа этом компьютере: {here}"
