// Names one intention: the same id is sent again when the same click is repeated after a lost answer.

/** Also works where the page is not a secure context and crypto.randomUUID is missing. */
export function newOperationId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return `console-${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}
