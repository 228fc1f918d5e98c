import type { TaskDto } from '#contracts/http';
import { NODE, placed, shapeOf } from './task-layout.js';

const task = (ref: string, ...dependsOn: string[]): TaskDto => ({
  ref,
  status: 'ready',
  revision: 1,
  attempt: 0,
  attemptsUsed: 0,
  maxAttempts: 3,
  required: true,
  blockerCount: 0,
  hasCurrentAssignment: false,
  dependsOn,
  role: 'executor',
  lane: 'normal',
  route: null,
  riskTier: null,
  failure: null,
});

const diamond = [task('d', 'b', 'c'), task('b', 'a'), task('c', 'a'), task('a')];

describe('the layout of the task graph', () => {
  it('puts every task after what it depends on', () => {
    for (const [direction, axis] of [
      ['LR', 'x'],
      ['TB', 'y'],
    ] as const) {
      const at = new Map(placed(diamond, direction).tasks.map((one) => [one.ref, one[axis]]));
      for (const { ref, dependsOn } of diamond)
        for (const before of dependsOn) expect(at.get(before)).toBeLessThan(at.get(ref) ?? 0);
    }
  });

  it('lets no two tasks overlap and keeps all of them inside its bounds', () => {
    const wide = [task('root'), ...Array.from({ length: 12 }, (_, index) => task(`leaf${index}`, 'root'))];
    const { tasks, width, height } = placed(wide, 'LR');
    for (const one of tasks) {
      expect(one.x).toBeGreaterThanOrEqual(0);
      expect(one.x + NODE.LR.width).toBeLessThanOrEqual(width);
      expect(one.y + NODE.LR.height).toBeLessThanOrEqual(height);
      for (const other of tasks) {
        if (one === other) continue;
        const apart = Math.abs(one.x - other.x) >= NODE.LR.width || Math.abs(one.y - other.y) >= NODE.LR.height;
        expect(apart).toBe(true);
      }
    }
  });

  it('draws one edge a dependency, and none to a task outside the plan', () => {
    const { edges } = placed([task('b', 'a', 'gone'), task('a')], 'LR');
    expect(edges).toEqual([{ id: 'a→b', from: 'a', to: 'b' }]);
  });

  it('draws no edge that others imply', () => {
    const { edges } = placed([task('d', 'a', 'b', 'c'), task('c', 'b'), task('b', 'a'), task('a')], 'LR');
    expect(edges.map(({ id }) => id).toSorted()).toEqual(['a→b', 'b→c', 'c→d']);
  });

  it('is empty for no tasks, and the same for the same shape', () => {
    expect(placed([], 'LR')).toMatchObject({ tasks: [], edges: [], width: expect.any(Number) });
    expect(shapeOf(diamond)).toBe(shapeOf(diamond.map((one) => ({ ...one, status: 'accepted' as const }))));
    expect(placed(diamond, 'LR')).toEqual(placed(diamond, 'LR'));
  });
});
