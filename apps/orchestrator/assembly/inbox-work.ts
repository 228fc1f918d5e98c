// What turns messages into proposals and proposals into commands: intake, planning, and the loop over the Inboxes.
import { CLARIFICATION_OPEN_MS } from '#domain/ingress';
import type { RunState } from '#domain/run';
import { PersonCommands } from '../control/person-commands.js';
import { Application } from '../inbox/application.js';
import { InboxWorker } from '../inbox/inbox-worker.js';
import { Intake } from '../intake/intake.js';
import { Loop } from '../loops/loop.js';
import { ModelGate } from '../planning/model-gate.js';
import { Planning } from '../planning/planning.js';
import { RunAnswers } from '../queries/run-answers.js';
import type { Core } from './core.js';
import type { RunWork } from './run-work.js';

export interface InboxWork {
  readonly intake: Intake;
  readonly people: PersonCommands;
  readonly worker: InboxWorker;
  readonly loop: Loop;
}

export function makeInboxWork(core: Core, { acceptance }: Pick<RunWork, 'acceptance'>): InboxWork {
  const { ports, commands, catalog, registry, runs, inboxes, tail, bodies, authorities, voice, now, newId } = core;
  const { vault, conversations: events, settings, log, onDefect } = ports;
  const run = (runId: string): Promise<RunState | undefined> => runs.current(runId);
  const runOfAssignment = (assignmentId: string): string | undefined => core.runOfAssignment(assignmentId)?.runId;
  const projectOfAssignment = (assignmentId: string): string | null => core.runOfAssignment(assignmentId)?.projectId ?? null;
  const authority = (projectId: string, principalId: string) => authorities.of(projectId, principalId);
  const people = new PersonCommands({
    ...{ commands, vault, run, runOfAssignment, authority, now },
    facts: (state, task) => acceptance.facts(state, task),
  });
  const models = new ModelGate({
    ...{ model: ports.plannerModel, events, vault, disclosure: core.disclosure, bodies },
    isDeclared: (projectId, alias) => core.declaration(projectId, alias) !== null,
  });
  const { planRequest, resolveBaseRevision, directory } = ports;
  const planning = new Planning({
    ...{ events, catalog, registry, commands, vault, models, planRequest, resolveBaseRevision, run, now },
    hasAuthority: core.hasAuthority,
  });
  const application = new Application({
    ...{ events, bodies, catalog, people, planning, run, projectOfAssignment, newId },
    answers: new RunAnswers({ directory, run }),
    onForged: (proposalId) => log('warn', 'A proposal does not match its source and was not applied.', { proposalId }),
  });
  const worker = new InboxWorker(
    {
      ...{ board: inboxes, tail, commands, application, voice, now, newId, onDefect },
      clarificationOpenMs: settings.clarificationOpenMs || CLARIFICATION_OPEN_MS,
    },
    () => loop.wake(),
  );
  const loop = new Loop({ name: 'inbox', work: () => worker.drain(), onDefect });
  inboxes.onChange(() => loop.wake());
  const intake = new Intake({
    ...{ events, vault, now, newId, journal: ports.journal, commands, catalog, voice, authorities, projectOfAssignment },
    codec: core.codec,
    botPrincipals: settings.agentPrincipals,
    inbox: (projectId) => inboxes.current(projectId),
    projectOfRun: (runId) => runs.get(runId)?.folded.state.projectId ?? null,
  });
  return { intake, people, worker, loop };
}
