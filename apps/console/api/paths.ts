// Addresses of the API, each id escaped.
const id = encodeURIComponent;
const base = '/api/agent/workroom';

export const paths = {
  about: '/api/about',
  projects: `${base}/projects`,
  runs: `${base}/runs`,
  run: (runId: string) => `${base}/runs/${id(runId)}`,
  content: (runId: string) => `${base}/runs/${id(runId)}/content`,
  facts: (runId: string) => `${base}/runs/${id(runId)}/events`,
  attention: `${base}/attention`,
  inbox: `${base}/inbox`,
  leases: `${base}/leases`,
  planning: `${base}/planning/diagnostics`,
  events: `${base}/events`,
  control: `${base}/control`,
  gateDecision: (runId: string, taskKey: string, gateId: string) =>
    `${base}/runs/${id(runId)}/tasks/${id(taskKey)}/gates/${id(gateId)}/decisions`,
  resolveBlocker: (runId: string, taskKey: string, blockerId: string) =>
    `${base}/runs/${id(runId)}/tasks/${id(taskKey)}/blockers/${id(blockerId)}/resolve`,
  claimReview: (assignmentId: string) => `${base}/reviews/${id(assignmentId)}/claim`,
  verdict: (assignmentId: string) => `${base}/reviews/${id(assignmentId)}/verdict`,
  releaseLease: (assignmentId: string) => `${base}/assignments/${id(assignmentId)}/release`,
  rooms: '/api/sandbox/rooms',
  messages: (room: string) => `/api/sandbox/rooms/${id(room)}/messages`,
} as const;
