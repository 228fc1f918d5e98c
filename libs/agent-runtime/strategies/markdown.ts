// Repository content inside Markdown: shown as code, never as markup.

const UNSEEN = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;

const escaped = (character: string): string => {
  const short = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }[character];
  return short ?? `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
};

const longestTicks = (text: string): number => Math.max(0, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));

/** A code span that no content can leave; control characters and line ends are written as escapes. */
export function code(text: string, max = 160): string {
  const plain = (text.length > max ? `${text.slice(0, max)}…` : text).replaceAll(UNSEEN, escaped);
  const fence = '`'.repeat(longestTicks(plain) + 1);
  const pad = plain === '' || plain.startsWith('`') || plain.endsWith('`') ? ' ' : '';
  return `${fence}${pad}${plain}${pad}${fence}`;
}

/** A fenced block that no content can close. */
export function codeBlock(text: string): string {
  const plain = text.replaceAll(UNSEEN, (character) => (character === '\n' || character === '\t' ? character : ''));
  const fence = '`'.repeat(Math.max(2, longestTicks(plain)) + 1);
  return `${fence}text\n${plain.replace(/\n$/, '')}\n${fence}`;
}

export const bullets = (lines: readonly string[]): string => lines.map((line) => `- ${line}`).join('\n');

/** `1 file`, `2 files`. */
export const counted = (count: number, noun: string, plural = `${noun}s`): string =>
  `${count.toLocaleString('en')} ${count === 1 ? noun : plural}`;

/** Bytes for people: `512 bytes`, `1.5 KiB`. */
export function size(bytes: number): string {
  if (bytes < 1024) return counted(bytes, 'byte');
  const units = ['KiB', 'MiB', 'GiB', 'TiB'];
  let value = bytes / 1024;
  let unit = 0;
  while (value >= 1024 && unit < units.length - 1) {
    value /= 1024;
    unit += 1;
  }
  return `${value.toFixed(1)} ${units[unit]}`;
}

/** Sections that are not empty, with a blank line between. */
export const document = (...parts: readonly string[]): string => `${parts.filter((part) => part !== '').join('\n\n')}\n`;
