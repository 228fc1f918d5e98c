// What software-delivery is made of; its steps are done by model agents.
import type { StrategyStep, WorkflowStrategy } from './workflow-strategy.js';

const READ = ['glob', 'grep', 'list_dir', 'read_file', 'write_report'];

const step = (key: string, title: string, after: string | null, more: Partial<StrategyStep> = {}): StrategyStep => ({
  key,
  title,
  dependsOn: after === null ? [] : [after],
  tools: READ,
  optionalTools: ['bash'],
  maxAttempts: 2,
  approval: 'none',
  distinctFrom: null,
  ...more,
});

export const SOFTWARE_DELIVERY: WorkflowStrategy = {
  id: 'software-delivery',
  version: '1.0.0',
  summary: 'Takes a change from its requirements to a release that was looked after: seven steps, one after another.',
  phrases: ['software-delivery: <the change>'],
  scope: null,
  needsModel: true,
  steps: [
    step('requirements', 'Write down the requirements', null),
    step('design', 'Design the change', 'requirements'),
    step('implement', 'Implement the change', 'design'),
    step('test', 'Test the change', 'implement', { distinctFrom: 'implement' }),
    step('review', 'Review the change', 'test', { distinctFrom: 'implement' }),
    step('release', 'Prepare the release', 'review', { approval: 'sponsor_required' }),
    step('health', 'Look after the release', 'release'),
  ],
};
