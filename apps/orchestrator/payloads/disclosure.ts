// May this body go there? Decided anew at each use, from the descriptor, the Catalog and the authority as they stand now.
import {
  consoleDestination,
  decideDisclosure,
  defaultGovernancePolicy,
  localDestination,
  modelDestination,
  principalOf,
  roomDestination,
} from '#domain/governance';
import type {
  Channel,
  DataDescriptor,
  Destination,
  DisclosureDecision,
  GovernancePolicy,
  ModelDeclaration,
  PrincipalRole,
  ProjectTenant,
  Purpose,
} from '#domain/governance';
import type { Catalog } from '../catalog/catalog.js';

export interface Reader {
  readonly principalId: string;
  readonly role: PrincipalRole;
}

export interface DisclosureQuestion {
  readonly reader: Reader;
  readonly purpose: Purpose;
  readonly channel: Channel;
  /** Alias of the model provider; only with channel model_provider. */
  readonly alias?: string;
}

export interface DisclosurePorts {
  readonly catalog: Catalog;
  /** Whether a Sponsor has issued disclosure authority for the Project, and the Project is still what it was issued for. */
  readonly hasAuthority: (projectId: string) => boolean;
  /** The declaration in force for a model provider; null without one. */
  readonly declaration: (projectId: string, alias: string) => ModelDeclaration | null;
  /** `ai.workroom.disclosure.tenantId`; null: each Project is a tenant of its own. */
  readonly tenantId: string | null;
  readonly now: () => number;
}

export class Disclosure {
  constructor(private readonly ports: DisclosurePorts) {}

  /** Pure but for the clock; nothing is opened or recorded here. */
  decide(descriptor: DataDescriptor, question: DisclosureQuestion): DisclosureDecision {
    const { reader, purpose, channel } = question;
    const tenant = this.#tenant(descriptor.projectId);
    const policy = this.policy(descriptor.projectId);
    const destination = this.#destination(tenant, question);
    const { contract, recipients } = destination ?? localDestination(tenant, `unknown:${channel}`);
    return decideDisclosure(
      {
        descriptor,
        quarantined: false,
        erased: false,
        principal: principalOf(reader.principalId, reader.role, tenant),
        purpose,
        channel,
        destination: contract,
        recipients,
        policyRevision: policy.revision,
        form: 'body',
      },
      {
        policy,
        contracts: new Map(destination ? [[contract.endpointId, contract]] : []),
        approvals: [],
        now: this.ports.now(),
      },
    );
  }

  /** Without authority no channel has a policy, so that nothing is disclosed. */
  policy(projectId: string): GovernancePolicy {
    const policy = this.publishedPolicy(projectId);
    return this.ports.hasAuthority(projectId) ? policy : { ...policy, channels: {} };
  }

  /** What a Sponsor's authority covers. */
  publishedPolicy(projectId: string): GovernancePolicy {
    return defaultGovernancePolicy(projectId, this.#tenant(projectId).tenantId);
  }

  #tenant(projectId: string): ProjectTenant {
    return { projectId, tenantId: this.ports.tenantId ?? `workroom:${projectId}` };
  }

  #destination(tenant: ProjectTenant, { channel, reader, alias }: DisclosureQuestion): Destination | null {
    const definition = this.ports.catalog.find(tenant.projectId);
    switch (channel) {
      case 'context_view':
      case 'evidence_port':
        return localDestination(tenant, `${channel}:${reader.principalId}`);
      case 'console':
        return consoleDestination(tenant, principalOf(reader.principalId, reader.role, tenant));
      case 'workroom_projection':
        return definition?.conversation ? roomDestination(tenant, definition.conversation, null) : null;
      case 'sponsor_projection':
        return definition?.sponsorConversation ? roomDestination(tenant, definition.sponsorConversation, null) : null;
      case 'model_provider': {
        const declaration = alias === undefined ? null : this.ports.declaration(tenant.projectId, alias);
        return declaration && alias !== undefined ? modelDestination(tenant, alias, declaration) : null;
      }
      case 'a2a':
      case 'repository_projection':
        return null;
    }
  }
}
