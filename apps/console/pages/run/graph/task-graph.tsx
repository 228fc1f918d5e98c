// The plan as a graph. Each task is a button that selects it; the list below the graph tells the same in words.
import { useEffect, useMemo } from 'react';
import {
  Background,
  Controls,
  MarkerType,
  Position,
  ReactFlow,
  ReactFlowProvider,
  useReactFlow,
  type Edge,
  type Node,
} from '@xyflow/react';
import type { ShownTask } from '../run-model.js';
import { placed, shapeOf, type TaskLayout } from './task-layout.js';
import { TaskNode, type TaskNodeData } from './task-node.js';
import { useNarrow } from './use-narrow.js';
import '@xyflow/react/dist/style.css';
import './graph.css';

interface Props {
  readonly tasks: readonly ShownTask[];
  readonly selected: string | null;
  readonly onSelect: (ref: string) => void;
}

const nodeTypes = { task: TaskNode };

export function TaskGraph(props: Props) {
  return (
    <ReactFlowProvider>
      <Graph {...props} />
    </ReactFlowProvider>
  );
}

function Graph({ tasks, selected, onSelect }: Props) {
  const narrow = useNarrow();
  const plain = tasks.map(({ task }) => task);
  const shape = shapeOf(plain);
  // The layout depends on the shape alone: a status that changes moves nothing.
  const layout = useMemo(() => placed(plain, narrow ? 'TB' : 'LR'), [shape, narrow]);
  const nodes = nodesOf(tasks, layout, narrow, selected, onSelect);
  const edges = edgesOf(tasks, layout);
  useFit(`${shape} ${narrow}`);
  return (
    <div className="graph card" style={{ height: Math.min(Math.max(layout.height + 40, 170), narrow ? 420 : 460) }}>
      <ReactFlow
        nodes={nodes}
        edges={edges}
        nodeTypes={nodeTypes}
        nodesDraggable={false}
        nodesConnectable={false}
        nodesFocusable={false}
        edgesFocusable={false}
        elementsSelectable={false}
        zoomOnScroll={false}
        preventScrolling={false}
        minZoom={0.2}
        maxZoom={1.2}
        fitView
        fitViewOptions={FIT}
        proOptions={PRO}
        colorMode="system"
      >
        <Background gap={18} size={1} />
        <Controls showInteractive={false} position="bottom-right" fitViewOptions={FIT} />
      </ReactFlow>
    </div>
  );
}

// Smaller than this no name can be read: the graph is panned instead.
const FIT = { padding: 0.06, maxZoom: 1, minZoom: 0.55 };
const PRO = { hideAttribution: true };

/** Fits the graph again when its shape changes. */
function useFit(shape: string): void {
  const { fitView } = useReactFlow();
  useEffect(() => {
    const frame = requestAnimationFrame(() => void fitView(FIT));
    return () => cancelAnimationFrame(frame);
  }, [fitView, shape]);
}

function nodesOf(
  tasks: readonly ShownTask[],
  layout: TaskLayout,
  narrow: boolean,
  selected: string | null,
  onSelect: (ref: string) => void,
): Array<Node<TaskNodeData>> {
  const at = new Map(layout.tasks.map((one) => [one.ref, one]));
  return tasks.map((shown) => ({
    id: shown.task.ref,
    type: 'task',
    position: { x: at.get(shown.task.ref)?.x ?? 0, y: at.get(shown.task.ref)?.y ?? 0 },
    targetPosition: narrow ? Position.Top : Position.Left,
    sourcePosition: narrow ? Position.Bottom : Position.Right,
    data: { shown, chosen: shown.task.ref === selected, narrow, onSelect },
  }));
}

function edgesOf(tasks: readonly ShownTask[], layout: TaskLayout): Edge[] {
  const done = new Set(tasks.filter(({ task }) => task.status === 'accepted').map(({ task }) => task.ref));
  const active = new Set(tasks.filter(({ task }) => task.status === 'executing').map(({ task }) => task.ref));
  return layout.edges.map(({ id, from, to }) => ({
    id,
    source: from,
    target: to,
    animated: active.has(to),
    className: done.has(from) ? 'edge-done' : 'edge-open',
    markerEnd: { type: MarkerType.ArrowClosed, width: 16, height: 16 },
  }));
}
