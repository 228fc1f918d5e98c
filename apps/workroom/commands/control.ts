// `workroom control <text>`: the line after /control, read by the chat's own grammar, sent as the same typed command over HTTP.
import { randomUUID } from 'node:crypto';
import type { AttentionDto, GateDecisionDto, ReceiptDto, ReleaseLeaseDto, RunControlDto } from '#contracts/http';
import { readMessage } from '#domain/ingress';
import type {
  BudgetCommand,
  ControlCommand,
  GateCommand,
  LeaseCommand,
  PriorityCommand,
  RunControlCommand,
} from '#domain/ingress';
import { CliFailure, EXIT } from '../cli/exit.js';
import type { ExitCode } from '../cli/exit.js';
import type { Output } from '../cli/output.js';
import type { WorkroomClient } from '../client/workroom-client.js';

/** How long the authority of a priority change stands open, and how long a cancel waits for running work. */
const PRIORITY_MS = 60_000;
const CANCEL_MS = 30_000;

export async function control(client: WorkroomClient, projectId: string, text: string, output: Output): Promise<ExitCode> {
  const command = read(text);
  const receipt = await send(client, projectId, command);
  output.result(receipt, () => [
    `${receipt.outcome}${receipt.duplicate ? ' (a repeat: nothing new)' : ''}: ${receipt.streamId} is at revision ${receipt.revision}`,
  ]);
  return receipt.outcome === 'committed' || receipt.outcome === 'duplicate' ? EXIT.ok : EXIT.refused;
}

function read(text: string): ControlCommand {
  const line = /^\s*\/control(\s|$)/i.test(text) ? text : `/control ${text}`;
  const message = readMessage(line);
  if (message.intent === 'control' && 'command' in message) return message.command;
  const usage = message.intent === 'control' ? message.unclear.usage : null;
  const known = 'run, gate, plan-gate, task, lease; e.g. workroom control run pause <runId>';
  throw new CliFailure(
    EXIT.usage,
    usage ? `The arguments do not fit. Usage: ${usage}` : `This names no kind of control. Known: ${known}`,
  );
}

function send(client: WorkroomClient, projectId: string, command: ControlCommand): Promise<ReceiptDto> {
  switch (command.family) {
    case 'run':
    case 'budget':
      return controlRun(client, projectId, command);
    case 'gate':
    case 'plan-gate':
      return decideGate(client, projectId, command);
    case 'task':
      return changePriority(client, projectId, command);
    case 'lease':
      return releaseLease(client, projectId, command);
    default:
      throw new CliFailure(
        EXIT.usage,
        `"${command.family}" commands have no route on this server yet; see workroom control --help.`,
      );
  }
}

const operationId = (): string => `cli-${randomUUID()}`;

async function controlRun(
  client: WorkroomClient,
  projectId: string,
  command: RunControlCommand | BudgetCommand,
): Promise<ReceiptDto> {
  const { runId } = command;
  const { sequence: expectedSequence } = await client.run(projectId, runId);
  const common = { version: 1 as const, operationId: operationId(), projectId, runId, expectedSequence };
  const body: RunControlDto =
    command.family === 'budget'
      ? { ...common, action: 'raise_budget', reasonCode: 'operator_request', kind: command.kind, amount: command.amount }
      : {
          ...common,
          action: command.action,
          reasonCode: command.reasonCode,
          ...(command.action === 'cancel' ? { controlDeadline: Date.now() + CANCEL_MS } : {}),
        };
  return client.command('/control', body);
}

async function waitOf(client: WorkroomClient, projectId: string, runId: string, waitId: string): Promise<AttentionDto> {
  const found = (await client.attention(projectId)).find((wait) => wait.runId === runId && wait.waitId === waitId);
  if (found) return found;
  throw new CliFailure(
    EXIT.refused,
    `GATE_NOT_FOUND: no open wait ${waitId} in Run ${runId} of Project ${projectId}; "workroom run ${runId}" shows what is open.`,
  );
}

async function decideGate(
  client: WorkroomClient,
  projectId: string,
  { decision, runId, taskKey, gateId, reason }: GateCommand,
): Promise<ReceiptDto> {
  const { expectedSequence, taskRevision, candidateHash } = await waitOf(client, projectId, runId, gateId);
  const body: GateDecisionDto = {
    operationId: operationId(),
    projectId,
    expectedSequence,
    taskRevision: taskRevision ?? 1,
    decision,
    ...(candidateHash === null ? {} : { candidateHash }),
    ...(reason === null ? {} : { reason }),
  };
  return client.command(
    `/runs/${encodeURIComponent(runId)}/tasks/${encodeURIComponent(taskKey)}/gates/${encodeURIComponent(gateId)}/decisions`,
    body,
  );
}

async function changePriority(
  client: WorkroomClient,
  projectId: string,
  { runId, taskKey, lane, rank }: PriorityCommand,
): Promise<ReceiptDto> {
  const [run, content] = await Promise.all([client.run(projectId, runId), client.content(projectId, runId)]);
  const ref = content.tasks.find((task) => task.taskKey === taskKey)?.ref;
  const task = run.tasks.find((one) => one.ref === ref);
  if (!task)
    throw new CliFailure(
      EXIT.refused,
      `TASK_NOT_FOUND: Run ${runId} has no task ${taskKey}; "workroom run ${runId}" lists them.`,
    );
  return client.command(`/runs/${encodeURIComponent(runId)}/tasks/${encodeURIComponent(taskKey)}/priority`, {
    operationId: operationId(),
    projectId,
    expectedSequence: run.sequence,
    taskRevision: task.revision,
    lane,
    ...(rank === null ? {} : { localRank: rank }),
    deadline: Date.now() + PRIORITY_MS,
  });
}

async function releaseLease(
  client: WorkroomClient,
  projectId: string,
  { assignmentId, reason }: LeaseCommand,
): Promise<ReceiptDto> {
  const lease = (await client.leases(projectId)).find((one) => one.assignmentId === assignmentId);
  if (!lease)
    throw new CliFailure(
      EXIT.refused,
      `ASSIGNMENT_NOT_FOUND: no Assignment ${assignmentId} holds a lease in Project ${projectId}.`,
    );
  const body: ReleaseLeaseDto = {
    operationId: operationId(),
    projectId,
    runId: lease.runId,
    expectedSequence: lease.expectedSequence,
    reason,
  };
  return client.command(`/assignments/${encodeURIComponent(assignmentId)}/release`, body);
}
