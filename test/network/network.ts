// Every app in one process over memory drivers. Wait for facts, not for time: `settled()`.
import { Test } from '@nestjs/testing';
import type { TestingModule } from '@nestjs/testing';
import { v7 } from 'uuid';
import { planRequest } from '#agent-runtime';
import { BOOTSTRAP_SPONSOR } from '#domain/catalog';
import type { WorkroomDefinition } from '#domain/catalog';
import { isTerminal, runDecider } from '#domain/run';
import type { RunState } from '#domain/run';
import type { StoredEvent } from '#contracts/codec';
import { foldStream } from '#journal';
import { CommandClient } from '#contracts/commands';
import type { Caller, Submitted } from '#contracts/commands';
import { MemoryConversationEvents } from '#conversation/inbound/memory';
import { MemoryWorkingSet } from '#feed/memory';
import { TailFeed } from '#feed/tail';
import { MemoryJournal, MemoryStore } from '#journal/memory';
import { MemoryCatalogTable } from '#read-models/stores/memory';
import { EncryptedVault, ephemeralRootKey } from '#vault';
import type { RootKey } from '#vault';
import { MemoryVaultStore } from '#vault/memory';
import type { OrchestratorPorts } from '../../apps/orchestrator/assembly/ports.js';
import { factCodec } from '../../apps/orchestrator/facts/fact-codec.js';
import { Orchestrator } from '../../apps/orchestrator/orchestrator.js';
import { OrchestratorModule } from '../../apps/orchestrator/orchestrator.module.js';
import type { Runtime } from '../../apps/orchestrator/orchestrator.module.js';
import type { OrchestratorSettings } from '../../apps/orchestrator/settings.js';
import { Lifetime } from './lifetime.js';
import { seedCatalog } from './seed-catalog.js';

/** What outlives a process: the network can be killed and started again on it. */
export class Disk {
  readonly journal = new MemoryStore();
  readonly vault = new MemoryVaultStore();
  readonly conversations = new MemoryConversationEvents();
  readonly workingSet = new MemoryWorkingSet();
  readonly catalogTable = new MemoryCatalogTable();
  readonly rootKey: RootKey = ephemeralRootKey();
  /** The store's clock, epoch milliseconds: it stands still until it is moved. */
  now = 1_700_000_000_000;
}

export const SETTINGS: OrchestratorSettings = {
  links: [],
  agents: new Map(),
  endpoints: new Set(['sandbox:local']),
  agentPrincipals: new Set(),
  trustedPublishers: new Set([BOOTSTRAP_SPONSOR]),
  tenantId: null,
  policy: {},
  clarificationOpenMs: 24 * 3_600_000,
  provider: null,
  declarations: new Map(),
  offered: null,
  acceptOffered: false,
  contractHint: 'Set ANTHROPIC_API_KEY.',
  sandbox: false,
  demoWorkspace: '/repository',
};

export const ROOM = { adapter: 'sandbox', endpoint: 'local', kind: 'group', id: 'demo' } as const;
export const BASE_REVISION = 'a'.repeat(40);

export interface NetworkOptions {
  readonly disk?: Disk;
  readonly lifetime?: Lifetime;
  /** A Journal that another network of this process has opened: both write. */
  readonly journal?: MemoryJournal;
  /** Changes the demo definition before anything is said. */
  readonly definition?: Partial<WorkroomDefinition>;
  readonly settings?: Partial<OrchestratorSettings>;
  readonly ports?: Partial<OrchestratorPorts>;
}

export interface SayOptions {
  readonly by?: string;
  readonly replyTo?: string;
  readonly sourceKey?: string;
}

export class Network {
  readonly defects: unknown[] = [];
  readonly log: { level: string; message: string; fields: object }[] = [];
  #messages = 0;

  private constructor(
    readonly disk: Disk,
    private readonly nest: TestingModule,
    readonly orchestrator: Orchestrator,
    readonly client: CommandClient,
    readonly journal: MemoryJournal,
  ) {}

