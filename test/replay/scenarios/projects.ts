// What stands beside the Runs: the Catalog and its spaces, packs, Profiles and policies, disclosure authority, the Inbox.
import type { Actor, Command } from '#domain/kernel';
import { CATALOG_STREAM, catalogDecider, spaceDecider, spaceStream } from '#domain/catalog';
import type { SpaceCommand } from '#domain/catalog';
import { GOVERNANCE_STREAM, governanceDecider } from '#domain/governance';
import { CLARIFICATION_OPEN_MS, inboxDecider, inboxStream, proposalIdOf, RETRY_AFTER_MS } from '#domain/ingress';
import type { InboxCommand, InboxCommandData, InboxCommandType } from '#domain/ingress';
import { packDecider, PACKS_STREAM, profileDecider, profileStream } from '#domain/profile';
import { agent, contentHashOf, digestOf, person, system, textOf } from '#testing';
import { PROJECT } from '#testing/run';
import type { Recorder } from '../recorder.js';
import type { Scenario } from './scenario.js';

const SAM = person('sam');
const revisionOf = (n: number): string => n.toString(16).padStart(64, 'c');

const command = (recorder: Recorder, type: string, data: object, actor: Actor, projectId: string | null): Command => ({
  type,
  data,
  meta: recorder.meta(actor, projectId),
});

const catalog: Scenario = (recorder) => {
  for (const n of [1, 2]) {
    const replaced = {
      operationId: `catalog-${n}`,
      expectedRevision: n === 1 ? null : revisionOf(n - 1),
      revision: revisionOf(n),
      definitionsRef: textOf('definitionsRef', `definitions ${n}`),
      changedProjectIds: [PROJECT],
    };
    recorder.tell(catalogDecider, CATALOG_STREAM, command(recorder, 'replace_catalog', replaced, SAM, null) as never);
    recorder.now += 1_000;
  }
  const change = {
    space: 'workroom',
    projectId: PROJECT,
    endpointRef: 'sandbox:local',
    effectiveAfterConversationSequence: 0,
    catalogRevision: revisionOf(1),
  };
  const stream = spaceStream('sandbox:local:group:demo');
  const tell = (type: string, more: object) =>
    recorder.tell(
      spaceDecider,
      stream,
      command(recorder, type, { ...change, ...more }, system('ingress'), PROJECT) as SpaceCommand,
    );
  tell('bind_space', {});
  tell('release_space', { effectiveAfterConversationSequence: 4, catalogRevision: revisionOf(2) });
  tell('bind_space', { space: 'sponsor_room', effectiveAfterConversationSequence: 5, catalogRevision: revisionOf(2) });
};

const trusted = { isSponsor: true, isTrustedPublisher: true };

const profiles: Scenario = (recorder) => {
  const pack = { packId: 'workroom:demo:bootstrap', version: '1.0.0', digest: digestOf('pack') };
  const published = { operationId: 'pack-1', ...pack, kind: 'domain', manifestRef: textOf('manifestRef', 'manifest') };
  const publish = command(recorder, 'publish_pack', { ...published, authority: trusted }, SAM, null);
  recorder.tell(packDecider, PACKS_STREAM, publish as never);
  const tell = (type: string, data: object) =>
    recorder.tell(
      profileDecider,
      profileStream(PROJECT),
      command(recorder, type, { ...data, authority: trusted }, SAM, PROJECT) as never,
    );
  const profile = (n: number, more: object = {}) => ({
    operationId: `profile-${n}`,
    expectedRegistryRevision: n === 1 ? -1 : 1,
    profileRevisionId: `profile:demo:${n}`,
    digest: digestOf(`profile ${n}`),
    charterRevision: 'charter:demo:1',
    packs: [{ id: pack.packId, version: pack.version, digest: pack.digest }],
    overlayRef: textOf('overlayRef', `overlay ${n}`),
    provenance: { source: 'sponsor_decision', ref: `profile-${n}`, principalId: SAM.principalId },
    governanceRoute: 'sponsor',
    activate: n === 1,
    ...more,
  });
  tell('publish_profile', profile(1));
  tell('publish_profile', profile(2, { parentRevisionId: 'profile:demo:1' }));
  tell('activate_profile', { operationId: 'activate-2', expectedRegistryRevision: 2, profileRevisionId: 'profile:demo:2' });
  for (const n of [1, 2]) {
    tell('publish_policy', {
      operationId: `policy-${n}`,
      profileRevisionId: 'profile:demo:2',
      policyRevisionId: `planning:demo:${n}`,
      digest: digestOf(`policy ${n}`),
      expectedPreviousDigest: n === 1 ? null : digestOf('policy 1'),
      policyRef: textOf('policyRef', `policy ${n}`),
    });
  }
};

