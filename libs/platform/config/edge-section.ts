// The edges: GitHub endpoints, remote agents, the assistant's runtime, stores and brokers.
import { z } from 'zod';
import { name, positive, secret, text, url } from './values.js';

const github = z.strictObject({
  app_id: z.union([positive(), text()]),
  /** PEM text or the path of a file. */
  private_key: secret(),
  webhook_secret: secret(),
  botLogin: text().optional(),
  auto_reply_repos: z.array(z.string().regex(/^[^/\s]+\/[^/\s]+$/, 'use owner/repo')).default([]),
  /** Numeric ids of bots whose comments are discussion. */
  allowedBots: z.array(positive()).default([]),
  discussion: z.enum(['mention', 'all']).default('mention'),
  path: text().default('/github/webhook'),
  api_url: url().optional(),
});

/** By adapter and endpoint name, as addresses say it. */
export const endpointsSection = z.strictObject({ github: z.record(name(), github).default({}) });

const callback = z.strictObject({
  endpointId: text(),
  tenantId: text(),
  cardDigest: text(),
  authBindingId: text(),
  trustDomain: text(),
  extensionDigest: text(),
  credentialId: text(),
  credential: secret(),
  enabled: z.boolean().default(true),
  /** Epoch milliseconds. */
  expiresAt: positive().optional(),
});

const executor = z.strictObject({
  endpointId: text(),
  cardDigest: text(),
  authBindingId: text(),
  dispatchUrl: url(),
  pollUrl: url(),
  controlUrl: url().optional(),
  credential: secret(),
  authority: text(),
  enabled: z.boolean().default(true),
});

export const a2aSection = z
  .strictObject({
    workroomCallbacks: z
      .strictObject({
        enabled: z.boolean().default(false),
        path: text().default('/workroom-a2a/callback'),
        maxBodyBytes: positive().default(262_144),
        maxSequenceGap: positive().default(1000),
        bindings: z.array(callback).default([]),
      })
      .prefault({}),
    workroomRemoteExecutors: z
      .strictObject({
        enabled: z.boolean().default(false),
        maxResponseBytes: positive().default(262_144),
        bindings: z.array(executor).default([]),
      })
      .prefault({}),
  })
  .refine(({ workroomCallbacks, workroomRemoteExecutors }) => workroomCallbacks.enabled || !workroomRemoteExecutors.enabled, {
    path: ['workroomRemoteExecutors', 'enabled'],
    error: 'remote executors answer by callbacks: enable a2a.workroomCallbacks too',
  });

export const assistantSection = z.strictObject({
  enabled: z.boolean().default(false),
  profile: z.strictObject({ enabled: z.boolean().default(false), file: text().default('assistant.profile.yml') }).prefault({}),
  events: z.strictObject({ enabled: z.boolean().default(false) }).prefault({}),
  defaults: z.strictObject({ notifyOnFailure: z.boolean().default(false) }).prefault({}),
});

const guard = z.strictObject({
  enabled: z.boolean().default(false),
  policy: text().optional(),
  rules: z.array(text()).default([]),
  backend: z.enum(['rules', 'llm', 'none']).default('rules'),
  refusal: text().optional(),
  on_error: z.enum(['block', 'allow']).default('block'),
});

export const guardrailsSection = z.strictObject({
  enabled: z.boolean().default(false),
  input: guard.prefault({}),
  output: guard.prefault({}),
});

export const databaseSection = z.strictObject({ url: secret().optional() });
export const eventstoreSection = z.strictObject({ url: secret().optional() });

export const kafkaSection = z.strictObject({
  brokers: z.array(text()).default([]),
  ssl: z.boolean().default(false),
  sasl: z
    .strictObject({
      mechanism: z.enum(['plain', 'scram-sha-256', 'scram-sha-512']),
      username: text(),
      password: secret(),
    })
    .optional(),
});

export const rpcSection = z.strictObject({
  /** `host:port`; without it this process offers no RPC. */
  listen: text().optional(),
  orchestratorUrl: text().optional(),
  tls: z.strictObject({ ca: text().optional(), cert: text().optional(), key: text().optional() }).prefault({}),
});
