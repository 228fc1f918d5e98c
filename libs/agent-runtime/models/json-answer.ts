// Reads JSON out of a model's text: small models wrap it in fences or in a sentence.

function* candidates(text: string): Generator<string> {
  const plain = text.trim();
  yield plain;
  const fenced = /```(?:json)?\s*\n?([^]*?)```/i.exec(plain)?.[1];
  if (fenced !== undefined) yield fenced.trim();
  const from = plain.search(/[[{]/);
  const to = Math.max(plain.lastIndexOf('}'), plain.lastIndexOf(']'));
  if (from >= 0 && to > from) yield plain.slice(from, to + 1);
}

/** `{ value }`, or null where there is no JSON in the text. */
export function readJsonAnswer(text: string): { readonly value: unknown } | null {
  for (const candidate of candidates(text)) {
    try {
      return { value: JSON.parse(candidate) as unknown };
    } catch {
      continue;
    }
  }
  return null;
}