const governance: Scenario = (recorder) => {
  const tell = (type: string, data: object) =>
    recorder.tell(governanceDecider, GOVERNANCE_STREAM, command(recorder, type, data, SAM, null) as never);
  const [authority] = tell('publish_authority', {
    operationId: 'authority-1',
    projectId: PROJECT,
    expectedPreviousDigest: null,
    catalogRevision: revisionOf(1),
    policyDigest: digestOf('policy'),
  });
  tell('publish_authority', {
    operationId: 'authority-2',
    projectId: PROJECT,
    expectedPreviousDigest: authority?.type === 'authority.published' ? authority.data.digest : null,
    catalogRevision: revisionOf(2),
    policyDigest: digestOf('policy'),
  });
  tell('record_approval', {
    operationId: 'approval-1',
    approvalId: 'approval-1',
    requestDigest: digestOf('disclosure'),
    policyRevision: 'policy:1',
    requesterPrincipalId: 'sandbox:rita',
    samePerson: false,
    expiresAt: recorder.now + 3_600_000,
  });
};

const sourceOf = (n: number) => ({
  ref: `conversation-event:${n}`,
  digest: contentHashOf(`text ${n}`),
  sequence: n,
  conversationKey: 'sandbox:local:group:demo',
});
const idOf = (n: number): string => proposalIdOf(PROJECT, sourceOf(n).ref);

/** Says commands to the Inbox of the Project. */
function inboxOf(recorder: Recorder) {
  const say = <Type extends InboxCommandType>(type: Type, data: InboxCommandData<Type>, actor: Actor = system('ingress')) =>
    recorder.tell(inboxDecider, inboxStream(PROJECT), command(recorder, type, data, actor, PROJECT) as InboxCommand);
  const propose = (n: number, more: Partial<InboxCommandData<'propose'>> = {}) =>
    say('propose', {
      proposalId: idOf(n),
      sourceEvent: sourceOf(n),
      principal: { principalId: 'sandbox:rita', kind: 'human', sponsor: false, catalogRevision: revisionOf(1) },
      intent: 'work_request',
      spaceDecision: { space: 'workroom', projectId: PROJECT, addressHash: revisionOf(9), bindingRevision: 1 },
      authorityRequirement: 'none',
      target: null,
      ...more,
    });
  const held = (n: number) => ({ proposalId: idOf(n), claimId: `claim-${n}` });
  const claim = (n: number) => say('claim_proposal', held(n));
  return { say, propose, held, claim };
}

const inbox: Scenario = (recorder) => {
  const { say, propose, held, claim } = inboxOf(recorder);
  propose(1);
  claim(1);
  say('require_clarification', {
    ...held(1),
    operationId: 'application-1',
    reasonCode: 'missing_work_scope',
    openForMs: CLARIFICATION_OPEN_MS,
  });
  const amended = { amendmentSourceRef: 'conversation-event:2', amendmentDigest: contentHashOf('more'), sequence: 2 };
  say('amend_proposal', { proposalId: idOf(1), ...amended, mode: 'append', samePerson: true });
  claim(1);
  say('schedule_retry', { ...held(1), reasonCode: 'downstream_unavailable' });
  recorder.now += RETRY_AFTER_MS;
  claim(1);
  const applied = { operationId: 'application-1', kind: 'plan_proposal_submitted', openHandoff: false } as const;
  say('apply_proposal', { ...held(1), ...applied, resultRef: 'run-1' });
  propose(3);
  claim(3);
  const asked = { operationId: 'application-3', reasonCode: 'missing_work_scope', openForMs: CLARIFICATION_OPEN_MS } as const;
  say('require_clarification', { ...held(3), ...asked });
  recorder.now += CLARIFICATION_OPEN_MS;
  say('expire_clarifications', {}, system('clock'));
  propose(4);
  claim(4);
  say('require_clarification', { ...held(4), ...asked, operationId: 'application-4' });
  say('withdraw_proposal', { proposalId: idOf(4), samePerson: true });
  propose(5);
  const changed = { change: 'edited', policy: 'amend', disposition: 'amended', sequence: 5 } as const;
  const source = { sourceEventRef: 'conversation-event:5', sourceEventDigest: contentHashOf('text 5, edited') };
  say('note_source_change', { proposalId: idOf(5), ...changed, ...source });
};

const handoffs: Scenario = (recorder) => {
  const { say, propose, held, claim } = inboxOf(recorder);
  for (const n of [1, 2]) {
    propose(n, { intent: 'discussion' });
    claim(n);
    say('apply_proposal', { ...held(n), operationId: `application-${n}`, kind: 'discussion_recorded', openHandoff: true });
    say('claim_handoff', held(n));
  }
  say('deliver_handoff', { ...held(1), deliveryId: 'delivery-1' });
  say('abandon_handoff', { ...held(2), reasonCode: 'turn_failed' });
  const target = { runId: 'run-1', taskKey: 'a', assignmentId: 'assignment-1', cardRevision: 3 };
  propose(3, { target: { ...target, disposition: 'context_proposal' } });
  const arbitrated = { proposalId: idOf(3), disposition: 'accepted_context' } as const;
  say('disposition_task_input', arbitrated, agent('olga', 'orchestrator'));
};

export const PROJECTS: Readonly<Record<string, Scenario>> = { catalog, profiles, governance, inbox, handoffs };
