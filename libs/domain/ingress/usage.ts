// The usage line of each command family, printed when its prefix matched and its arguments did not.
export const USAGE = {
  work: '/work [--lane urgent|high|normal|low] <what is wanted and when it counts as done>',
  'plan-gate': '/control plan-gate approve|reject|request-changes|cancel <runId> <taskKey> <gateId> [reason]',
  gate: '/control gate approve|reject|request-changes|cancel|reopen <runId> <taskKey> <gateId> [reason]',
  run: '/control run cancel|pause|resume|replan <runId> [reasonCode]',
  budget: '/control run budget <runId> attempts|money +<amount>',
  task: '/control task priority <runId> <taskKey> urgent|high|normal|low [rank]',
  effect: '/control effect approve|reject <effectId> <reasonCode>',
  lease: '/control lease release <assignmentId> <reason>',
  'data-lifecycle':
    '/control data-lifecycle [project <projectId>] hold place|review|release … | erasure request <tenantId> <subjectRef> | export subject <tenantId> <subjectRef> <deadlineMs>',
  portfolio: '/control portfolio <portfolioId> [project <projectId>] lane|status|transfer-budget …',
  runs: '/runs [active|paused|blocked|needs_replan|cancelling|completed|cancelled]',
  'run-query': '/run <runId>',
} as const satisfies Record<string, string>;

export type UsageKey = keyof typeof USAGE;
