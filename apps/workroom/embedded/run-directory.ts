// `/runs` in a room is answered from the read models.
import type { RunHeaderDto } from '#contracts/http';
import type { OrchestratorPorts } from '../../orchestrator/orchestrator.module.js';
import type { ReadModelStore } from '#read-models';
import { RUNS } from '#read-models/views';

export const runDirectory = (readModels: ReadModelStore): OrchestratorPorts['directory'] => ({
  list: async ({ projectId, status, limit }) => {
    const { entries } = await readModels.list(RUNS.headers.view, RUNS.headers.list, {
      projectId,
      limit,
      ...(status === null ? {} : { status }),
    });
    return entries.map(({ body }) => {
      const { runId, status: now, counts } = body as RunHeaderDto;
      const tasks = Object.values(counts.tasks).reduce((sum, count) => sum + count, 0);
      return { runId, status: now, tasks, accepted: counts.tasks.accepted };
    });
  },
});
