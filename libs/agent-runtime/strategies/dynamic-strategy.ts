// The name under which a model's own plan is pinned: it has no declared steps.
import type { WorkflowStrategy } from './workflow-strategy.js';

export const DYNAMIC_STRATEGY: WorkflowStrategy = {
  id: 'dynamic',
  version: '1.0.0',
  summary: 'A plan that a model made for this one request.',
  phrases: [],
  scope: null,
  needsModel: true,
  steps: [],
};
