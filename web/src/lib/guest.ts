// A name that is proposed to who has none yet: friendly, short enough for the room, and seldom taken.
import type { Tongue } from "./text.svelte";

const WORDS: Record<Tongue, readonly string[]> = {
  en: ["Otter", "Heron", "Robin", "Finch", "Maple", "Cedar", "Comet", "Pebble", "Willow", "Falcon", "Lynx", "Hazel"],
  zh: ["水獭", "白鹭", "云雀", "枫叶", "雪松", "彗星", "卵石", "柳枝", "海鸥", "松鼠", "锦鲤", "青竹"],
};

/** A word and a number from 10 to 99; `random` is from 0 up to 1. */
export function guestName(tongue: Tongue, random: () => number = Math.random): string {
  const words = WORDS[tongue];
  const word = words[Math.floor(random() * words.length)] ?? words[0];
  return `${word}${10 + Math.floor(random() * 90)}`;
}
