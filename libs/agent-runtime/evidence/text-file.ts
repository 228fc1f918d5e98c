// File contents as text.

/** Larger files are not searched or shown as text. */
export const MAX_TEXT_BYTES = 4 * 1024 * 1024;

/** null for binary content: a NUL within the first 8,000 bytes, as git tells. */
export function asText(content: Uint8Array): string | null {
  const head = content.subarray(0, 8_000);
  return head.includes(0) ? null : Buffer.from(content.buffer, content.byteOffset, content.byteLength).toString('utf8');
}

/** Lines without their ends; an end at the end opens no further line. */
export function linesOf(text: string): string[] {
  const lines = text.split('\n').map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line));
  if (lines.at(-1) === '') lines.pop();
  return lines;
}
