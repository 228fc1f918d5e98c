// The families of the Sponsor Room: data lifecycle and Portfolio. Each may name its Project.
import type { CommandLine } from './command-line.js';
import type { LifecycleAction, LifecycleCommand, PortfolioAction, PortfolioCommand } from './control-command.js';
import { LANES } from './run-grammar.js';

const PROJECT_ID = /^[a-z0-9][a-z0-9_-]{0,63}$/;

/** undefined: the segment is there and its Project is not. */
function projectSegment(line: CommandLine): string | null | undefined {
  if (line.word('project') === null) return null;
  return line.id(PROJECT_ID) ?? undefined;
}

function readHold(line: CommandLine): LifecycleAction | null {
  const verb = line.word('place', 'review', 'release');
  const objectId = line.id();
  const holdId = line.id();
  if (objectId === null || holdId === null) return null;
  if (verb === 'release') return { kind: 'release_hold', objectId, holdId };
  if (verb === 'review') {
    const verdict = line.word('approve', 'reject');
    return verdict && { kind: 'review_hold', objectId, holdId, verdict };
  }
  const holdKind = line.word('legal_hold', 'investigation', 'regulatory_preservation');
  const reviewAt = line.integer(1);
  if (verb === null || holdKind === null || reviewAt === null) return null;
  return { kind: 'place_hold', objectId, holdId, holdKind, reviewAt };
}

function readLifecycleAction(line: CommandLine): LifecycleAction | null {
  const family = line.word('hold', 'erasure', 'export');
  if (family === 'hold') return readHold(line);
  if (family === null || line.word(family === 'erasure' ? 'request' : 'subject') === null) return null;
  const tenantId = line.id();
  const subjectRef = line.id();
  if (tenantId === null || subjectRef === null) return null;
  if (family === 'erasure') return { kind: 'request_subject_erasure', tenantId, subjectRef };
  const deadline = line.integer(1);
  return deadline === null ? null : { kind: 'export_subject', tenantId, subjectRef, deadline };
}

export function readDataLifecycle(line: CommandLine): LifecycleCommand | null {
  const projectId = projectSegment(line);
  const action = readLifecycleAction(line);
  return projectId === undefined || action === null || !line.atEnd ? null : { family: 'data-lifecycle', projectId, action };
}

function readTransfer(line: CommandLine): PortfolioAction | null {
  const toProjectId = line.id(PROJECT_ID);
  const amountMicros = line.integer(1);
  const fromRevision = line.integer();
  const toRevision = line.integer();
  const commandId = line.id();
  if (toProjectId === null || amountMicros === null || fromRevision === null || toRevision === null || commandId === null)
    return null;
  return { kind: 'transfer_budget', toProjectId, amountMicros, fromRevision, toRevision, commandId };
}

function readPortfolioAction(line: CommandLine): PortfolioAction | null {
  const verb = line.word('lane', 'status', 'transfer-budget');
  if (verb === null) return null;
  if (verb === 'transfer-budget') return readTransfer(line);
  const expectedRevision = line.integer();
  const lane = verb === 'lane' ? line.word(...LANES) : null;
  const status = verb === 'status' ? line.word('active', 'paused', 'reclaim_checkpointable') : null;
  const commandId = line.id();
  if (expectedRevision === null || commandId === null) return null;
  if (lane !== null) return { kind: 'set_lane', expectedRevision, lane, commandId };
  return status && { kind: 'set_status', expectedRevision, status, commandId };
}

export function readPortfolio(line: CommandLine): PortfolioCommand | null {
  const portfolioId = line.id();
  const projectId = projectSegment(line);
  const action = readPortfolioAction(line);
  if (portfolioId === null || projectId === undefined || action === null || !line.atEnd) return null;
  return { family: 'portfolio', portfolioId, projectId, action };
}
