// May this body go there? Hard denials, ceilings, approvals and forms, in their order.
import * as fc from 'fast-check';
import { digestOf } from '#testing';
import { demoDefinition } from '#domain/catalog';
import {
  consoleDestination,
  decideDisclosure,
  defaultGovernancePolicy,
  localDestination,
  loopbackDeclaration,
  modelDestination,
  principalOf,
  rankOf,
  requestDigest,
  roomDestination,
  sealContract,
  tighten,
} from './index.js';
import type {
  Confidentiality,
  DataDescriptor,
  Destination,
  DisclosureContext,
  DisclosureRequest,
  ModelDeclaration,
  RoomMembership,
} from './index.js';

const tenant = { projectId: 'demo', tenantId: 'workroom:demo' };
const policy = defaultGovernancePolicy('demo');
const NOW = 1_000_000;
const definition = demoDefinition('/srv/repository');
const sandbox = definition.conversation!;
const telegram = { ...sandbox, adapter: 'telegram', endpoint: 'main', id: '7' };

const descriptor = (over: Partial<DataDescriptor> = {}): DataDescriptor => ({
  objectId: 'object-1',
  payloadHash: `hmac-sha256:${'a'.repeat(64)}`,
  ...tenant,
  kind: 'task_report',
  confidentiality: 'project_internal',
  categories: [],
  allowedPurposes: ['workroom_awareness', 'orchestration'],
  allowedRegions: ['any'],
  subjectRefs: [],
  retention: { class: 'project_record', minimumRetainUntil: 0, deleteAfter: 2 * NOW },
  lineage: { sourceObjectIds: [] },
  classificationSource: 'kind_floor',
  classificationPolicyRevision: '1',
  ...over,
});

const request = (
  over: Partial<DisclosureRequest> = {},
  to: Destination = roomDestination(tenant, sandbox, null),
): DisclosureRequest => ({
  descriptor: descriptor(),
  quarantined: false,
  erased: false,
  principal: principalOf('projection:workroom', 'projector', tenant),
  purpose: 'workroom_awareness',
  channel: 'workroom_projection',
  destination: to.contract,
  recipients: to.recipients,
  policyRevision: policy.revision,
  form: 'body',
  ...over,
});
const context = (asked: DisclosureRequest, over: Partial<DisclosureContext> = {}): DisclosureContext => ({
  policy,
  contracts: new Map([[asked.destination.endpointId, asked.destination]]),
  approvals: [],
  now: NOW,
  ...over,
});
const decide = (asked: DisclosureRequest, over: Partial<DisclosureContext> = {}) => decideDisclosure(asked, context(asked, over));

const hosted: ModelDeclaration = {
  endpoint: 'https://model.example/v1',
  owner: 'provider',
  trustDomain: 'provider',
  processingRegions: ['eu'],
  maxConfidentiality: 'project_internal',
  external: true,
  noTraining: true,
  allowsRedisclosure: false,
  supportsDeletion: true,
  loggingMode: 'metadata_only',
  maximumRetentionSeconds: 86_400,
};
const toModel = (over: Partial<ModelDeclaration> = {}, asked: Partial<DisclosureRequest> = {}) =>
  request(
    {
      channel: 'model_provider',
      purpose: 'orchestration',
      principal: principalOf('agent:orchestrator', 'orchestrator', tenant),
      ...asked,
    },
    modelDestination(tenant, 'main', { ...hosted, ...over }),
  );

