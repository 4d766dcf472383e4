// What two browsers must know of each other to meet, as a short text: of a description only what differs travels.
// No server is asked for it: what is offered are the places at which this device can be reached in its own network.

import { isText, recall } from "../lib/storage";

/** What a code tells: who it is about (a browser that invites, or the offer that is answered), and where it is. */
export interface Found {
  about: string;
  /** Names this offer or answer. */
  key: string;
  sdp: string;
}

const LONGEST = 2000;
const KEY = /^[\w+/]{4,256}$/;
/** The kind of a place, its address, and its port: of the own network, or as a STUN server has seen it. */
const PLACE = /^([hs])([0-9a-f.:]{3,39}|[0-9a-f-]{36}\.local)\|(\d{1,5})$/i;
const KINDS: Record<string, string> = { h: "typ host", s: "typ srflx raddr 0.0.0.0 rport 0" };
const MOST_PLACES = 8;

const one = (sdp: string, what: RegExp): string => what.exec(sdp)?.[1] ?? "";

/** The name by which an offer or an answer is known. */
export const keyOf = (sdp: string): string => one(sdp, /^a=ice-ufrag:(\S+)/m);

/** A description as a code. */
export function pack(sdp: string, about: string): string {
  const print = one(sdp, /^a=fingerprint:sha-256 (\S+)/im).split(":");
  const places = [...sdp.matchAll(/^a=candidate:\S+ 1 udp \d+ (\S+) (\d+) typ (host|srflx)/gim)]
    .map(([, address = "", port = "", kind = ""]) => `${kind.slice(0, 1)}${address}|${port}`)
    .filter((each) => PLACE.test(each));
  const rest = [about, keyOf(sdp), one(sdp, /^a=ice-pwd:(\S+)/m), ...new Set(places)].join("~");
  const bytes = [...print.map((each) => parseInt(each, 16)), ...new TextEncoder().encode(rest)];
  return btoa(String.fromCharCode(...bytes))
    .replace(/\+/g, "-")
    .replace(/\//g, "_")
    .replace(/=+$/, "");
}

/** What a code tells, alone or at the end of a link; null if it is none. `setup`: does its browser offer or answer? */
export function unpack(written: string, setup: "actpass" | "active"): Found | null {
  const code = /([\w-]+)\s*$/.exec(written)?.[1] ?? "";
  if (code.length > LONGEST) return null;
  let bytes: Uint8Array;
  try {
    bytes = Uint8Array.from(atob(code.replace(/-/g, "+").replace(/_/g, "/")), (each) => each.charCodeAt(0));
  } catch {
    return null;
  }
  const print = [...bytes.slice(0, 32)].map((each) => each.toString(16).padStart(2, "0").toUpperCase());
  const [about = "", key = "", word = "", ...places] = new TextDecoder().decode(bytes.slice(32)).split("~");
  const read = places.slice(0, MOST_PLACES).map((each) => PLACE.exec(each));
  if (print.length < 32 || !/^[\w+/]{1,64}$/.test(about) || !KEY.test(key) || !KEY.test(word)) return null;
  if (word.length < 22 || read.includes(null)) return null;
  const candidates = read.map((each, n) => {
    const [, kind = "", address = "", port = ""] = each ?? [];
    return `a=candidate:${n + 1} 1 udp ${2113937151 - n} ${address} ${port} ${KINDS[kind] ?? ""} generation 0`;
  });
  const sdp = [
    ...["v=0", "o=- 1 1 IN IP4 127.0.0.1", "s=-", "t=0 0", "a=group:BUNDLE 0"],
    ...["m=application 9 UDP/DTLS/SCTP webrtc-datachannel", "c=IN IP4 0.0.0.0", ...candidates],
    ...[`a=ice-ufrag:${key}`, `a=ice-pwd:${word}`, `a=fingerprint:sha-256 ${print.join(":")}`, `a=setup:${setup}`],
    ...["a=mid:0", "a=sctp-port:5000", "a=max-message-size:65536", ""],
  ];
  return { about, key, sdp: sdp.join("\r\n") };
}

/** A line to another browser. No address is asked by itself: only the STUN server that its person has named. */
export function opened(): RTCPeerConnection {
  const stun = recall("stun", isText) ?? "";
  return new RTCPeerConnection({ iceServers: stun === "" ? [] : [{ urls: `stun:${stun}` }] });
}

/** The longest that a browser looks for its own places, in milliseconds. */
const LOOKS = 3_000;

/** Describe this end, once it is known where it can be reached. */
export async function described(line: RTCPeerConnection): Promise<string> {
  await line.setLocalDescription();
  await new Promise<void>((done) => {
    const look = () => line.iceGatheringState === "complete" && done();
    line.addEventListener("icegatheringstatechange", look);
    look();
    setTimeout(done, LOOKS);
  });
  return line.localDescription?.sdp ?? "";
}

/** What is said beside all messages when another window of the same browser takes the room over. */
export const ELSEWHERE = "elsewhere";

/** A long message travels over a channel in pieces, each of which tells whether more follow. "!" is no message. */
const PIECE = 16_000;

export function write(channel: RTCDataChannel, frame: string): void {
  if (channel.readyState !== "open") return;
  for (let at = 0; at < frame.length; at += PIECE) {
    const ends = at + PIECE >= frame.length;
    channel.send((ends ? "." : "+") + frame.slice(at, at + PIECE));
  }
}

/** Hear whole messages, and what is said beside them; one longer than `most` characters closes the channel. */
export function listen(
  channel: RTCDataChannel,
  most: number,
  hear: (frame: string) => void,
  beside: (word: string) => void = () => undefined,
): void {
  let before = "";
  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (typeof data !== "string" || before.length + data.length > most) return channel.close();
    if (data.startsWith("!")) return beside(data.slice(1));
    before += data.slice(1);
    if (data.startsWith("+")) return;
    const frame = before;
    before = "";
    hear(frame);
  };
}
