// A card: what a room is told about one fact. Its text is short, made from the fact alone, and shows titles only where disclosure gave them.
export type CardKind = 'status' | 'progress' | 'milestone' | 'attention' | 'conclusion';
export type CardAudience = 'workroom' | 'sponsor_room';

export const MAX_BODY = 240;

export interface Speaker {
  /** As the room knows the member. */
  readonly name: string;
  readonly role: string;
}

export interface Card {
  readonly kind: CardKind;
  readonly audience: CardAudience;
  /** What it is about: newer cards of one subject replace older ones. */
  readonly subject: string;
  readonly taskKey: string | null;
  readonly assignmentId: string | null;
  /** Together at most 240 characters, the speaker's prefix included. */
  readonly lines: readonly string[];
  /** Exact command lines that are possible; shown below the lines and not counted. */
  readonly commands: readonly string[];
}

const cut = (text: string, length: number): string =>
  text.length <= length ? text : `${text.slice(0, Math.max(0, length - 1)).trimEnd()}…`;

/** One text in one line, as a title is shown. */
export const oneLine = (text: string): string => text.replace(/\s+/gu, ' ').trim();

/** `[Name · role] text`: the last line gives way first, the first one last. */
export function bodyLines(speaker: Speaker | null, lines: readonly string[]): readonly string[] {
  const prefix = speaker ? `[${cut(oneLine(speaker.name), 40)} · ${speaker.role}] ` : '';
  let left = MAX_BODY;
  return lines.flatMap((line, index) => {
    const whole = index === 0 ? prefix + oneLine(line) : oneLine(line);
    const room = left - (index === 0 ? 0 : 1);
    if (room <= 0 || whole === '') return [];
    const shown = cut(whole, room);
    left = room - shown.length;
    return [shown];
  });
}