describe('hard denials', () => {
  const ORDER = [
    'payload_retention_expired',
    'channel_policy_missing',
    'credential_requires_secret_capability_port',
    'destination_region_unknown',
    'residency_violation',
    'external_training_not_prohibited',
    'destination_tenant_mismatch',
    'destination_project_mismatch',
    'policy_revision_mismatch',
    'principal_tenant_mismatch',
    'principal_project_mismatch',
    'purpose_not_allowed',
    'destination_unknown',
    'destination_contract_mismatch',
    'recipient_snapshot_mismatch',
    'recipient_snapshot_empty',
    'recipient_tenant_mismatch',
    'recipient_project_mismatch',
    'object_quarantined',
    'object_erased',
  ];

  it('[G-S07] [G-028] lists every reason that holds, in the fixed order', () => {
    const foreign = { tenantId: 'other', projectId: 'other' };
    const everything: DisclosureRequest = {
      ...request(),
      descriptor: descriptor({
        categories: ['credential'],
        allowedRegions: ['eu'],
        retention: { class: 'transient', minimumRetainUntil: 0, deleteAfter: 1 },
      }),
      quarantined: true,
      erased: true,
      principal: { ...principalOf('agent:x', 'executor', tenant), ...foreign },
      purpose: 'audit',
      destination: {
        ...roomDestination(tenant, sandbox, null).contract,
        ...foreign,
        processingRegions: ['unknown'],
        external: true,
        noTraining: false,
      },
      recipients: { revision: 9, ...foreign, recipients: [] },
      policyRevision: 'older',
    };
    const nothing = { policy: { ...policy, channels: {} }, contracts: new Map() };
    expect(decide(everything, nothing)).toMatchObject({ disposition: 'deny', reasons: ORDER });
  });

  const cases: readonly (readonly [string, (asked: DisclosureRequest) => DisclosureRequest, Partial<DisclosureContext>?])[] = [
    ['payload_retention_expired', (asked) => asked, { now: 2 * NOW }],
    ['channel_policy_missing', (asked) => asked, { policy: { ...policy, channels: {} } }],
    [
      'credential_requires_secret_capability_port',
      (asked) => ({ ...asked, descriptor: descriptor({ categories: ['credential'] }) }),
    ],
    ['residency_violation', (asked) => ({ ...asked, descriptor: descriptor({ allowedRegions: ['eu'] }) })],
    ['policy_revision_mismatch', (asked) => ({ ...asked, policyRevision: 'older' })],
    ['principal_tenant_mismatch', (asked) => ({ ...asked, principal: { ...asked.principal, tenantId: 'other' } })],
    ['principal_project_mismatch', (asked) => ({ ...asked, principal: { ...asked.principal, projectId: 'other' } })],
    ['purpose_not_allowed', (asked) => ({ ...asked, purpose: 'audit' })],
    [
      'destination_contract_mismatch',
      (asked) => asked,
      { contracts: new Map([[request().destination.endpointId, sealContract({ ...request().destination, owner: 'another' })]]) },
    ],
    ['object_quarantined', (asked) => ({ ...asked, quarantined: true })],
    ['object_erased', (asked) => ({ ...asked, erased: true })],
  ];

  it.each(cases.map(([reason, change, over = {}]) => ({ reason, change, over })))(
    '[G-023] denies for $reason alone',
    ({ reason, change, over }) => {
      const asked = change(request());
      expect(decide(asked, over)).toMatchObject({ disposition: 'deny', reasons: [reason] });
    },
  );

  it('[G-023] denies an unknown destination, whose contract then cannot match either', () => {
    expect(decide(request(), { contracts: new Map() }).reasons).toEqual(['destination_unknown', 'destination_contract_mismatch']);
  });

  it('[G-034] denies a body of another Project in every room of this one', () => {
    const asked = request({ descriptor: descriptor({ projectId: 'other' }) });
    expect(decide(asked).reasons).toEqual([
      'destination_project_mismatch',
      'principal_project_mismatch',
      'recipient_project_mismatch',
    ]);
  });

  it('[G-S04] an external model without noTraining gets no project_internal body; a public one passes that check', () => {
    expect(decide(toModel({ noTraining: false }))).toMatchObject({
      disposition: 'deny',
      reasons: ['external_training_not_prohibited'],
    });
    const open = { descriptor: descriptor({ confidentiality: 'public' }) };
    expect(decide(toModel({ noTraining: false }, open))).toMatchObject({ disposition: 'full' });
    expect(decide(toModel())).toMatchObject({ disposition: 'full', reasons: ['authorized_external_disclosure'] });
  });

  it('[G-S03] a quarantined body goes to no channel', () => {
    for (const to of [
      roomDestination(tenant, sandbox, null),
      localDestination(tenant, 'view:1'),
      modelDestination(tenant, 'main', hosted),
    ]) {
      expect(decide(request({ quarantined: true }, to))).toMatchObject({ disposition: 'deny' });
    }
  });
});

