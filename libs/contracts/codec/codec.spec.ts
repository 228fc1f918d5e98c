import * as fc from 'fast-check';
import { canonicalJson, eventIdOf, PAYLOAD_KIND, systemActor } from '#domain/kernel';
import type { DomainEvent, PayloadReference } from '#domain/kernel';
import { createHistory } from '#contracts/history';
import { createCodec, envelopeText, isHashSound, isRowSound, plainCodec, rowOf, storedEvent, ZERO_HASH } from './index.js';
import type { Codec, SealContext } from './index.js';

const COMMAND_ID = '0198c0de-0000-7000-8000-000000000001';

const context = (over: Partial<SealContext['metadata']> = {}): SealContext => ({
  streamId: 'run-r1',
  head: { revision: -1, hash: ZERO_HASH },
  metadata: {
    recordedAt: 1_700_000_000_000,
    actor: systemActor('scheduler'),
    commandId: COMMAND_ID,
    correlationId: null,
    causationId: null,
    projectId: 'demo',
    traceparent: null,
    ...over,
  },
  eventId: (ordinal) => eventIdOf(COMMAND_ID, ordinal),
});

const reference = (fieldPath = 'title'): PayloadReference => ({
  version: 1,
  kind: PAYLOAD_KIND,
  fieldPath,
  contentHash: `hmac-sha256:${'a'.repeat(64)}`,
  receipt: { objectId: 'object-1', descriptorDigest: `sha256:${'b'.repeat(64)}` },
});

const seal = (data: unknown, codec: Codec = plainCodec, type = 'task.planned') => codec.seal([{ type, data }], context());

