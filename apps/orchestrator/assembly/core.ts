// What every part of the orchestrator stands on: the working sets, the readers of facts, and the way to the Journal.
import { BUILT_IN_AGENTS } from '#domain/catalog';
import type { CatalogContext } from '#domain/catalog';
import type { ModelDeclaration } from '#domain/governance';
import type { Codec } from '#contracts/codec';
import { Catalog } from '../catalog/catalog.js';
import { Commands } from '../facts/commands.js';
import { factCodec } from '../facts/fact-codec.js';
import { FactTail } from '../facts/fact-tail.js';
import { InboxBoard } from '../facts/inbox-board.js';
import { RunBoard } from '../facts/run-board.js';
import { BodyReader } from '../payloads/body-reader.js';
import { Disclosure } from '../payloads/disclosure.js';
import { ReferencedMarker } from '../payloads/referenced-marker.js';
import { Authorities } from '../people/authority.js';
import { availableHere } from '../registry/available.js';
import { Initializer } from '../registry/initializer.js';
import type { Available } from '../registry/initializer.js';
import { coverDigest, covers } from '../registry/model-cover.js';
import { Registry } from '../registry/registry.js';
import { RoomVoice } from '../rooms/room-voice.js';
import type { OrchestratorPorts } from './ports.js';

export interface Core {
  readonly ports: OrchestratorPorts;
  readonly codec: Codec;
  readonly now: () => number;
  readonly newId: () => string;
  readonly commands: Commands;
  readonly catalog: Catalog;
  readonly catalogContext: CatalogContext;
  readonly registry: Registry;
  readonly runs: RunBoard;
  readonly inboxes: InboxBoard;
  readonly tail: FactTail;
  readonly disclosure: Disclosure;
  readonly bodies: BodyReader;
  readonly authorities: Authorities;
  readonly voice: RoomVoice;
  readonly available: Available;
  readonly initializer: Initializer;
  readonly hasAuthority: (projectId: string) => boolean;
  /** The declaration of a model provider that is in force for a Project; null without one. */
  readonly declaration: (projectId: string, alias: string) => ModelDeclaration | null;
  /** The Project of an Assignment that is active now. */
  readonly runOfAssignment: (assignmentId: string) => { readonly runId: string; readonly projectId: string } | undefined;
}

export function makeCore(ports: OrchestratorPorts): Core {
  const { journal, vault, feed, workingSet, settings, newId, conversations } = ports;
  const codec = factCodec;
  const now = (): number => journal.now();
  const commands = new Commands(journal, codec);
  const catalog = new Catalog({ journal, codec, vault, links: settings.links, table: ports.catalogTable });
  const registry = new Registry({ journal, codec, vault });
  const runs = new RunBoard({ journal, codec, workingSet });
  const inboxes = new InboxBoard(journal, codec);
  const hasAuthority = (projectId: string): boolean => {
    const authority = registry.authority(projectId);
    return authority !== undefined && catalog.unchangedSince(projectId, authority.catalogRevision);
  };
  const { offered, declarations } = settings;
  const isAccepted = (projectId: string): boolean =>
    covers(registry.authority(projectId), coverDigest(disclosure.publishedPolicy(projectId).digest, offered));
  const declaration = (projectId: string, alias: string): ModelDeclaration | null =>
    declarations.get(alias) ?? (offered?.alias === alias && isAccepted(projectId) ? offered.declaration : null);
  const disclosure = new Disclosure({ catalog, hasAuthority, declaration, tenantId: settings.tenantId, now });
  const available = availableHere(settings.agents, settings.sandbox);
  const { policy: options, trustedPublishers } = settings;
  const governancePolicyDigest = (projectId: string): string => disclosure.publishedPolicy(projectId).digest;
  const { acceptOffered } = settings;
  return {
    ...{ ports, codec, now, newId, commands, catalog, registry, runs, inboxes, disclosure, available, hasAuthority, declaration },
    catalogContext: {
      agents: new Set([...BUILT_IN_AGENTS, ...settings.agents.keys()]),
      endpoints: settings.endpoints,
      links: settings.links,
      agentPrincipals: settings.agentPrincipals,
    },
    // What marks objects as referenced reads first: the place from which a restart goes on is kept by those behind it.
    tail: new FactTail(feed, [new ReferencedMarker(vault), catalog, registry, inboxes, runs], ports.onDefect),
    bodies: new BodyReader(vault, disclosure),
    authorities: new Authorities(catalog, settings.agentPrincipals),
    voice: new RoomVoice({ events: conversations, vault, now, newId }, catalog),
    initializer: new Initializer({
      ...{ commands, vault, catalog, registry, available, options, trustedPublishers, governancePolicyDigest },
      ...{ offered, acceptOffered, newId },
    }),
    runOfAssignment: (assignmentId) => {
      const run = runs.open.find(({ folded }) => folded.state.assignments.some((one) => one.assignmentId === assignmentId));
      return run && { runId: run.runId, projectId: run.folded.state.projectId };
    },
  };
}