describe('ceilings', () => {
  const seen = (confidentiality: Confidentiality, over: Partial<DisclosureRequest> = {}, to?: Destination) =>
    decide(request({ descriptor: descriptor({ confidentiality }), ...over }, to));

  it('[D-04] a saved room shows project_internal text, and what its audience setting narrows or widens', () => {
    const room = (maxConfidentiality: 'public' | 'confidential') =>
      roomDestination(tenant, { ...sandbox, audience: { maxConfidentiality } }, null);
    expect(seen('project_internal')).toMatchObject({ disposition: 'full', reasons: ['authorized_minimum_disclosure'] });
    expect(seen('confidential')).toMatchObject({ disposition: 'metadata_only', reasons: ['body_withheld_by_disclosure_policy'] });
    expect(seen('project_internal', {}, room('public'))).toMatchObject({ disposition: 'metadata_only' });
    expect(seen('confidential', {}, room('confidential'))).toMatchObject({ disposition: 'full' });
    expect(seen('unknown', {}, room('confidential'))).toMatchObject({ disposition: 'metadata_only' });
  });

  it('[G-S05] [G-021] the recipient of the lowest clearance decides', () => {
    const members = (lowest: Confidentiality): RoomMembership => ({
      revision: 3,
      members: [
        { principalId: 'sandbox:1', clearance: 'confidential' },
        { principalId: 'sandbox:2', clearance: lowest },
      ],
    });
    expect(seen('project_internal', {}, roomDestination(tenant, sandbox, members('public')))).toMatchObject({
      disposition: 'metadata_only',
    });
    expect(seen('project_internal', {}, roomDestination(tenant, sandbox, members('project_internal')))).toMatchObject({
      disposition: 'full',
    });
    const empty = roomDestination(tenant, sandbox, { revision: 4, members: [] });
    expect(seen('public', {}, empty)).toMatchObject({ disposition: 'deny', reasons: ['recipient_snapshot_empty'] });
  });

  it('[G-020] judges the Console by its reader alone', () => {
    const as = (role: 'executor' | 'sponsor') => {
      const reader = principalOf('sandbox:1', role, tenant);
      return seen('restricted', { principal: reader, channel: 'console' }, consoleDestination(tenant, reader));
    };
    expect(as('sponsor')).toMatchObject({ disposition: 'full' });
    expect(as('executor')).toMatchObject({ disposition: 'metadata_only' });
  });

  it('[G-024] withholds a category that the destination does not take', () => {
    const { contract, recipients } = roomDestination(tenant, sandbox, null);
    const { contractDigest: _, ...terms } = contract;
    const narrow = { contract: sealContract({ ...terms, allowedCategories: ['customer_content'] }), recipients };
    const withCategories = (categories: readonly string[]) => decide(request({ descriptor: descriptor({ categories }) }, narrow));
    expect(withCategories(['customer_content'])).toMatchObject({ disposition: 'full' });
    expect(withCategories(['customer_content', 'personal_data'])).toMatchObject({ disposition: 'metadata_only' });
  });

  it('[G-024] asks for a registered minimizing transform first, and denies where not even metadata is allowed', () => {
    const transform = { transformRef: 'summary:1', fromKinds: ['task_report'], output: 'project_internal' as const, removes: [] };
    const secret = request({ descriptor: descriptor({ confidentiality: 'confidential' }) });
    expect(decide(secret, { policy: { ...policy, transforms: [transform] } })).toMatchObject({
      disposition: 'transform_required',
      transformRef: 'summary:1',
    });
    const tooHigh = { ...policy, transforms: [{ ...transform, output: 'confidential' as const }] };
    expect(decide(secret, { policy: tooHigh })).toMatchObject({ disposition: 'metadata_only' });
    expect(decide(toModel({}, { descriptor: descriptor({ confidentiality: 'confidential' }) }))).toMatchObject({
      disposition: 'deny',
      reasons: ['no_trusted_minimizing_transform'],
    });
  });

  it('[G-026] shows metadata to whoever asks for no more', () => {
    expect(seen('project_internal', { form: 'metadata' })).toMatchObject({
      disposition: 'metadata_only',
      reasons: ['metadata_only_requested'],
    });
  });

  it('[G-024] never gives a full body above any of the four maxima', () => {
    const level = fc.constantFrom<Confidentiality>('public', 'project_internal', 'confidential', 'restricted');
    const body = fc.constantFrom<Confidentiality>('public', 'project_internal', 'confidential', 'restricted', 'unknown');
    fc.assert(
      fc.property(body, level, level, level, level, (confidentiality, channel, place, clearance, recipient) => {
        const { contract } = roomDestination(tenant, sandbox, {
          revision: 1,
          members: [{ principalId: 'sandbox:1', clearance: recipient }],
        });
        const { contractDigest: _, ...terms } = contract;
        const recipients = {
          revision: 1,
          ...tenant,
          recipients: [{ principalId: 'sandbox:1', ...tenant, clearance: recipient }],
        };
        const to = { contract: sealContract({ ...terms, maxConfidentiality: place }), recipients };
        const asked = request(
          { descriptor: descriptor({ confidentiality }), principal: { ...principalOf('p', 'projector', tenant), clearance } },
          to,
        );
        const channels = { ...policy.channels, workroom_projection: { ceiling: channel, metadataAllowed: true } };
        const lowest = Math.min(...[channel, place, clearance, recipient].map(rankOf));
        const { disposition } = decide(asked, { policy: { ...policy, channels } });
        expect(disposition).toBe(rankOf(confidentiality) <= lowest ? 'full' : 'metadata_only');
      }),
    );
  });
});

