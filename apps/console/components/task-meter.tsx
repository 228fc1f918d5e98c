// How the tasks of a Run stand, as a bar of parts and the same in words.
import type { RunHeaderDto, TaskStatusDto } from '#contracts/http';
import { counted } from '../format/names.js';
import { taskWords } from '../format/words.js';

const ORDER: readonly TaskStatusDto[] = [
  'accepted',
  'awaiting_acceptance',
  'executing',
  'cancelling',
  'blocked',
  'failed',
  'cancelled',
  'ready',
];

export function TaskMeter({ counts }: { readonly counts: RunHeaderDto['counts']['tasks'] }) {
  const parts = ORDER.filter((status) => counts[status] > 0);
  const total = parts.reduce((sum, status) => sum + counts[status], 0);
  if (!total) return <span className="fine">no tasks yet</span>;
  const rest = parts
    .filter((status) => status !== 'accepted')
    .map((status) => `${counts[status]} ${taskWords(status).label.toLowerCase()}`);
  return (
    <div className="meter">
      <span className="meter-bar" aria-hidden="true">
        {parts.map((status) => (
          <span key={status} className={`tone-${taskWords(status).tone}`} style={{ flexGrow: counts[status] }} />
        ))}
      </span>
      <span>
        {counts.accepted} of {counted(total, 'task')} accepted
        {rest.length ? <span className="fine"> · {rest.join(', ')}</span> : null}
      </span>
    </div>
  );
}
