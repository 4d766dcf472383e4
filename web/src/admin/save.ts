// A file of JSON for the host's own disk.

/** Let the browser save an answer under a name that tells what it is. */
export function save(found: unknown, name: string): void {
  const url = URL.createObjectURL(new Blob([JSON.stringify(found, null, 2) + "\n"], { type: "application/json" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = `dealt-${name}.json`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
