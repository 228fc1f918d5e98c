// Classification, derivation, provider declarations, and the facts that give disclosure its authority.
import { agent, digestOf, metaOf, person, specify } from '#testing';
import { digest } from '#domain/kernel';
import type { Actor } from '#domain/kernel';
import { classify, defaultRegistry, derive, governanceDecider, readModelDeclarations } from './index.js';
import type { DataDescriptor, GovernanceCommand, GovernanceEvent, Proposal } from './index.js';

const registry = defaultRegistry('workroom:demo');
const proposal = (over: Partial<Proposal> = {}): Proposal => ({
  tenantId: 'workroom:demo',
  kind: 'task_report',
  confidentiality: 'public',
  categories: [],
  retention: { minimumRetainUntil: 0, deleteAfter: 10 },
  ...over,
});

describe('classify', () => {
  it('[G-013] takes the highest of proposal, kind floor and category floors: nobody lowers', () => {
    expect(classify(proposal(), registry)).toEqual({ confidentiality: 'project_internal', quarantine: [] });
    expect(classify(proposal({ confidentiality: 'restricted' }), registry).confidentiality).toBe('restricted');
    expect(classify(proposal({ categories: ['personal_data'] }), registry).confidentiality).toBe('confidential');
    expect(classify(proposal({ kind: 'execution_trace' }), registry).confidentiality).toBe('confidential');
  });

  it.each([
    ['classification_unknown', { confidentiality: 'secret' }],
    ['category_unknown', { categories: ['gossip'] }],
    ['registry_tenant_mismatch', { tenantId: 'other' }],
    ['kind_floor_missing', { kind: 'photograph' }],
    ['descriptor_malformed', { retention: { minimumRetainUntil: 0, deleteAfter: Number.NaN } }],
    ['retention_window_invalid', { retention: { minimumRetainUntil: 11, deleteAfter: 10 } }],
  ])('[G-S03] [G-015] quarantines for %s', (reason, over) => {
    expect(classify(proposal(over), registry).quarantine).toEqual([reason]);
  });

  it('[G-S03] an unknown category counts as unknown confidentiality, above all', () => {
    expect(classify(proposal({ categories: ['gossip'] }), registry).confidentiality).toBe('unknown');
  });
});

describe('derive', () => {
  const source = (over: Partial<DataDescriptor>): DataDescriptor => ({
    ...{
      objectId: 'o1',
      payloadHash: 'h',
      tenantId: 't',
      projectId: 'demo',
      kind: 'task_report',
      confidentiality: 'public',
      categories: [],
    },
    ...{ allowedPurposes: ['orchestration', 'audit'], allowedRegions: ['any'], subjectRefs: [] },
    retention: { class: 'project_record', minimumRetainUntil: 5, deleteAfter: 100 },
    lineage: { sourceObjectIds: [] },
    classificationSource: 'x',
    classificationPolicyRevision: '1',
    ...over,
  });

  it('[G-S02] [G-014] a summary is as confidential as its most confidential source and inherits every duty', () => {
    const secret = source({
      objectId: 'o2',
      confidentiality: 'confidential',
      categories: ['personal_data'],
      subjectRefs: ['subject-1'],
      allowedPurposes: ['orchestration'],
      allowedRegions: ['eu', 'us'],
      retention: { class: 'transient', minimumRetainUntil: 20, deleteAfter: 50 },
    });
    expect(derive([source({}), secret, source({ objectId: 'o3', allowedRegions: ['us', 'ch'] })])).toEqual({
      confidentiality: 'confidential',
      categories: ['personal_data'],
      subjectRefs: ['subject-1'],
      allowedPurposes: ['orchestration'],
      allowedRegions: ['us'],
      retention: { class: 'transient', minimumRetainUntil: 20, deleteAfter: 50 },
      lineage: { sourceObjectIds: ['o1', 'o2', 'o3'] },
    });
  });

  it('[G-014] forbids deriving where nothing is common', () => {
    expect(derive([])).toBeNull();
    expect(derive([source({ allowedPurposes: ['audit'] }), source({ allowedPurposes: ['orchestration'] })])).toBeNull();
    expect(derive([source({ allowedRegions: ['eu'] }), source({ allowedRegions: ['us'] })])).toBeNull();
    const late = { class: 'regulated_record', minimumRetainUntil: 200, deleteAfter: 300 };
    expect(derive([source({}), source({ retention: late })])).toBeNull();
  });
});

describe('readModelDeclarations', () => {
  const declared = {
    endpoint: 'https://model.example/v1',
    processingRegions: ['eu'],
    maxConfidentiality: 'project_internal',
    external: true,
    noTraining: true,
    loggingMode: 'disabled',
    maximumRetentionSeconds: 1,
    allowsRedisclosure: false,
    supportsDeletion: true,
  };
  const paths = (value: unknown): readonly string[] => {
    try {
      readModelDeclarations(value);
      return [];
    } catch (error) {
      return (error as { details: { problems: { path: string }[] } }).details.problems.map(({ path }) => path);
    }
  };

  it.each(Object.keys(declared))('[EN-03] needs %s', (key) => {
    const { [key as keyof typeof declared]: _, ...rest } = declared;
    expect(paths({ main: rest })).toEqual([`/main/${key}`]);
    expect(paths({ main: declared })).toEqual([]);
  });

  it('[EN-04] [W-S18] refuses the sample with its placeholders left in', () => {
    const sample = {
      ...declared,
      endpoint: 'REPLACE_WITH_CONTRACTED_ENDPOINT',
      processingRegions: ['REPLACE_WITH_CONTRACTED_REGION'],
    };
    expect(paths({ main: sample })).toEqual(['/main/endpoint', '/main/processingRegions/0']);
    expect(paths({ PROVIDER_ALIAS: declared })).toEqual(['/PROVIDER_ALIAS']);
    expect(() => readModelDeclarations({ main: { ...declared, noTraining: 'REPLACE_WITH_PROVIDER_GUARANTEE' } })).toThrow(
      /placeholder/,
    );
  });

  it('[W-096] names a region and keeps to the known words', () => {
    expect(paths({ main: { ...declared, processingRegions: [] } })).toEqual(['/main/processingRegions']);
    expect(paths({ main: { ...declared, maxConfidentiality: 'unknown', loggingMode: 'some' } })).toEqual([
      '/main/maxConfidentiality',
      '/main/loggingMode',
    ]);
  });
});

