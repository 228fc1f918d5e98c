// The Catalog in force: folded from its stream, its definitions opened from the vault once a revision.
import { canonicalJson, Rejection } from '#domain/kernel';
import { CATALOG_STREAM, catalogDecider, peopleOf, SpaceIndex } from '#domain/catalog';
import type {
  CatalogReplaced,
  CatalogState,
  Definitions,
  IdentityLinks,
  ProjectPeople,
  WorkroomDefinition,
} from '#domain/catalog';
import type { Codec, StoredEvent } from '#contracts/codec';
import { foldStream } from '#journal';
import type { Folded, Journal } from '#journal';
import type { CatalogTable } from '#read-models';
import type { Vault } from '#vault';
import type { FactReader } from '../facts/fact-tail.js';
import { openOwnBody } from '../payloads/own-body.js';

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
  /** The read copy of the definitions in force. */
  readonly table: CatalogTable;
}

const EMPTY: CatalogView = { revision: null, definitions: {}, spaces: new SpaceIndex({}) };

export class Catalog implements FactReader {
  readonly #ports: CatalogPorts;
  #folded: Folded<CatalogState> | undefined;
  #view: CatalogView = EMPTY;
  /** By Project: the place among all saves of the one that last changed it; by revision: its last place. */
  readonly #changedAt = new Map<string, number>();
  readonly #placeOf = new Map<string, number>();
  #saves = 0;

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
    const from = (this.#folded?.head.revision ?? -1) + 1;
    for await (const page of journal.readStream(CATALOG_STREAM, { from })) for (const event of page) this.#note(event);
    this.#folded = await foldStream(journal, catalogDecider, CATALOG_STREAM, codec, this.#folded);
    const { revision, definitionsRef } = this.#folded.state;
    if (revision !== this.#view.revision && definitionsRef) {
      const definitions = JSON.parse(await openOwnBody(this.#ports.vault, definitionsRef)) as Definitions;
      this.#view = { revision, definitions, spaces: new SpaceIndex(definitions) };
      await this.#copy(definitions, revision);
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

  /** Whether the Project stands as it did at this Catalog revision. */
  unchangedSince(projectId: string, revision: string): boolean {
    const place = this.#placeOf.get(revision);
    return place !== undefined && place >= (this.#changedAt.get(projectId) ?? Infinity);
  }

  find(projectId: string): WorkroomDefinition | undefined {
    return this.#view.definitions[projectId];
  }

  people(definition: WorkroomDefinition): ProjectPeople {
    return peopleOf(definition, this.#ports.links);
  }

  async #copy(definitions: Definitions, revision: string | null): Promise<void> {
    if (revision === null) return;
    const sequence = this.#folded?.head.revision ?? -1;
    const definitionsJson = canonicalJson(definitions);
    await this.#ports.table.save({ sequence, revision, definitionsJson, updatedAt: this.#ports.journal.now() });
  }

  #note({ data }: StoredEvent): void {
    const { revision, changedProjectIds } = data as unknown as CatalogReplaced;
    this.#saves += 1;
    this.#placeOf.set(revision, this.#saves);
    for (const projectId of changedProjectIds) this.#changedAt.set(projectId, this.#saves);
  }
}
