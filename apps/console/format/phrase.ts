// Words of the API in words for people, by tables that never read a field of the prototype.

/** A word that this Console does not know, made readable: `needs_replan` → `Needs replan`. */
export function plain(word: string): string {
  const text = word.replaceAll(/[_.-]+/g, ' ').trim();
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The table's entry for `word`, else `otherwise`. */
export function entry<Value>(table: Readonly<Record<string, Value>>, word: string | null, otherwise: Value): Value {
  return word !== null && Object.hasOwn(table, word) ? (table[word] as Value) : otherwise;
}

/** The table's phrase for `word`, else the word itself made readable, in small letters. */
export const phrase = (table: Readonly<Record<string, string>>, word: string): string =>
  entry(table, word, plain(word).toLowerCase());
