// Records and proofs: a text as a file, and the SHA-256 of a seed.

/** Hand a text to the person as a file. */
export function save(text: string, name: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name.replace(/[^\w.-]+/g, "-");
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** The SHA-256 of a seed written in hex, in hex; null where the browser can't compute it (no secure page). */
export async function sha256(hex: string): Promise<string | null> {
  if (globalThis.crypto?.subtle === undefined || !/^([0-9a-f]{2})+$/i.test(hex)) return null;
  const bytes = Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
  const digest = await crypto.subtle.digest("SHA-256", bytes);
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
