// What the choice of a server says in English.

export const en = {
  "server.label": "Server",
  "server.this": "This server ({address})",
  "server.named": "{name} ({address})",
  "server.asking": "Asking {address}…",
  "server.silent":
    "{address} does not answer. Check the address and the port, and whether the server is open to others.",
  "server.else": "{address} answers, but nobody can play there now. Check the address, or try again later.",
  "server.unlisted": "Open the room {address} yourself. The host here does not list it, so this page may not ask it:",
  "server.unasked": "This page is encrypted and may not ask {address}, which is not. Open it yourself:",
  "server.custom": "Custom…",
  "server.title": "Another server",
  "server.text": "Each server has a page of its own; this takes you there.",
  "server.address": "Address",
  "server.addressHint": "A name or number, such as cards.example.org or 192.168.1.20",
  "server.port": "Port",
  "server.go": "Go there",
  "server.noAddress": "Type the address of the server",
  "server.badAddress": "This is not an address. It looks like cards.example.org or 192.168.1.20",
  "server.badPort": "A port is a number from 1 to 65535; {port} is usual",
  "server.going": "Going to {address}…",
  "server.secure": "Encrypted (https)",
  "server.forget": "Forget the servers used before",
};
