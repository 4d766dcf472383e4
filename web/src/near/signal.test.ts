import { describe, expect, it } from "vitest";
import { keyOf, listen, pack, unpack, write } from "./signal";

const PRINT = Array.from({ length: 32 }, (_, n) => (n * 7).toString(16).padStart(2, "0").slice(-2).toUpperCase());
const described = (...candidates: string[]) =>
  [
    "v=0",
    "m=application 9 UDP/DTLS/SCTP webrtc-datachannel",
    ...candidates.map((each) => `a=candidate:${each}`),
    "a=ice-ufrag:9+/a",
    "a=ice-pwd:BanjDk4Lbq4vgbPHCOXr/7tY",
    `a=fingerprint:sha-256 ${PRINT.join(":")}`,
    "a=setup:actpass",
    "",
  ].join("\r\n");
const PLACES = [
  "1 1 udp 2113937151 192.0.2.2 59048 typ host generation 0 network-cost 999",
  "2 1 udp 2113942271 fd00::2 60462 typ host",
  "3 1 UDP 2122252543 6b9e8e63-5cd2-4aff-bf2c-69eda7daed5f.local 45612 typ host",
  "4 1 udp 1677729535 198.51.100.7 1024 typ srflx raddr 0.0.0.0 rport 0",
  "5 1 tcp 1518280447 192.0.2.2 9 typ host tcptype active",
];

describe("a code", () => {
  it("tells all that differs between descriptions, and is short", () => {
    const code = pack(described(...PLACES), "31415");
    expect(code).toMatch(/^[\w-]{40,320}$/);
    const found = unpack(`https://example.org/cards/#/friend/${code}\n`, "actpass");
    expect(found?.about).toBe("31415");
    expect(found?.key).toBe(keyOf(found?.sdp ?? ""));
    expect(found?.sdp).toContain(`a=fingerprint:sha-256 ${PRINT.join(":")}\r\na=setup:actpass\r\n`);
    const places = [...(found?.sdp ?? "").matchAll(/candidate:\d 1 udp \d+ (\S+) (\d+) typ (\w+)/g)];
    expect(places.map((each) => each.slice(1).join(" "))).toEqual([
      "192.0.2.2 59048 host",
      "fd00::2 60462 host",
      "6b9e8e63-5cd2-4aff-bf2c-69eda7daed5f.local 45612 host",
      "198.51.100.7 1024 srflx",
    ]);
  });

  it("that is none, or was written by somebody else, makes no description", () => {
    const written = (...rest: string[]) =>
      btoa(String.fromCharCode(...Array.from({ length: 32 }, (_, n) => n)) + rest.join("~")).replace(/=+$/, "");
    const word = "x".repeat(24);
    expect(unpack(written("me", "abcd", word, "h192.0.2.2|1"), "active")).not.toBeNull();
    for (const each of [
      "",
      "rubbish",
      "A".repeat(3000),
      written("me", "abcd", word, "h192.0.2.2|1\r\na=setup:passive"),
      written("me", "abcd\r\na=x", word),
      written("me", "abcd", "short"),
      written("", "abcd", word),
      written("me", "abcd", word, "hexample.org|80"),
      written("me", "abcd", word, "x192.0.2.2|1"),
    ])
      expect(unpack(each, "active")).toBeNull();
  });
});

class Channel {
  readyState = "open";
  onmessage: ((event: { data: unknown }) => void) | null = null;
  other: Channel | null = null;
  send(data: string) {
    this.other?.onmessage?.({ data });
  }
  close() {
    this.readyState = "closed";
  }
}

describe("a channel", () => {
  const pair = () => {
    const [one, other] = [new Channel(), new Channel()];
    one.other = other;
    return [one, other] as unknown as [RTCDataChannel, RTCDataChannel];
  };

  it("takes messages of any length, whole and in order", () => {
    const [one, other] = pair();
    const heard: string[] = [];
    listen(other, 100_000, (frame) => heard.push(frame));
    const all = ["{}", "x".repeat(16_000), "y".repeat(50_001), "z"];
    for (const each of all) write(one, each);
    expect(heard).toEqual(all);
  });

  it("closes on who says too much", () => {
    const [one, other] = pair();
    listen(other, 20_000, () => undefined);
    write(one, "x".repeat(40_000));
    expect(other.readyState).toBe("closed");
  });
});
