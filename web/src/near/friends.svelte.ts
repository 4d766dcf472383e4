// Who holds a table in this browser invites friends to it: an offer goes out as a link, an answer comes back as a text.
import { beside } from "../lib/address";
import { nearby } from "../lib/near";
import { isText, recall, remember } from "../lib/storage";
import { leave, long, short, wait, type Place } from "./meeting";
import type { NearRoom } from "./room";
import { described, ELSEWHERE, keyOf, listen, opened, pack, unpack, write } from "./signal";

/** What a friend may say: so long, and so many messages at once and in a second. */
const LONGEST = 16_000;
const BURST = 60;
const RATE = 20;
/** The number of friends who may be connected at a time. */
export const MOST = 11;

export type Said = "" | "making" | "waits" | "joining" | "joined" | "wrong" | "failed" | "full" | "none" | "silent";

class Friends {
  /** The newest link, which one friend may use. */
  link = $state("");
  /** It leads by a room: no answer needs to be brought. */
  met = $state(false);
  said = $state<Said>("");
  /** How many friends are connected. */
  here = $state(0);
  /** By what name friends know this browser, so that each finds their place again. */
  readonly #name = recall("holder", isText) ?? crypto.getRandomValues(new Uint32Array(2)).join("");
  #offered = new Map<string, RTCPeerConnection>();
  /** The friends who are connected, each as what ends their line. */
  #admitted = new Set<() => void>();

  /** Make a link for one more friend; by a `room`, it needs no answer. */
  async invite(room = ""): Promise<void> {
    if (typeof RTCPeerConnection === "undefined") return void (this.said = "none");
    if (this.here >= MOST) return void (this.said = "full");
    this.said = "making";
    const place = { room, code: room === "" ? "" : short() };
    const offer = await this.#offer(room);
    if (room !== "" && !(await leave(place, offer, false))) return void (this.said = "silent");
    this.met = room !== "";
    this.link = this.met ? `${room}#/friend/${place.code}` : `${beside(".").href}#/friend/${offer}`;
    this.said = "waits";
    const { link } = this;
    const answer = this.met ? await wait(place, true, () => this.link === link) : "";
    if (answer !== "") await this.take(answer);
  }

  async #offer(room: string, back = long()): Promise<string> {
    const line = opened();
    const channel = line.createDataChannel("room");
    const sdp = await described(line);
    const [oldest] = this.#offered;
    if (oldest !== undefined && this.#offered.size >= MOST) {
      oldest[1].close();
      this.#offered.delete(oldest[0]);
    }
    this.#offered.set(keyOf(sdp), line);
    remember("holder", this.#name);
    channel.onopen = () => {
      if (room !== "") channel.send(`!${room} ${back}`);
      this.#admit(line, channel, { room, code: back });
    };
    return pack(sdp, this.#name);
  }

  /** A friend's answer. */
  async take(written: string): Promise<void> {
    const found = unpack(written, "active");
    const line = found === null ? undefined : this.#offered.get(found.about);
    if (found === null || line === undefined) return void (this.said = "wrong");
    this.#offered.delete(found.about);
    this.said = "joining";
    line.onconnectionstatechange = () => {
      if (line.connectionState === "failed") this.said = "failed";
    };
    try {
      await line.setRemoteDescription({ type: "answer", sdp: found.sdp });
    } catch {
      this.said = "wrong";
    }
  }

  /** A friend who came by a room is offered the way back there. */
  async #await({ room, code }: Place): Promise<void> {
    const offer = await this.#offer(room, code);
    if (!(await leave({ room, code }, offer, false))) return;
    const found = await wait({ room, code }, true, () => true);
    if (found) await this.take(found);
  }

  #admit(line: RTCPeerConnection, channel: RTCDataChannel, back: Place): void {
    const room = nearby.room as NearRoom;
    room.gone = () => this.#end();
    const guest = room.admit((frame) => write(channel, frame));
    let [left, at] = [BURST, performance.now()];
    let [gone, ended] = [false, false];
    const lost = () => {
      if (gone) return;
      gone = true;
      this.#admitted.delete(end);
      this.here -= 1;
      line.close();
      guest.lost();
      if (back.room !== "" && !ended) void this.#await(back);
    };
    const end = () => {
      ended = true;
      if (channel.readyState === "open") channel.send(`!${ELSEWHERE}`);
      channel.close(); // what was said before still arrives
    };
    this.#admitted.add(end);
    this.here += 1;
    this.said = "joined";
    this.link = "";
    listen(channel, LONGEST, (frame) => {
      const now = performance.now();
      [left, at] = [Math.min(BURST, left + ((now - at) / 1000) * RATE) - 1, now];
      if (left < 0) lost();
      else guest.say(frame);
    });
    addEventListener("pagehide", () => line.close()); // friends are told at once
    channel.onclose = lost;
    line.onconnectionstatechange = () => line.connectionState === "failed" && lost();
  }

  /** Another window has the room: friends are told, and the links that are out lead nowhere. */
  #end(): void {
    for (const each of this.#admitted) each();
    for (const line of this.#offered.values()) line.close();
    this.#offered.clear();
    this.link = this.said = "";
  }
}

export const friends = new Friends();
