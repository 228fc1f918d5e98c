// A JSON log line as people read it: time, level, context, sentence, then the other fields as key=value.

const LEVELS: Readonly<Record<string, string>> = { debug: 'DEBUG', info: 'INFO ', warn: 'WARN ', error: 'ERROR', fatal: 'FATAL' };

/** Ends with a line break. A line that is no JSON stays as it is. */
export function readableLine(line: string): string {
  let fields: Record<string, unknown>;
  try {
    fields = JSON.parse(line) as Record<string, unknown>;
  } catch {
    return line;
  }
  const { level, at, msg, context, ...rest } = fields;
  const time = new Date(Number(at)).toISOString().slice(11, 23);
  const pairs = Object.entries(rest).map(([key, value]) => `${key}=${typeof value === 'string' ? value : JSON.stringify(value)}`);
  const words = [
    time,
    LEVELS[String(level)] ?? String(level),
    context === undefined ? '' : `[${String(context)}]`,
    msg ?? '',
    ...pairs,
  ];
  return `${words.filter((word) => word !== '').join(' ')}\n`;
}
