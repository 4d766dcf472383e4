/**
 * Court cards and jokers: one upper half each, of flat shapes, closed by a slanted sash; the lower half is the same
 * turned.
 * All of one suit are a family: its colour, hair and skin are set in cards.css, its mark stands on sash and crown.
 */
import { pip, type Suit } from "./faces";
import { both, dot, dots, fill, line, mirrored, shaded } from "./shapes";

/** Where the eyes of a family turn. */
const GAZE: Record<Suit, number> = { s: -2, h: 2, d: -2, c: 2 };

const face = shaded("p-skin", "p-cheek", "M126 64H154V92C154 114 142 126 126 126");

const eyes = (suit: Suit, y: number) =>
  [112, 140]
    .map((x) => fill("p-paper", `M${x - 9} ${y}q9 -9 18 0q-9 7 -18 0Z`) + dot("p-ink", x + GAZE[suit], y - 0.5, 3.6))
    .join("");

/** The robe above the sash: its right half, a hair over the middle, and its left half. */
const RIGHT = "M126 118H144C152 124 162 127 182 130C208 134 228 140 228 150V196L126 176Z";
const LEFT = "M126.5 118H108C100 124 90 127 70 130C44 134 24 140 24 150V156L126.5 176Z";
const robe = fill("p-suit", LEFT + RIGHT);

/** The slanted band that both halves share, with its marks along it. */
function sash(suit: Suit, paint = "p-gold"): string {
  const marks = [-84, -56, -28, 28, 56, 84].map((x) => pip(suit, 126 + x, 176 + x * 0.196, 15)).join("");
  return fill(paint, "M24 145 228 185V207L24 167Z") + fill("p-suit", marks);
}

/** A fist at (206, 152) with its cuff and sleeve. */
const hand = (cuff = "p-gold") =>
  fill("p-tint", "M190 166H222L228 176V196L180 187Z") +
  fill(cuff, "M186 164H226V172H186Z") +
  fill("p-skin", "M197 140H215C219 140 221 143 221 146V164H191V146C191 143 193 140 197 140Z") +
  line("l-knuckle", 2, "M192 148H208M192 156H208");

const finials = (suit: Suit, size: number, ...at: [number, number][]) =>
  fill("p-gold", at.map(([x, y]) => pip(suit, x, y, size)).join(""));

const BEARD: Record<Suit, string> = {
  s: "M126 112C138 110 148 108 155 90L166 104C166 132 148 150 126 168",
  h: "M126 112C138 110 148 108 155 90L166 104C168 130 158 154 144 162C136 160 130 154 126 146",
  d: "M126 112C138 110 148 108 155 90L165 104V140L150 162L138 148L126 166",
  c: "M126 112C138 110 148 108 155 90L166 104C176 124 164 160 126 162",
};

/** Tails of ermine, either side of the beard. */
const SPOTS = (
  [
    [166, 138],
    [180, 146],
    [164, 155],
  ] as const
)
  .map(([x, y]) => `M${x} ${y - 5}l3 9h-6ZM${252 - x} ${y - 5}l3 9h-6Z`)
  .join("");

function king(suit: Suit): string {
  return [
    // sword
    fill("p-steel", "M206 12L213 26V132H206Z") + fill("p-iron", "M206 12L199 26V132H206Z"),
    robe,
    // ermine
    fill("p-paper", both("M126 120H152C168 128 186 134 192 148C186 164 160 172 126 172")),
    fill("p-ink", SPOTS),
    // head
    fill("p-hair", both("M126 60H158C168 70 170 84 168 96C166 108 172 118 162 126H126")),
    face,
    eyes(suit, 94),
    line("l-ink", 4, "M102 85Q112 79 120 85M150 85Q140 79 132 85"),
    line("l-ink", 3.5, "M126 90V103"),
    fill("p-hair", both(BEARD[suit])),
    fill("p-lock", both("M126 107C134 100 148 103 157 116C144 122 132 119 126 113")),
    // crown
    shaded("p-gold", "p-brass", "M126 32L146 56L168 38L161 74Q144 78 126 78"),
    fill("p-suit", both("M126 62Q146 62 163 57L161.6 68Q144 72 126 72")),
    dot("p-gold", 126, 67, 3.5) + dots("p-gold", 147, 65.5, 3),
    finials(suit, 20, [126, 25], [171, 32], [81, 32]),
    // hilt
    fill("p-gold", "M184 128H228V137H184Z"),
    hand(),
    sash(suit),
  ].join("");
}

