// Short soft sounds, made on the spot: no file is loaded.
import { settings } from "./settings.svelte";

export type Sound = "turn" | "card" | "pass" | "chat" | "win" | "end";

/** Frequency in Hz, start and length in seconds, loudness. */
type Note = readonly [pitch: number, start: number, length: number, loud: number];

const tunes: Record<Exclude<Sound, "card" | "pass">, readonly Note[]> = {
  turn: [
    [587, 0, 0.16, 0.09],
    [784, 0.11, 0.28, 0.09],
  ],
  chat: [[880, 0, 0.12, 0.04]],
  win: [
    [523, 0, 0.2, 0.08],
    [659, 0.12, 0.2, 0.08],
    [784, 0.24, 0.2, 0.08],
    [1047, 0.36, 0.5, 0.08],
  ],
  end: [
    [523, 0, 0.22, 0.07],
    [392, 0.16, 0.36, 0.07],
  ],
};

/** Milliseconds after the first touch until there is sound. */
const AWAKE = 800;

let context: AudioContext | null = null;

/** Browsers allow sound after the first touch or key; wake up with it. */
export function prepare(): void {
  if (typeof AudioContext === "undefined" || typeof addEventListener === "undefined") return;
  const wake = () => {
    if (!settings.sound) return;
    if (context !== null) void context.resume();
    // what was touched first comes first: making one takes a phone a tenth of a second
    else
      setTimeout(() => {
        context ??= new AudioContext();
        void context.resume();
      }, AWAKE);
  };
  addEventListener("pointerdown", wake, { passive: true });
  addEventListener("keydown", wake, { passive: true });
}

/** Play a sound, if the person wants any. */
export function play(sound: Sound): void {
  if (!settings.sound || context?.state !== "running") return;
  if (sound === "card") rustle(context, 0.07, 2400, 0.16);
  else if (sound === "pass") rustle(context, 0.05, 700, 0.08);
  else for (const note of tunes[sound]) tone(context, note);
}

function tone(audio: AudioContext, [pitch, start, length, loud]: Note): void {
  const from = audio.currentTime + start;
  const source = new OscillatorNode(audio, { type: "sine", frequency: pitch });
  const level = new GainNode(audio, { gain: 0 });
  level.gain.linearRampToValueAtTime(loud, from + 0.012);
  level.gain.setValueAtTime(loud, from + 0.013);
  level.gain.exponentialRampToValueAtTime(0.0001, from + length);
  source.connect(level).connect(audio.destination);
  source.start(from);
  source.stop(from + length + 0.02);
}

/** A card on felt: a breath of filtered noise. */
function rustle(audio: AudioContext, length: number, pitch: number, loud: number): void {
  const size = Math.ceil(audio.sampleRate * length);
  const buffer = new AudioBuffer({ length: size, sampleRate: audio.sampleRate });
  const data = buffer.getChannelData(0);
  for (let i = 0; i < size; i++) data[i] = (Math.random() * 2 - 1) * (1 - i / size) ** 3;
  const source = new AudioBufferSourceNode(audio, { buffer });
  const filter = new BiquadFilterNode(audio, { type: "bandpass", frequency: pitch, Q: 0.7 });
  source
    .connect(filter)
    .connect(new GainNode(audio, { gain: loud }))
    .connect(audio.destination);
  source.start();
}
