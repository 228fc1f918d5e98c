// The Catalog in force: folded from its stream, its definitions opened from the vault once a revision.
import { digest, Rejection, systemActor } from '#domain/kernel';
import type { PayloadReference } from '#domain/kernel';
import { CATALOG_STREAM, catalogDecider, peopleOf, SpaceIndex } from '#domain/catalog';
import type { CatalogState, Definitions, IdentityLinks, ProjectPeople, WorkroomDefinition } from '#domain/catalog';
import type { Codec, StoredEvent } from '#contracts/codec';
import { foldStream } from '#journal';
import type { Folded, Journal } from '#journal';
import type { Vault } from '#vault';
import type { FactReader } from '../facts/fact-tail.js';

export interface CatalogView {
  /** null before the first save. */
  readonly revision: string | null;
  readonly definitions: Definitions;
  readonly spaces: SpaceIndex;
}

export interface CatalogPorts {
  readonly journal: Journal;
  readonly codec: Codec;
  readonly vault: Vault;
  readonly links: IdentityLinks;
}

const EMPTY: CatalogView = { revision: null, definitions: {}, spaces: new SpaceIndex({}) };
const READER = systemActor('ingress').principalId;

export class Catalog implements FactReader {
  readonly #ports: CatalogPorts;
  #folded: Folded<CatalogState> | undefined;
  #view: CatalogView = EMPTY;

  constructor(ports: CatalogPorts) {
    this.#ports = ports;
  }

  get view(): CatalogView {
    return this.#view;
  }

  async read(events: readonly StoredEvent[]): Promise<void> {
    if (events.some(({ streamId }) => streamId === CATALOG_STREAM)) await this.refresh();
  }

  /** Reads what was saved since the last time. */
  async refresh(): Promise<CatalogView> {
    const { journal, codec } = this.#ports;
    this.#folded = await foldStream(journal, catalogDecider, CATALOG_STREAM, codec, this.#folded);
    const { revision, definitionsRef } = this.#folded.state;
    if (revision !== this.#view.revision && definitionsRef) {
      const definitions = JSON.parse(await this.#open(definitionsRef)) as Definitions;
      this.#view = { revision, definitions, spaces: new SpaceIndex(definitions) };
    }
    return this.#view;
  }

  /** The definition of an enabled Project. Throws Rejection PROJECT_NOT_ACTIVE. */
  active(projectId: string): WorkroomDefinition {
    const definition = this.#view.definitions[projectId];
    if (definition?.enabled) return definition;
    throw new Rejection(
      'PROJECT_NOT_ACTIVE',
      `Project ${projectId} is not enabled in the Catalog; enable it there, or name another Project.`,
      { projectId },
    );
  }

  find(projectId: string): WorkroomDefinition | undefined {
    return this.#view.definitions[projectId];
  }

  people(definition: WorkroomDefinition): ProjectPeople {
    return peopleOf(definition, this.#ports.links);
  }

  #open(reference: PayloadReference): Promise<string> {
    return this.#ports.vault.open({
      reference,
      principalId: READER,
      purpose: 'orchestration',
      channel: 'context_view',
      disposition: 'full',
      decisionDigest: digest({ objectId: reference.receipt.objectId, purpose: 'orchestration', principalId: READER }),
    });
  }
}