/** A standing ruff of n folds. */
function ruff(n: number, r: number): string {
  const at = (i: number) => {
    const a = Math.PI * (1.06 - (1.12 * i) / n);
    return `${(126 + r * Math.cos(a)).toFixed(1)} ${(134 - r * Math.sin(a)).toFixed(1)}`;
  };
  const rim = Array.from({ length: n }, (_, i) => `A7 6 0 0 1 ${at(i + 1)}`).join("");
  const ribs = Array.from({ length: n - 1 }, (_, i) => `M126 134L${at(i + 1)}`).join("");
  return fill("p-tint", `M126 134L${at(0)}${rim}Z`) + line("l-paper", 2.5, ribs);
}

function queen(suit: Suit): string {
  return [
    ruff(13, 62),
    robe,
    // neckline
    fill("p-paper", both("M126 124H160L154 152L126 166")),
    fill("p-skin", both("M126 124H154L148 148L126 160")),
    // head
    fill("p-hair", both("M126 54C158 54 174 70 172 92C170 108 156 118 148 126H126")),
    fill("p-cheek", "M115 112H137V128L126 138L115 128Z"),
    face,
    fill("p-hair", both("M126 58H156L158 98C152 92 132 84 126 66")),
    eyes(suit, 96),
    line("l-ink", 3, "M103 89Q112 84 120 88M149 89Q140 84 132 88"),
    line("l-ink", 2.5, "M126 97V105"),
    fill("p-lip", "M117 113q5 -4 9 -1q4 -3 9 1q-9 9 -18 0Z"),
    // jewels
    dots("p-gold", 157, 110, 4.5),
    line("l-gold", 3.5, "M104 132Q126 150 148 132"),
    fill("p-suit", pip(suit, 126, 150, 15)),
    // coronet
    shaded("p-gold", "p-brass", "M126 30L137 48L150 34L155 52L168 44L160 70Q144 74 126 74"),
    dot("p-paper", 126, 64, 4) + dots("p-suit", 144, 63, 3.5),
    dot("p-gold", 126, 27, 6) + dots("p-gold", 151, 32, 5) + dots("p-gold", 169, 42, 4.5),
    // tulip
    line("l-brass", 4, "M206 76V176"),
    fill(
      "p-brass",
      "M206 128C206 112 214 104 226 102C226 116 218 124 206 128ZM206 112C206 100 200 94 190 92C190 104 196 110 206 112Z",
    ),
    fill("p-suit", "M206 80C184 76 182 54 187 38L197 50L206 32L215 50L225 38C230 54 228 76 206 80Z"),
    fill("p-tint", "M206 80C196 70 198 58 206 46C214 58 216 70 206 80Z"),
    hand(),
    sash(suit),
  ].join("");
}

function jack(suit: Suit): string {
  return [
    // halberd
    fill("p-ink", "M203 34H209V176H203Z"),
    fill("p-steel", "M206 8L214 38H206Z") + fill("p-iron", "M206 8L198 38H206Z"),
    fill("p-steel", "M209 50C218 50 226 44 232 36C236 56 236 72 232 92C226 84 218 78 209 78Z"),
    fill("p-iron", "M203 56C194 56 186 54 180 46C180 60 184 72 203 74Z"),
    fill("p-suit", RIGHT),
    fill("p-tint", LEFT),
    // head
    fill("p-hair", both("M126 58H158C170 72 164 96 176 114C178 124 166 126 156 126H126")),
    fill("p-cheek", "M115 112H137V130H115Z"),
    face,
    fill("p-hair", "M96 56H156V76Q126 82 96 76Z"),
    eyes(suit, 94),
    line("l-ink", 3, "M104 86Q112 82 119 86M148 86Q140 82 133 86"),
    line("l-ink", 3, "M126 94V104"),
    line("l-ink", 3, "M117 112Q126 117 135 112"),
    // collar
    fill("p-paper", "M126 140L116 128L96 130L102 148L112 142L118 154L126 146L134 154L140 142L150 148L156 130L136 128Z"),
    dot("p-gold", 126, 158, 4),
    // cap and plume
    fill("p-suit", "M92 64C72 58 74 36 102 28C138 18 178 34 174 54C172 62 168 64 160 64Z"),
    fill("p-gold", "M88 60H164V71H88Z"),
    fill(
      "p-tint",
      "M100 62C82 56 72 40 76 24C80 8 104 0 124 10C132 14 138 22 136 28C130 24 124 24 120 27C124 30 124 34 120 36C116 34 112 36 111 40C114 43 113 47 109 48C105 48 103 54 100 62Z",
    ),
    line("l-paper", 2.5, "M97 60C90 44 90 26 112 16"),
    hand(),
    sash(suit),
  ].join("");
}

