// The page of a friend: its room is in another browser, whose person has invited them. It answers an offer, and then
// speaks over the channel as over a socket.
import { beside } from "../lib/address";
import type { Socket } from "../lib/connection";
import { invitedBy, nearby, stay, stays, still } from "../lib/near";
import { link, lobby, person, sitting } from "../lib/room.svelte";
import { route } from "../lib/route.svelte";
import { here } from "../lib/servers";
import { home, isTexts, recall, remember } from "../lib/storage";
import type { TableState } from "../wire";
import { leave, look, SHORT, wait, type Place } from "./meeting";
import { FOUND_OUT, NearRoom, NearSocket } from "./room";
import { described, ELSEWHERE, listen, opened, pack, unpack, write } from "./signal";

const LONGEST = 8_000_000;
/** How long a way back that was found may take to open, in milliseconds. */
const PATIENCE = 10_000;

class Visit {
  /** What is to be brought back to who invites; empty before there is anything. */
  code = $state("");
  said = $state<"" | "making" | "joining" | "wrong" | "failed" | "none">("");
  /** Another window of the holder's browser has taken the room over. */
  moved = $state(false);
  /** The table at which one is or was, "" before; it may have ended. */
  table = $state("");
  /** The record of the deals that were last finished at a table of the holder, and of which: it outlives its holder. */
  record = $state("");
  of = $state("");
  /** The table is still to be shown to who has just come. */
  #fresh = true;
  #line: RTCPeerConnection | null = null;
  #channel: RTCDataChannel | null = null;
  #socket: NearSocket | null = null;
  #returning = false;
  #own: NearRoom | null = null;

  /** Where that is kept, with whose it is. */
  readonly #place = `record:${home()}`;

  /** Take the invitation in the address, now and whenever another one is opened here. */
  begin(): void {
    const see = (before: string) => {
      const found = invitedBy(location.hash);
      if (found === null) return;
      history.replaceState(null, "", before);
      void this.take(found);
    };
    addEventListener("pagehide", () => this.#line?.close()); // the holder is told at once
    addEventListener("hashchange", ({ oldURL }) => see(oldURL));
    see(location.pathname + location.search);
    if (this.said === "") void this.#return();
    [, this.record = "", this.of = "", this.table = ""] = recall(this.#place, isTexts) ?? [];
    const over = (table: TableState | null) => table?.phase === "over" || table?.phase === "final";
    sitting.listen((before, now) => {
      if (over(now) && !over(before)) setTimeout(() => sitting.getRecord());
      if (now !== null && now.id !== this.table) this.#keep({ table: now.id });
    });
    $effect.root(() => {
      $effect(() => {
        if (link.status === "open") this.said = "";
      });
      $effect(() => {
        if (sitting.record !== null) this.#keep({ record: sitting.record, of: this.table });
      });
      $effect(() => {
        const table = lobby.now?.tables[0]?.id;
        if (!this.#fresh || link.status !== "open" || table === undefined) return;
        this.#fresh = false;
        if (person.you === null) route.go(table);
      });
    });
  }

  #keep(what: Partial<Pick<Visit, "record" | "of" | "table">>): void {
    Object.assign(this, what);
    remember(this.#place, [nearby.holder, this.record, this.of, this.table]);
  }

  /** Take an invitation: the link, or its end; or the code of a meeting at the room of this page. */
  async take(written: string): Promise<void> {
    const code = /([\w-]+)\s*$/.exec(written)?.[1] ?? "";
    if (!SHORT.test(code)) return this.#take(written);
    const place = { room: here(), code };
    this.said = "making";
    await this.#take((await look(place, false)) ?? "", place);
  }

  /** Answer an offer: the code is brought by people, or left at a meeting. */
  async #take(offer: string, place?: Place): Promise<void> {
    if (typeof RTCPeerConnection === "undefined") return void (this.said = "none");
    const found = unpack(offer, "actpass");
    if (found === null) return void (this.said = "wrong");
    this.said = "making";
    this.code = "";
    this.#line?.close();
    nearby.holder = found.about;
    if (recall(this.#place, isTexts)?.[0] !== found.about) this.record = this.of = this.table = "";
    const line = (this.#line = opened());
    line.ondatachannel = ({ channel }) => this.#open(line, channel);
    line.onconnectionstatechange = () => {
      if (line.connectionState === "failed" && this.#line === line) [this.code, this.said] = ["", "failed"];
    };
    try {
      await line.setRemoteDescription({ type: "offer", sdp: found.sdp });
      const answer = pack(await described(line), found.key);
      if (place === undefined) this.code = answer;
      else if (!(await leave(place, answer, true))) throw new Error("no meeting");
      this.said = place === undefined ? "" : "joining";
    } catch {
      this.said = "wrong";
    }
  }

  /** Come back by the room by which one came, without anybody's doing. */
  async #return(): Promise<void> {
    const [room = "", code = ""] = (stays() ?? "").split(" ");
    if (code === "" || this.#returning) return;
    this.#returning = true;
    const away = () => this.#channel === null && this.code === "";
    for (let offer = ""; away() && (offer = await wait({ room, code }, false, away)) !== ""; ) {
      await this.#take(offer, { room, code });
      await new Promise((next) => setTimeout(next, PATIENCE));
      if (this.#channel === null) this.said = "";
    }
    this.#returning = false;
  }

  #open(line: RTCPeerConnection, channel: RTCDataChannel): void {
    this.#channel = channel;
    listen(
      channel,
      LONGEST,
      (frame) => this.#socket?.heard(frame),
      (word) => {
        this.moved = word === ELSEWHERE;
        stay(this.moved ? "" : word); // a window that is gone leaves no way back
      },
    );
    const ready = () => {
      [this.code, this.said] = ["", "joining"];
      this.moved = false;
      this.#fresh = true;
      link.connect();
    };
    const gone = () => {
      if (this.#channel !== channel) return;
      this.#channel = null;
      this.said = "";
      line.close();
      this.#socket?.broke(1006);
      void this.#return();
    };
    channel.onclose = gone;
    line.onconnectionstatechange = () => line.connectionState === "failed" && gone();
    if (channel.readyState === "open") ready();
    else channel.onopen = ready;
  }

  /** A line over the channel; it throws where there is none. */
  open(): Socket {
    const channel = this.#channel;
    if (channel?.readyState !== "open") throw new Error("no channel");
    this.#socket = new NearSocket((frame) => write(channel, frame));
    queueMicrotask(() => this.#socket?.opened());
    return this.#socket;
  }

  /** What a room answers over HTTP: as its files, or by this browser's own Python where it is a static one. */
  answer(path: string): Promise<Response> | null {
    if (!still || !FOUND_OUT.test(path)) return null;
    return (this.#own ??= new NearRoom((path) => beside(path).href)).answer(path);
  }
}

export const visit = new Visit();