describe('governanceDecider', () => {
  const revision = 'a'.repeat(64);
  const publish = (expectedPreviousDigest: string | null, actor: Actor = person('1')): GovernanceCommand => ({
    type: 'publish_authority',
    data: {
      operationId: 'initialize-1:authority',
      projectId: 'demo',
      expectedPreviousDigest,
      catalogRevision: revision,
      policyDigest: digestOf('policy'),
    },
    meta: metaOf(actor, 'demo', 1),
  });
  const authority = (previousDigest: string | null, authorityRevision: number) => ({
    projectId: 'demo',
    authorityRevision,
    previousDigest,
    catalogRevision: revision,
    sponsorPrincipalId: 'sandbox:1',
  });
  const published = (previousDigest: string | null, authorityRevision: number): GovernanceEvent & { at: number } => ({
    type: 'authority.published',
    data: { ...authority(previousDigest, authorityRevision), digest: digestOf('first') },
    at: 1,
  });
  const approve = (over: object = {}, actor: Actor = person('2')): GovernanceCommand => ({
    type: 'record_approval',
    data: {
      ...{
        operationId: 'approve-1',
        approvalId: 'approval-1',
        requestDigest: digestOf('request'),
        policyRevision: 'governance:demo:1',
      },
      ...{ requesterPrincipalId: 'sandbox:1', samePerson: false, expiresAt: 100, ...over },
    },
    meta: metaOf(actor, 'demo', 2),
  });

  it('[G-086] [W-095] publishes authority with revision + 1 and the digest of the previous one', () => {
    const sealed = (body: ReturnType<typeof authority>): GovernanceEvent => ({
      type: 'authority.published',
      data: { ...body, digest: digest({ ...body, policyDigest: digestOf('policy') }) },
    });
    specify(governanceDecider)
      .given([])
      .when(publish(null))
      .then([sealed(authority(null, 1))]);
    specify(governanceDecider)
      .given([published(null, 1)])
      .when(publish(digestOf('first')))
      .then([sealed(authority(digestOf('first'), 2))]);
    specify(governanceDecider)
      .given([published(null, 1)])
      .when(publish(null))
      .thenRejected('PROFILE_REVISION_STALE');
  });

  it('[G-031] records an approval by a person who did not ask', () => {
    const { operationId: _, requesterPrincipalId: __, samePerson: ___, ...kept } = approve().data as Record<string, unknown>;
    specify(governanceDecider)
      .given([])
      .when(approve(), 1)
      .then([{ type: 'approval.recorded', data: { ...kept, compliancePrincipalId: 'sandbox:2' } as never }]);
    specify(governanceDecider)
      .given([])
      .when(approve({ expiresAt: 1 }), 1)
      .thenRejected('VALUE_INVALID');
  });

  it('[F-GV-02] keeps at most one approval of a request in force: a later one adds nothing until the first is over', () => {
    const approved: GovernanceEvent & { at: number } = {
      type: 'approval.recorded',
      data: {
        approvalId: 'approval-1',
        requestDigest: digestOf('request'),
        policyRevision: 'governance:demo:1',
        expiresAt: 100,
        compliancePrincipalId: 'sandbox:2',
      },
      at: 1,
    };
    const again = approve({ operationId: 'approve-2', approvalId: 'approval-2', expiresAt: 900 });
    const second = { ...approved.data, approvalId: 'approval-2', expiresAt: 900 };
    specify(governanceDecider).given([approved]).when(again, 99).thenNothing();
    specify(governanceDecider)
      .given([approved])
      .when(again, 100)
      .then([{ type: 'approval.recorded', data: second }]);
    specify(governanceDecider)
      .given([approved])
      .when(approve({ operationId: 'approve-3', approvalId: 'approval-2', expiresAt: 900, requestDigest: digestOf('other') }), 2)
      .then([{ type: 'approval.recorded', data: { ...second, requestDigest: digestOf('other') } }]);
  });

  it('[F-GV-07] refuses the requester as approver, and every identity that an agent holds', () => {
    specify(governanceDecider)
      .given([])
      .when(approve({}, person('1')), 1)
      .thenRejected('REQUESTER_CANNOT_APPROVE');
    specify(governanceDecider)
      .given([])
      .when(approve({}, agent('reviewer', 'reviewer')), 1)
      .thenRejected('AGENT_CANNOT_APPROVE');
    specify(governanceDecider)
      .given([])
      .when(publish(null, agent('orchestrator', 'orchestrator')))
      .thenRejected('ACTOR_NOT_AUTHORIZED');
  });
});
