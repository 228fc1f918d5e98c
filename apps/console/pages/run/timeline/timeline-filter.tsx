// Drawers, words and signs of life: what the timeline shows.
import { Icon } from '../../../components/icon.js';
import type { FactFilter } from '../../../format/facts/fact-filter.js';
import type { FactGroup } from '../../../format/facts/fact-sentence.js';
import type { ShownTask } from '../run-model.js';

const GROUPS: ReadonlyArray<readonly [FactGroup, string]> = [
  ['plan', 'Run and plan'],
  ['task', 'Tasks'],
  ['assignment', 'Assignments'],
  ['review', 'Reviews and gates'],
  ['scheduler', 'Dispatch'],
  ['workspace', 'Workspaces'],
];

interface Props {
  readonly filter: FactFilter;
  readonly onFilter: (filter: FactFilter) => void;
  readonly task: ShownTask | null;
  readonly onForgetTask: () => void;
}

export function TimelineFilter({ filter, onFilter, task, onForgetTask }: Props) {
  return (
    <div className="timeline-filter">
      <input
        type="search"
        aria-label="Filter facts by words"
        placeholder="Filter by words"
        value={filter.words}
        data-shortcut="/"
        onChange={(event) => onFilter({ ...filter, words: event.target.value })}
      />
      <div className="chips" role="group" aria-label="Kinds of facts">
        {GROUPS.map(([group, name]) => (
          <button
            key={group}
            type="button"
            className="chip"
            aria-pressed={filter.group === group}
            onClick={() => onFilter({ ...filter, group: filter.group === group ? null : group })}
          >
            {name}
          </button>
        ))}
        <button
          type="button"
          className="chip"
          aria-pressed={filter.pulses}
          onClick={() => onFilter({ ...filter, pulses: !filter.pulses })}
        >
          Heartbeats
        </button>
        {task && (
          <button type="button" className="chip" aria-pressed="true" onClick={onForgetTask}>
            {task.name} <Icon name="cross" size={12} />
            <span className="unseen">: show all tasks</span>
          </button>
        )}
      </div>
    </div>
  );
}
