// The Project that runs with no configuration at all, and the agents that exist without `ai.agents`.
import type { Definitions, Member, MemberRole, WorkroomDefinition } from './definition.js';

export const BUILT_IN_AGENTS: readonly string[] = ['orchestrator', 'executor', 'reviewer'];
export const DEMO_PROJECT_ID = 'demo';
export const DEMO_ADDRESS = 'sandbox:local:group:demo';
export const BOOTSTRAP_SPONSOR = 'workroom-admin';

const member = (agent: string, role: MemberRole): Member => ({
  agent,
  role,
  assignmentRoute: { kind: 'local' },
  messageRoute: null,
});

/** `workspacePath` is the git repository that the Project works on. */
export function demoDefinition(workspacePath: string): WorkroomDefinition {
  return {
    projectId: DEMO_PROJECT_ID,
    name: 'Demo',
    description: 'The Project of the Sandbox room.',
    enabled: true,
    separation: 'solo',
    members: [member('orchestrator', 'orchestrator'), member('executor', 'executor'), member('reviewer', 'reviewer')],
    sponsors: [BOOTSTRAP_SPONSOR],
    conversation: {
      adapter: 'sandbox',
      endpoint: 'local',
      kind: 'group',
      id: 'demo',
      repositoryId: null,
      agent: 'orchestrator',
      audience: { maxConfidentiality: 'project_internal' },
    },
    sponsorConversation: null,
    workspace: { kind: 'git', path: workspacePath, url: null, baseRef: 'HEAD' },
    sourceChangePolicy: { edited: 'amend', deleted: 'withdraw' },
  };
}

export const demoDefinitions = (workspacePath: string): Definitions => ({ [DEMO_PROJECT_ID]: demoDefinition(workspacePath) });
