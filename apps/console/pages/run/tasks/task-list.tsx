// Every task of the plan, each with its work inside.
import type { RunDetailDto } from '#contracts/http';
import { counted } from '../../../format/names.js';
import type { ShownTask } from '../run-model.js';
import { TaskCard } from './task-card.js';

interface Props {
  readonly run: RunDetailDto;
  readonly tasks: readonly ShownTask[];
  readonly selected: string | null;
  readonly onSelect: (ref: string | null) => void;
}

export function TaskList({ run, tasks, selected, onSelect }: Props) {
  if (!tasks.length) return null;
  return (
    <section aria-labelledby="tasks-title">
      <h2 id="tasks-title">{counted(tasks.length, 'Task')}</h2>
      <ul className="task-list">
        {tasks.map((shown) => (
          <li key={shown.task.ref}>
            <TaskCard
              shown={shown}
              tasks={tasks}
              assignments={run.assignments.filter(({ taskRef }) => taskRef === shown.task.ref)}
              dispatches={run.dispatches.filter(({ taskRef }) => taskRef === shown.task.ref)}
              open={shown.task.ref === selected}
              onToggle={(open) => onSelect(open ? shown.task.ref : null)}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
