// Cache keys of what the Console asks. Keys of one Project begin with ['project', projectId].

export const keys = {
  about: ['about'],
  projects: ['projects'],
  project: (projectId: string) => ['project', projectId],
  runs: (projectId: string) => ['project', projectId, 'runs'],
  run: (projectId: string, runId: string) => ['project', projectId, 'run', runId],
  content: (projectId: string, runId: string) => ['project', projectId, 'content', runId],
  facts: (projectId: string, runId: string) => ['project', projectId, 'facts', runId],
  attention: (projectId: string) => ['project', projectId, 'attention'],
  leases: (projectId: string) => ['project', projectId, 'leases'],
  planning: (projectId: string) => ['project', projectId, 'planning'],
  room: (room: string) => ['room', room],
} as const;
