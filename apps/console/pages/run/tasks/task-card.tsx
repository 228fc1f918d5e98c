// One task: its state on the closed card; assignments, review, evidence and report inside.
import { useEffect, useRef } from 'react';
import type { AssignmentDto, DispatchDto } from '#contracts/http';
import { Icon } from '../../../components/icon.js';
import { StatusBadge } from '../../../components/status-badge.js';
import { routeWords, taskWords } from '../../../format/words.js';
import type { ShownTask } from '../run-model.js';
import { TaskInside } from './task-inside.js';

interface Props {
  readonly shown: ShownTask;
  readonly tasks: readonly ShownTask[];
  readonly assignments: readonly AssignmentDto[];
  readonly dispatches: readonly DispatchDto[];
  readonly open: boolean;
  readonly onToggle: (open: boolean) => void;
}

export function TaskCard({ shown, open, onToggle, ...inside }: Props) {
  const card = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (open) card.current?.scrollIntoView({ block: 'nearest', behavior: 'smooth' });
  }, [open]);
  const { task, key, name } = shown;
  const id = `task-${key ?? task.ref}`;
  return (
    <div className="card task-card" ref={card}>
      <h3>
        <button
          type="button"
          className="task-head"
          aria-expanded={open}
          aria-controls={id}
          onClick={() => onToggle(!open)}
          data-row
        >
          <Icon name="chevron" size={14} />
          <span className="task-name">{name}</span>
          <StatusBadge words={taskWords(task.status)} />
          <span className="task-tags">
            {key !== null && key !== name && <span className="tag">{key}</span>}
            <span className="tag">
              revision {task.revision}, attempt {task.attempt} of {task.maxAttempts}
            </span>
            {task.route !== null && <span className="tag">{routeWords(task.route)}</span>}
            {task.lane !== 'normal' && <span className="tag">lane {task.lane}</span>}
            {task.role === 'integration' && <span className="tag">integration</span>}
            {!task.required && <span className="tag">optional</span>}
          </span>
        </button>
      </h3>
      <div id={id} hidden={!open}>
        {open && <TaskInside shown={shown} {...inside} />}
      </div>
    </div>
  );
}
