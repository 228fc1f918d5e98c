// The chat commands that a room understands, as usage lines, and which of them fit what is being typed.

export interface CommandLine {
  readonly usage: string;
  readonly meaning: string;
}

const LINES: readonly CommandLine[] = [
  { usage: '/work <request>', meaning: 'ask for work' },
  { usage: '/runs [status]', meaning: 'list the newest Runs' },
  { usage: '/run <runId>', meaning: 'show one Run' },
  { usage: '/control run pause|resume|replan|cancel <runId> [reasonCode]', meaning: 'steer a Run' },
  {
    usage: '/control plan-gate approve|reject|request-changes|cancel <runId> <taskKey> <gateId> [reason]',
    meaning: 'decide on a plan',
  },
  {
    usage: '/control gate approve|reject|request-changes|cancel|reopen <runId> <taskKey> <gateId> [reason]',
    meaning: 'decide on a result',
  },
  { usage: '/control task priority <runId> <taskKey> urgent|high|normal|low [rank]', meaning: 'change a task’s lane' },
  { usage: '/control lease release <assignmentId> <reason>', meaning: 'take a lease back' },
];

/** Lines whose fixed words agree with the words typed so far; none unless the text begins with a slash. */
export function fittingLines(typed: string): readonly CommandLine[] {
  if (!typed.startsWith('/')) return [];
  const words = typed.toLowerCase().split(/\s+/);
  const open = words.length - 1;
  return LINES.filter(({ usage }) => {
    const parts = usage.split(' ');
    return words.every((word, index) => {
      const part = parts[index];
      if (part === undefined || /^[<[]/.test(part)) return true;
      return part.split('|').some((choice) => (index === open ? choice.startsWith(word) : choice === word));
    });
  });
}