  static async start(options: NetworkOptions = {}): Promise<Network> {
    const disk = options.disk ?? new Disk();
    const lifetime = options.lifetime ?? new Lifetime();
    const now = (): number => disk.now;
    const journal = options.journal ?? lifetime.guard(new MemoryJournal({ store: disk.journal, clock: now }), ['append']);
    const vaultStore = lifetime.guard(disk.vault, ['register', 'reference', 'abandon', 'erase', 'audit', 'addProjectKey']);
    const vault = new EncryptedVault(vaultStore, { rootKey: disk.rootKey, now });
    if (options.definition) await seedCatalog(journal, vault, '/repository', options.definition);
    const defects: unknown[] = [];
    const log: Network['log'] = [];
    const ports: OrchestratorPorts = {
      journal,
      feed: new TailFeed(journal),
      workingSet: lifetime.guard(disk.workingSet, ['save']),
      vault,
      conversations: lifetime.guard(disk.conversations, ['append']),
      planRequest,
      plannerModel: null,
      resolveBaseRevision: () => Promise.resolve(BASE_REVISION),
      directory: { list: () => Promise.resolve([]) },
      catalogTable: disk.catalogTable,
      settings: { ...SETTINGS, ...options.settings },
      newId: () => v7(),
      log: (level, message, fields) => void log.push({ level, message, fields }),
      onDefect: (name, error) => void defects.push(name, error),
      ...options.ports,
    };
    const runtime: Runtime = { ports, close: () => journal.close() };
    const nest = await Test.createTestingModule({
      imports: [OrchestratorModule.register(() => Promise.resolve(runtime))],
    }).compile();
    nest.useLogger(false);
    await nest.init();
    const network = new Network(disk, nest, nest.get(Orchestrator), nest.get(CommandClient), journal);
    Object.assign(network, { defects, log });
    return network;
  }

  /** A person, as the gateway proves them. */
  static as(principalId: string): Caller {
    return { capability: { sub: 'system:gateway', role: 'gateway' }, onBehalfOf: { principalId, provenBy: 'token' } };
  }

  /** Says something in the demo room. */
  say(text: string, { by = BOOTSTRAP_SPONSOR, replyTo, sourceKey = this.#nextMessage() }: SayOptions = {}): Promise<Submitted> {
    return this.client.ingress.submit(Network.as(by), {
      address: ROOM,
      sourceKey,
      text,
      ...(replyTo === undefined ? {} : { replyTo }),
    });
  }

  #nextMessage(): string {
    this.#messages += 1;
    return `message-${this.#messages}`;
  }

  /** What the room shows, newest last: author and text. */
  async room(): Promise<readonly string[]> {
    const { messages } = await this.client.queries.messages(Network.as(BOOTSTRAP_SPONSOR), {
      address: ROOM,
      after: 0,
      limit: 200,
    });
    return messages.map(({ author, body }) => `${author}: ${body.text ?? body.disposition}`);
  }

  async facts(streamId?: string): Promise<readonly StoredEvent[]> {
    const facts: StoredEvent[] = [];
    for await (const page of this.journal.readAll({ after: 0 })) facts.push(...page);
    return streamId === undefined ? facts : facts.filter((fact) => fact.streamId === streamId);
  }

  async settled(): Promise<void> {
    await this.orchestrator.settled();
    if (this.defects.length > 0) throw new Error('A loop met a defect.', { cause: this.defects });
  }

  /** The only Run, as the Journal has it now. */
  async run(): Promise<RunState> {
    const created = (await this.facts()).filter(({ type }) => type === 'run.created');
    if (created.length !== 1) throw new Error(`There are ${created.length} Runs.`);
    const streamId = created[0]?.streamId ?? '';
    return (await foldStream(this.journal, runDecider, streamId, factCodec)).state;
  }

  /** Waits until the only Run is over. */
  ended(): Promise<RunState> {
    return this.until(isTerminal);
  }

  /** Waits for facts until this holds of the only Run. */
  async until(holds: (state: RunState) => boolean): Promise<RunState> {
    for (;;) {
      const position = await this.journal.position();
      await this.settled();
      const state = await this.run();
      if (holds(state)) return state;
      await this.#nextFact(position);
    }
  }

  async #nextFact(after: number): Promise<void> {
    if ((await this.journal.position()) > after) return;
    await new Promise<void>((resolve) => {
      const stop = this.journal.onAppend(() => {
        stop();
        resolve();
      });
    });
  }

  /** Moves the store's clock and looks at it. */
  async pass(ms: number): Promise<void> {
    this.disk.now += ms;
    this.orchestrator.tick();
    await this.settled();
  }

  /** Ends the process in order. */
  async stop(): Promise<void> {
    await this.nest.close();
  }
}
