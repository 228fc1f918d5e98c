// Domain event ⇄ envelope. On the way in: catalogued, content-free, hashed. On the way out: known type and version, else the fold stops.
import { canonicalJson, checkId, isId, Rejection } from '#domain/kernel';
import type { DomainEvent, Recorded, StreamHead } from '#domain/kernel';
import { createHistory } from '../history/index.js';
import type { History } from '../history/index.js';
import { mergeCatalogues } from './catalogue.js';
import type { EventCatalogue, EventDefinition } from './catalogue.js';
import { checkContentFree } from './content-free.js';
import { envelopeOf } from './envelope-text.js';
import { ENVELOPE_VERSION } from './envelope.js';
import type { Envelope, EnvelopeMetadata, StoredEvent } from './envelope.js';

const UUID_V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const TRACEPARENT = /^[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/;
const EVENT_TYPE = /^[a-z][a-z0-9_]*(\.[a-z][a-z0-9_]*)+$/;

export interface SealContext {
  readonly streamId: string;
  /** What the batch stands on. */
  readonly head: StreamHead;
  /** Stamped on every event of the batch. */
  readonly metadata: EnvelopeMetadata;
  /** UUID version 7 of the nth event of the batch, from 0. */
  eventId(ordinal: number): string;
}

export interface Codec {
  /** Throws Rejection VALUE_INVALID (text in a fact, malformed metadata) or EVENT_UNKNOWN (type not in the catalogue). */
  seal(events: readonly DomainEvent[], context: SealContext): readonly Envelope[];
  /** What `evolve` sees. Throws Rejection EVENT_UNKNOWN for a type outside the catalogue or a version without a way to the current one. */
  open(event: StoredEvent): Recorded<DomainEvent>;
}

/** A UUID version 7, else Rejection VALUE_INVALID. */
export function checkUuidV7(value: unknown, name: string): string {
  if (typeof value === 'string' && UUID_V7.test(value)) return value;
  throw new Rejection('VALUE_INVALID', `${name} must be a UUID version 7 in lower case.`, { field: name });
}

const nullable = (value: string | null, name: string): string | null =>
  value === null ? null : checkId(value, `metadata.${name}`);

/** All seven keys, in the order of canonical JSON; a value that could carry prose is refused. */
function checkMetadata(metadata: EnvelopeMetadata): EnvelopeMetadata {
  const { recordedAt, actor, traceparent } = metadata;
  if (!Number.isSafeInteger(recordedAt)) {
    throw new Rejection('VALUE_INVALID', 'metadata.recordedAt must be integer epoch milliseconds.', { field: 'recordedAt' });
  }
  if (traceparent !== null && !TRACEPARENT.test(traceparent)) {
    throw new Rejection('VALUE_INVALID', 'metadata.traceparent must be a W3C traceparent.', { field: 'traceparent' });
  }
  return {
    actor: {
      kind: checkId(actor.kind, 'actor.kind') as typeof actor.kind,
      principalId: checkId(actor.principalId, 'actor.principalId'),
      role: checkId(actor.role, 'actor.role') as typeof actor.role,
    },
    causationId: nullable(metadata.causationId, 'causationId'),
    commandId: checkUuidV7(metadata.commandId, 'commandId'),
    correlationId: nullable(metadata.correlationId, 'correlationId'),
    projectId: nullable(metadata.projectId, 'projectId'),
    recordedAt,
    traceparent,
  };
}

function unknownEvent(type: string, detail: string, at: Readonly<Record<string, unknown>>): Rejection {
  const name = isId(type) ? type : '(unreadable)';
  return new Rejection('EVENT_UNKNOWN', `Event type ${name} ${detail}; it is never skipped. Run a build that knows it.`, {
    type: name,
    ...at,
  });
}

class CatalogueCodec implements Codec {
  constructor(
    private readonly definitionOf: (type: string) => EventDefinition | undefined,
    private readonly history: History,
  ) {}

  seal(events: readonly DomainEvent[], context: SealContext): readonly Envelope[] {
    const metadata = checkMetadata(context.metadata);
    const metadataJson = canonicalJson(metadata);
    const streamId = checkId(context.streamId, 'streamId');
    let { revision, hash: prevHash } = context.head;
    return events.map(({ type, data }, ordinal) => {
      const definition = this.definitionOf(type);
      if (!definition) throw unknownEvent(type, 'is not in the catalogue', { streamId });
      checkContentFree(type, data, definition);
      revision += 1;
      const envelope = envelopeOf(
        {
          streamId,
          revision,
          eventId: checkUuidV7(context.eventId(ordinal), 'eventId'),
          envelopeVersion: ENVELOPE_VERSION,
          type,
          schemaVersion: definition.schemaVersion,
          dataJson: canonicalJson(data),
          metadataJson,
          prevHash,
        },
        data as Readonly<Record<string, unknown>>,
        metadata,
      );
      prevHash = envelope.hash;
      return envelope;
    });
  }

  open(event: StoredEvent): Recorded<DomainEvent> {
    const { type, schemaVersion, streamId, revision } = event;
    const current = this.definitionOf(type)?.schemaVersion;
    if (current === undefined) throw unknownEvent(type, 'is not in the catalogue', { streamId, revision });
    if (schemaVersion === current) return { type, data: event.data, at: event.metadata.recordedAt };
    if (schemaVersion > current || schemaVersion < this.history.oldest(type, current)) {
      throw unknownEvent(type, `has the unknown schemaVersion ${schemaVersion}`, { streamId, revision, schemaVersion });
    }
    return { type, data: this.history.upcast(type, event.data, schemaVersion, current), at: event.metadata.recordedAt };
  }
}

/** A codec that knows exactly these event types. */
export function createCodec(catalogues: readonly EventCatalogue[], history: History = createHistory([])): Codec {
  const definitions = new Map(Object.entries(mergeCatalogues(...catalogues)));
  return new CatalogueCodec((type) => definitions.get(type), history);
}

const FIRST_VERSION: EventDefinition = { schemaVersion: 1 };

/** A codec for any well-formed event type at version 1: the content-free check alone. Whoever folds still refuses a type unknown to it. */
export const plainCodec: Codec = new CatalogueCodec(
  (type) => (EVENT_TYPE.test(type) ? FIRST_VERSION : undefined),
  createHistory([]),
);
