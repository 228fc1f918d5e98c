// What repository-audit answers, and its steps.
import type { StrategyStep, WorkflowStrategy } from './workflow-strategy.js';

const step = (key: string, title: string, dependsOn: readonly string[], more: Partial<StrategyStep> = {}): StrategyStep => ({
  key,
  title,
  dependsOn,
  tools: ['glob', 'grep', 'list_dir', 'read_file', 'write_report'],
  optionalTools: [],
  maxAttempts: 3,
  approval: 'none',
  distinctFrom: null,
  ...more,
});

export const REPOSITORY_AUDIT: WorkflowStrategy = {
  id: 'repository-audit',
  version: '1.0.0',
  summary:
    'Lists what a repository holds: files, languages, licences, dependencies, open notes, large files, and how it is tested.',
  phrases: ['audit this repository', 'inspect the repo', 'survey the codebase', 'repository-audit'],
  scope: {
    words: [
      ['audit', 'inspect', 'survey', 'inventory', 'review', '审计', '盘点', '检查'],
      ['repository', 'repo', 'codebase', 'project', 'code', '仓库', '代码库', '项目', '代码'],
    ],
    excludes: [
      ...['add', 'build', 'change', 'create', 'delete', 'deploy', 'fix', 'implement', 'improve', 'merge', 'migrate', 'move'],
      ...['port', 'publish', 'push', 'refactor', 'release', 'remove', 'rename', 'repair', 'replace', 'rewrite', 'ship'],
      ...['translate', 'update', 'upgrade', '修复', '部署', '删除', '添加', '实现', '发布', '重构'],
    ],
  },
  needsModel: false,
  steps: [
    step('inventory', 'Take stock of files, languages and manifests', []),
    step('licences-and-dependencies', 'List licences and declared dependencies', ['inventory']),
    step('todo-and-large-files', 'Find open notes in the code and the largest files', ['inventory']),
    step('test-command', 'Find the test command and run it in the sandbox', ['inventory'], { optionalTools: ['bash'] }),
    step('report', 'Write the audit report', ['inventory', 'licences-and-dependencies', 'todo-and-large-files', 'test-command']),
  ],
};
