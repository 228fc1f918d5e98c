// One task in the graph: name, status, revision and attempt, route, lane.
import { Handle, Position, type Node, type NodeProps } from '@xyflow/react';
import { Icon } from '../../../components/icon.js';
import { routeTag, taskWords } from '../../../format/words.js';
import type { ShownTask } from '../run-model.js';

export type TaskNodeData = {
  readonly shown: ShownTask;
  readonly chosen: boolean;
  readonly narrow: boolean;
  readonly onSelect: (ref: string) => void;
};

export function TaskNode({ data, targetPosition, sourcePosition }: NodeProps<Node<TaskNodeData>>) {
  const { shown, chosen, narrow, onSelect } = data;
  const { task } = shown;
  const words = taskWords(task.status);
  return (
    <>
      <Handle type="target" position={targetPosition ?? Position.Left} isConnectable={false} />
      <button
        type="button"
        className={`node nopan edge-${words.tone}${narrow ? ' node-narrow' : ''}`}
        aria-pressed={chosen}
        onClick={() => onSelect(task.ref)}
      >
        <span className="node-name">{shown.name}</span>
        <span className={`node-status text-${words.tone}`}>
          <Icon name={words.icon} size={14} /> {words.label}
          {task.blockerCount > 1 && ` by ${task.blockerCount}`}
        </span>
        <span className="node-fine">
          r{task.revision} · attempt {task.attempt}/{task.maxAttempts}
          {task.lane !== 'normal' && ` · ${task.lane}`}
          {!task.required && ' · optional'}
          {task.route !== null && ` · ${routeTag(task.route)}`}
        </span>
      </button>
      <Handle type="source" position={sourcePosition ?? Position.Right} isConnectable={false} />
    </>
  );
}
