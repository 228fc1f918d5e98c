// Finds notes left in the code and the files that weigh most.
import type { Desk } from '../desk.js';
import { LARGEST_FILES, OPEN_NOTES } from '../findings/note-findings.js';
import { bullets, code, counted, document, size } from '../markdown.js';
import type { StrategyProgress } from '../strategy-agent.js';

export async function* todoAndLargeFiles(desk: Desk): AsyncGenerator<StrategyProgress, string> {
  yield { summary: 'Searching for open notes', completedUnits: 0, totalUnits: 2 };
  const notes = (await desk.find(OPEN_NOTES))?.value;
  yield { summary: 'Looking for the largest files', completedUnits: 1, totalUnits: 2 };
  const largest = (await desk.find(LARGEST_FILES))?.value;
  const total = `${notes?.complete === false ? 'More than ' : ''}${counted(notes?.count ?? 0, 'note')} in ${counted(notes?.files ?? 0, 'file')}`;
  return document(
    '# Open notes and large files',
    '## Open notes',
    notes?.count ? `${total}; the first ones:` : 'No text file holds an open note.',
    bullets((notes?.first ?? []).map(({ path, line, text }) => `${code(path)} line ${line}: ${code(text)}`)),
    '## Largest files',
    bullets((largest?.files ?? []).map(({ path, size: bytes }) => `${code(path)}: ${size(bytes)}`)) || 'There is no file.',
  );
}