describe('external approval', () => {
  const wide = { ...telegram, audience: { maxConfidentiality: 'confidential' as const } };
  const membership = (clearances: readonly Confidentiality[]): RoomMembership => ({
    revision: clearances.length,
    members: clearances.map((clearance, n) => ({ principalId: `telegram:${n}`, clearance })),
  });
  const asked = (clearances: readonly Confidentiality[] = ['confidential']) =>
    request(
      { descriptor: descriptor({ confidentiality: 'confidential' }) },
      roomDestination(tenant, wide, membership(clearances)),
    );
  const approval = (of: DisclosureRequest) => ({
    approvalId: 'approval-1',
    requestDigest: requestDigest(of, policy.revision),
    policyRevision: policy.revision,
    expiresAt: NOW + 1,
    compliancePrincipalId: 'sandbox:compliance',
  });

  it('[G-025] sends confidential text to an external place only under an approval of exactly this request', () => {
    expect(decide(asked())).toMatchObject({ disposition: 'approval_required', approvalId: null });
    expect(decide(asked(), { approvals: [approval(asked())] })).toMatchObject({ disposition: 'full', approvalId: 'approval-1' });
    expect(decide(asked(), { approvals: [{ ...approval(asked()), expiresAt: NOW }] })).toMatchObject({
      disposition: 'approval_required',
    });
    expect(decide(request({}, roomDestination(tenant, telegram, null)))).toMatchObject({ disposition: 'full' });
  });

  it('[G-S06] [G-031] an approval is stale once the membership changed', () => {
    const changed = asked(['confidential', 'confidential']);
    expect(decide(changed, { approvals: [approval(asked())] })).toMatchObject({ disposition: 'approval_required' });
  });

  it('[G-029] no approval passes a hard denial', () => {
    const erased = { ...asked(), erased: true };
    expect(decide(erased, { approvals: [approval(erased)] })).toMatchObject({ disposition: 'deny', reasons: ['object_erased'] });
  });
});

describe('the decision record', () => {
  it('[G-030] repeats byte for byte for the same question, and differs with content, reader, purpose, place and policy', () => {
    const one = decide(request());
    expect(decide(request())).toEqual(one);
    const other: readonly DisclosureRequest[] = [
      request({ descriptor: descriptor({ payloadHash: `hmac-sha256:${'b'.repeat(64)}` }) }),
      request({ purpose: 'orchestration' }),
      request({ principal: principalOf('projection:sponsor-room', 'projector', tenant) }),
      request({}, roomDestination(tenant, { ...sandbox, id: 'other' }, null)),
      request({ form: 'metadata' }),
    ];
    const digests = [one, ...other.map((asked) => decide(asked))].map((decision) => decision.requestDigest);
    expect(new Set(digests).size).toBe(other.length + 1);
    expect(one.decisionDigest).toMatch(/^sha256:[0-9a-f]{64}$/);
  });

  it('[G-S08] [G-018] a tightened policy denies the next use at once, and a looser wish changes nothing', () => {
    const strict = tighten(policy, { revision: 'governance:demo:2', ceilings: { workroom_projection: 'public' } });
    expect(decide(request(), { policy: strict })).toMatchObject({ disposition: 'deny', reasons: ['policy_revision_mismatch'] });
    expect(decide(request({ policyRevision: strict.revision }), { policy: strict })).toMatchObject({
      disposition: 'metadata_only',
    });
    const loose = tighten(strict, {
      revision: 'governance:demo:3',
      ceilings: { workroom_projection: 'restricted' },
      externalApprovalFloor: 'restricted',
    });
    expect(loose.channels.workroom_projection?.ceiling).toBe('public');
    expect(loose.externalApprovalFloor).toBe('confidential');
    expect(strict.digest).not.toBe(policy.digest);
  });

  it('[D-62] a model on this machine has its shipped contract, and no other base URL has one', () => {
    for (const url of ['http://127.0.0.1:8089/v1', 'http://localhost:11434', 'https://[::1]:1/', 'http://127.8.8.8']) {
      const declaration = loopbackDeclaration(url)!;
      expect(declaration).toMatchObject({
        external: false,
        noTraining: true,
        loggingMode: 'disabled',
        processingRegions: ['local'],
      });
      expect(decide(toModel(declaration))).toMatchObject({ disposition: 'full', reasons: ['authorized_minimum_disclosure'] });
    }
    for (const url of [
      'https://api.example',
      'http://localhost.example',
      'http://127.0.0.1.example/',
      'http://user@127.0.0.1',
      'ftp://localhost',
      '',
    ]) {
      expect(loopbackDeclaration(url)).toBeNull();
    }
    expect(digestOf('x')).toMatch(/^sha256:/);
  });
});