describe('seal', () => {
  it('[K-020] chains every event to the one before it, the first to 64 zeros', () => {
    const [first, second] = plainCodec.seal(
      [
        { type: 'run.created', data: { projectId: 'demo', title: reference() } },
        { type: 'run.paused', data: { operationId: 'op-1' } },
      ],
      context(),
    );
    expect(first).toMatchObject({ revision: 0, prevHash: ZERO_HASH, envelopeVersion: 3, schemaVersion: 1 });
    expect(second).toMatchObject({ revision: 1, prevHash: first!.hash });
    expect(isHashSound(first!)).toBe(true);
    expect(first!.hash).toMatch(/^[0-9a-f]{64}$/);
  });

  it('[K-020] hashes exactly the canonical JSON of the envelope without hash and globalPosition', () => {
    const [sealed] = seal({ z: 1, a: [true, null, ''], m: { k: 'v' } });
    const { hash: _, ...rest } = { ...sealed! };
    expect(envelopeText(sealed!)).toBe(canonicalJson(rest));
  });

  it('[K-019] always writes all seven metadata keys', () => {
    const [sealed] = seal({});
    expect(Object.keys(sealed!.metadata).toSorted()).toEqual(
      ['actor', 'causationId', 'commandId', 'correlationId', 'projectId', 'recordedAt', 'traceparent'].toSorted(),
    );
  });

  it.each([
    ['a sentence', { note: 'fix the failing build' }],
    ['a sentence deep inside', { plan: { tasks: [{ label: 'please fix it' }] } }],
    ['a key that is a sentence', { 'fix the build': true }],
    ['a single word in a text key', { title: 'audit' }],
    ['an empty text in a text key', { title: '' }],
    ['text beside a reference', { title: { ...reference(), body: 'fix' } }],
    ['a reference with a plain hash', { title: { ...reference(), contentHash: `sha256:${'a'.repeat(64)}` } }],
    ['an address', { where: 'https://user:secret@host/path' }],
    ['another script', { name: '修复' }],
    ['an id beyond 256 characters', { id: 'x'.repeat(257) }],
    ['undefined', { a: undefined }],
    ['a number that is not finite', { a: Number.NaN }],
    ['no record', 'text'],
  ])('[K-018] refuses %s', (_, data) => {
    expect(() => seal(data)).toThrow(expect.objectContaining({ code: 'VALUE_INVALID' }) as Error);
  });

  it('[K-018] names the path of what it refuses, never the value', () => {
    expect(() => seal({ plan: { note: 'a secret sentence' } })).toThrow(/\/plan\/note/);
    expect(() => seal({ plan: { note: 'a secret sentence' } })).not.toThrow(/secret/);
  });

  it('[K-018] takes references, ids, digests, closed words, numbers, booleans, null and empty values', () => {
    const data = {
      title: reference(),
      reason: null,
      id: 'agent:coder',
      digest: `sha256:${'0'.repeat(64)}`,
      n: 1.5,
      yes: true,
      none: [],
      e: '',
    };
    expect(seal(data)[0]!.data).toEqual(data);
  });

  it('[K-018] refuses prose wherever it hides', () => {
    const prose = fc.string({ minLength: 1 }).filter((text) => /[^A-Za-z0-9:._@/+=#-]/.test(text));
    fc.assert(
      fc.property(prose, fc.array(fc.constantFrom('a', 'b', 'c'), { minLength: 1, maxLength: 5 }), (text, path) => {
        const data = path.reduceRight<unknown>((inner, key) => ({ [key]: [inner] }), text);
        expect(() => seal(data)).toThrow(expect.objectContaining({ code: 'VALUE_INVALID' }) as Error);
      }),
    );
  });

  it.each([
    ['a commandId that is no UUID version 7', { commandId: '0198c0de-0000-4000-8000-000000000001' }],
    ['a traceparent that is none', { traceparent: 'fix the build' }],
    ['an actor with prose', { actor: { principalId: 'fix the build', kind: 'human', role: 'sponsor' } }],
    ['a time that is no integer', { recordedAt: 1.5 }],
  ] as const)('[K-019] refuses %s', (_, metadata) => {
    expect(() => plainCodec.seal([{ type: 'run.paused', data: {} }], context(metadata))).toThrow(
      expect.objectContaining({ code: 'VALUE_INVALID' }) as Error,
    );
  });
});

describe('catalogue', () => {
  const codec = createCodec(
    [
      { 'task.planned': { schemaVersion: 2, keys: ['taskKey', 'reason?'], text: ['reason'] } },
      { 'run.created': { schemaVersion: 1, text: ['plan.tasks.*.goal'] } },
    ],
    createHistory([{ type: 'task.planned', from: 1, upcast: ({ key }) => ({ taskKey: key }) }]),
  );

  const stored = (type: string, schemaVersion: number, data: object) =>
    storedEvent(rowOf({ ...seal(data, plainCodec, type)[0]!, schemaVersion } as never, 1));

  it('[K-017] writes the current version', () => {
    expect(seal({ taskKey: 't1' }, codec)[0]!.schemaVersion).toBe(2);
  });

  it('[K-017] reads a superseded version through its upcaster', () => {
    expect(codec.open(stored('task.planned', 1, { key: 't1' }))).toEqual({
      type: 'task.planned',
      data: { taskKey: 't1' },
      at: 1_700_000_000_000,
    });
  });

  it.each([
    ['a type outside the catalogue', 'task.invented', 1],
    ['a version ahead of the code', 'task.planned', 3],
    ['a version that nobody can read', 'run.created', 0],
  ])('[K-121] stops at %s', (_, type, version) => {
    expect(() => codec.open(stored(type, version, {}))).toThrow(expect.objectContaining({ code: 'EVENT_UNKNOWN' }) as Error);
  });

  it('[K-121] seals no type outside the catalogue', () => {
    expect(() => seal({}, codec, 'task.invented')).toThrow(expect.objectContaining({ code: 'EVENT_UNKNOWN' }) as Error);
  });

  it.each([
    ['an unknown key', 'task.planned', { taskKey: 't1', extra: 1 }],
    ['a missing key', 'task.planned', {}],
    ['a word in a declared text key', 'task.planned', { taskKey: 't1', reason: 'because' }],
    ['a word in a declared nested text key', 'run.created', { plan: { tasks: [{ goal: 'audit' }] } }],
  ])('[K-004] refuses %s', (_, type, data) => {
    expect(() => seal(data, codec, type)).toThrow(expect.objectContaining({ code: 'VALUE_INVALID' }) as Error);
  });

  it('[K-031] refuses one type in two catalogues as a defect', () => {
    expect(() => createCodec([{ 'run.created': { schemaVersion: 1 } }, { 'run.created': { schemaVersion: 1 } }])).toThrow(
      /registered twice/,
    );
  });

  it('[K-017] refuses two upcasters for one version as a defect', () => {
    const upcaster = { type: 'run.created', from: 1, upcast: (data: object) => ({ ...data }) };
    expect(() => createHistory([upcaster, upcaster])).toThrow(/Two upcasters/);
  });
});

describe('rows', () => {
  const row = () => rowOf(seal({ taskKey: 't1' })[0]!, 7);

  it('[K-052] gives back the sealed event with its position', () => {
    const event = storedEvent(row());
    expect({ ...event }).toEqual({ ...seal({ taskKey: 't1' })[0]!, globalPosition: 7 });
    expect(isHashSound(event)).toBe(true);
    expect(isRowSound(event)).toBe(true);
  });

  it.each(['dataJson', 'metadataJson', 'streamId', 'type', 'prevHash', 'eventId'] as const)(
    '[K-S17] a changed %s breaks the hash',
    (key) => {
      const { [key]: text } = row();
      const changed = key.endsWith('Json') ? ` ${text}` : `${text}0`;
      expect(isHashSound(storedEvent({ ...row(), [key]: changed }))).toBe(false);
    },
  );

  it('[K-052] a row moved to another position does not fit its binding', () => {
    expect(isRowSound(storedEvent({ ...row(), globalPosition: 8 }))).toBe(false);
  });

  it('[K-020] any content-free data survives seal, store and read unchanged', () => {
    const leaf = fc.oneof(
      fc.boolean(),
      fc.constant(null),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.constant('word:1'),
    );
    const { tree } = fc.letrec((tie) => ({
      tree: fc.oneof(leaf, fc.array(tie('tree')), fc.dictionary(fc.stringMatching(/^k[a-z0-9]{0,5}$/), tie('tree'))),
    }));
    fc.assert(
      fc.property(tree, (value) => {
        const events: DomainEvent[] = [{ type: 'run.created', data: { value } }];
        const [sealed] = plainCodec.seal(events, context());
        const event = storedEvent(rowOf(sealed!, 1));
        expect(isHashSound(event)).toBe(true);
        expect(canonicalJson(event.data)).toBe(canonicalJson({ value }));
      }),
    );
  });
});
