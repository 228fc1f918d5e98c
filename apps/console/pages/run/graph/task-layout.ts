// Places the tasks of a plan: dependencies before what needs them, from left to right, or downwards where room is narrow.
import { graphlib, layout } from '@dagrejs/dagre';
import type { TaskDto } from '#contracts/http';

export interface PlacedTask {
  readonly ref: string;
  readonly x: number;
  readonly y: number;
}

export interface TaskEdge {
  readonly id: string;
  readonly from: string;
  readonly to: string;
}

export interface TaskLayout {
  readonly tasks: readonly PlacedTask[];
  readonly edges: readonly TaskEdge[];
  readonly width: number;
  readonly height: number;
}

/** Size of a task in either direction; narrow ones let a phone show more of them side by side. */
export const NODE = { LR: { width: 232, height: 96 }, TB: { width: 168, height: 104 } } as const;

/** `x` and `y` are a task's upper left corner. Dependencies on tasks outside the list, and those implied by others, have no edge. */
export function placed(tasks: readonly TaskDto[], direction: 'LR' | 'TB'): TaskLayout {
  const node = NODE[direction];
  const graph = new graphlib.Graph();
  graph.setGraph({ rankdir: direction, nodesep: 22, ranksep: 56, marginx: 8, marginy: 8 });
  graph.setDefaultEdgeLabel(() => ({}));
  const byRef = new Map(tasks.map((task) => [task.ref, task]));
  for (const task of tasks) graph.setNode(task.ref, { ...node });
  const edges = tasks.flatMap((task) =>
    direct(task, byRef).map((ref) => ({ id: `${ref}→${task.ref}`, from: ref, to: task.ref })),
  );
  for (const edge of edges) graph.setEdge(edge.from, edge.to);
  layout(graph);
  const { width = 0, height = 0 } = graph.graph();
  return {
    tasks: tasks.map(({ ref }) => {
      const { x = 0, y = 0 } = graph.node(ref);
      return { ref, x: x - node.width / 2, y: y - node.height / 2 };
    }),
    edges,
    width: Number.isFinite(width) ? width : 0,
    height: Number.isFinite(height) ? height : 0,
  };
}

/** The dependencies of a task that no other of its dependencies has already: an edge past those would only cross them. */
function direct(task: TaskDto, byRef: ReadonlyMap<string, TaskDto>): readonly string[] {
  const own = task.dependsOn.filter((ref) => byRef.has(ref));
  const implied = new Set<string>();
  const open = own.flatMap((ref) => byRef.get(ref)?.dependsOn ?? []);
  for (let ref = open.pop(); ref !== undefined; ref = open.pop()) {
    if (implied.has(ref)) continue;
    implied.add(ref);
    open.push(...(byRef.get(ref)?.dependsOn ?? []));
  }
  return own.filter((ref) => !implied.has(ref));
}

/** Everything that decides where tasks stand: equal text, equal layout. */
export const shapeOf = (tasks: readonly TaskDto[]): string =>
  tasks.map(({ ref, dependsOn }) => `${ref}<${dependsOn.join()}`).join(';');