function sun(x: number, y: number): string {
  const rays = Array.from({ length: 12 }, (_, i) => {
    const at = (angle: number, r: number) =>
      `${(x + r * Math.sin(angle)).toFixed(1)} ${(y - r * Math.cos(angle)).toFixed(1)}`;
    const a = (i * Math.PI) / 6;
    return `M${at(a - 0.22, 16)}L${at(a, i % 2 ? 24 : 29)}L${at(a + 0.22, 16)}Z`;
  });
  return fill("p-brass", rays.join("")) + dot("p-gold", x, y, 16) + dot("p-suit", x, y, 7);
}

const moon = (x: number, y: number) => fill("p-iron", `M${x + 8} ${y - 22}a23 23 0 1 0 16 34a19 19 0 1 1 -16 -34Z`);

/** The big joker has three horns and the sun, the small one two horns and the moon. */
function joker(big: boolean): string {
  const [light, dark, bell, metal] = big
    ? ["p-gold", "p-ink", "p-brass", "p-gold"]
    : ["p-tint", "p-tint", "p-iron", "p-steel"];
  const horn = "M126 62C128 44 142 30 158 32C176 34 186 52 182 78C174 66 166 62 158 74L126 76";
  const ear = "M126 78V42C136 12 176 12 178 58C172 48 162 54 158 76L126 78";
  const hood = "M126 60H158C168 74 168 106 152 126H126";
  const horns = big
    ? fill("p-suit", `${horn}Z`) + fill(dark, mirrored(horn)) + fill(light, both("M126 14C128 34 148 44 144 72H126"))
    : fill("p-suit", `${ear}Z`) + fill(dark, mirrored(ear));
  return [
    line(big ? "l-gold" : "l-ink", 4, "M206 70V176"),
    big ? sun(206, 48) : moon(204, 46),
    fill(dark, LEFT),
    fill("p-suit", RIGHT),
    // collar
    fill(light, both("M126 118H150L180 138L162 142L158 164L142 152L126 174")),
    fill("p-paper", both("M126 118H148L160 136L148 138L142 150L132 142L126 156")),
    dots(bell, 180, 140, 5) + dots(bell, 158, 165, 5),
    // hood and face
    fill("p-suit", `${hood}Z`) + fill(dark, mirrored(hood)),
    shaded("p-skin", "p-cheek", "M126 70H148C154 82 152 108 144 116Q136 126 126 126"),
    fill("p-suit", [112, 140].map((x) => `M${x} 78L${x + 5} 92L${x} 106L${x - 5} 92Z`).join("")),
    eyes(big ? "h" : "s", 92),
    big ? dot("p-suit", 126, 103, 5) : line("l-ink", 3, "M126 92V103"),
    big
      ? fill("p-ink", "M108 107Q126 116 144 107Q138 122 126 122Q114 122 108 107Z")
      : line("l-ink", 3, "M112 110Q126 120 140 110"),
    // cap
    horns,
    big ? dots(bell, 182, 82, 7) + dot(bell, 126, 14, 7) : dots(bell, 178, 63, 6.5),
    fill(metal, both("M126 66H157L160 76Q142 80 126 80")),
    hand(big ? "p-gold" : "p-iron"),
    sash("d", metal),
  ].join("");
}

/** The upper half of a court card or joker; undefined for other cards. */
export function figure(card: string): string | undefined {
  if (card === "RJ" || card === "BJ") return joker(card === "RJ");
  const draw = { J: jack, Q: queen, K: king }[card[0]!];
  return draw?.(card[1] as Suit);
}
