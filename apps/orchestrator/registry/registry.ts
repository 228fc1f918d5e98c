// What is published for each Project: Profiles, policies, packs and disclosure authority, folded from their streams; bodies from the vault.
import { GOVERNANCE_STREAM, governanceDecider } from '#domain/governance';
import type { AuthorityPublished, GovernanceState } from '#domain/governance';
import { compileProfile, PACKS_STREAM, profileDecider, profileStream } from '#domain/profile';
import type {
  CompiledProfile,
  PackManifest,
  PackPublished,
  PlanningPolicy,
  ProfileEvent,
  ProfileOverlay,
  ProfileState,
  PublishedPolicy,
} from '#domain/profile';
import type { PayloadReference, Recorded, StreamHead, TextRef } from '#domain/kernel';
import type { PlanAuthority } from '#domain/run';
import type { Codec, StoredEvent } from '#contracts/codec';
import { foldStream } from '#journal';
import type { Folded, Journal } from '#journal';
import type { Vault } from '#vault';
import type { FactReader } from '../facts/fact-tail.js';
import { openOwnBody } from '../payloads/own-body.js';

export interface ProjectSetup {
  readonly profile: CompiledProfile;
  readonly policy: PlanningPolicy;
}

interface ProjectRegistry {
  readonly state: ProfileState;
  readonly revision: StreamHead['revision'];
  readonly policies: ReadonlyMap<string, PublishedPolicy>;
}

export interface RegistryPorts {
  readonly journal: Journal;
  readonly codec: Codec;
  readonly vault: Vault;
}

const EMPTY: ProjectRegistry = { state: profileDecider.initial, revision: -1, policies: new Map() };

export class Registry implements FactReader {
  readonly #projects = new Map<string, ProjectRegistry>();
  /** Immutable bodies by object id: each is opened once. */
  readonly #bodies = new Map<string, Promise<unknown>>();
  readonly #setups = new Map<string, Promise<ProjectSetup>>();
  readonly #manifests = new Map<string, PayloadReference>();
  #packsRead = 0;
  #governance: Folded<GovernanceState> | undefined;

  constructor(private readonly ports: RegistryPorts) {}

  async read(events: readonly StoredEvent[]): Promise<void> {
    if (events.some(({ streamId }) => streamId === GOVERNANCE_STREAM)) await this.refreshAuthorities();
  }

  async refreshAuthorities(): Promise<void> {
    const { journal, codec } = this.ports;
    this.#governance = await foldStream(journal, governanceDecider, GOVERNANCE_STREAM, codec, this.#governance);
  }

  authority(projectId: string): AuthorityPublished | undefined {
    return this.#governance?.state.authorities[projectId];
  }

  /** The registry as the Journal has it now. */
  async registry(projectId: string): Promise<ProfileState> {
    return (await this.#project(projectId)).state;
  }

  /** The active Profile and the policy in force; null until both are published. */
  async active(projectId: string): Promise<ProjectSetup | null> {
    const { state } = await this.#project(projectId);
    if (!state.active || !state.policy) return null;
    return this.#setup(projectId, state.active.profileRevisionId, state.policy.policyRevisionId);
  }

  /** What a Run was planned under: it keeps it for life. */
  async pinned(projectId: string, authority: PlanAuthority): Promise<ProjectSetup> {
    await this.#project(projectId);
    return this.#setup(projectId, authority.profileRevisionId, authority.planningPolicyRevisionId);
  }

  async #project(projectId: string): Promise<ProjectRegistry> {
    const { journal, codec } = this.ports;
    const known = this.#projects.get(projectId) ?? EMPTY;
    let { state, revision } = known;
    const policies = new Map(known.policies);
    for await (const page of journal.readStream(profileStream(projectId), { from: revision + 1 })) {
      for (const stored of page) {
        const event = codec.open(stored) as Recorded<ProfileEvent>;
        state = profileDecider.evolve(state, event);
        revision = stored.revision;
        if (event.type === 'profile.policy_published') policies.set(event.data.policyRevisionId, event.data);
      }
    }
    const registry = { state, revision, policies };
    if (revision > known.revision) this.#projects.set(projectId, registry);
    return registry;
  }

  #setup(projectId: string, profileRevisionId: string, policyRevisionId: string): Promise<ProjectSetup> {
    const key = `${projectId} ${profileRevisionId} ${policyRevisionId}`;
    let setup = this.#setups.get(key);
    if (!setup) {
      setup = this.#compile(projectId, profileRevisionId, policyRevisionId);
      this.#setups.set(key, setup);
      setup.catch(() => this.#setups.delete(key));
    }
    return setup;
  }

  async #compile(projectId: string, profileRevisionId: string, policyRevisionId: string): Promise<ProjectSetup> {
    const { state, policies } = this.#projects.get(projectId) ?? EMPTY;
    const revision = state.revisions[profileRevisionId];
    const published = policies.get(policyRevisionId);
    if (!revision || !published) {
      throw new Error(
        `Project ${projectId} has no Profile ${profileRevisionId} with policy ${policyRevisionId} in its registry.`,
      );
    }
    await this.#readPacks();
    const packs = await Promise.all(revision.packs.map(({ id, version }) => this.#manifest(`${id}@${version}`)));
    const overlay = await this.#body<ProfileOverlay>(revision.overlayRef);
    const { charterRevision } = revision;
    const profile = compileProfile({ projectId, profileRevisionId, charterRevision, packs, overlay });
    if (profile.digest !== revision.digest) {
      throw new Error(`Profile ${profileRevisionId} compiles to ${profile.digest}, registered is ${revision.digest}.`);
    }
    return { profile, policy: await this.#body<PlanningPolicy>(published.policyRef) };
  }

  #manifest(key: string): Promise<PackManifest> {
    return this.#body<PackManifest>(this.#manifests.get(key) ?? null);
  }

  async #readPacks(): Promise<void> {
    for await (const page of this.ports.journal.readStream(PACKS_STREAM, { from: this.#packsRead })) {
      for (const { data, revision } of page) {
        const { packId, version, manifestRef } = data as unknown as PackPublished;
        if (manifestRef) this.#manifests.set(`${packId}@${version}`, manifestRef);
        this.#packsRead = revision + 1;
      }
    }
  }

  #body<T>(reference: TextRef): Promise<T> {
    if (!reference) throw new Error('A published pack, overlay or policy has no body.');
    const { objectId } = reference.receipt;
    let body = this.#bodies.get(objectId);
    if (!body) {
      body = openOwnBody(this.ports.vault, reference).then((text) => JSON.parse(text) as unknown);
      this.#bodies.set(objectId, body);
      body.catch(() => this.#bodies.delete(objectId));
    }
    return body as Promise<T>;
  }
}
