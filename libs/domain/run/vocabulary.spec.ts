// The closed vocabularies of a Run: exactly these words, whatever code reads or writes them.
import type { Shape } from '../kernel/index.js';
import { BUDGET_REASONS, CANCEL_REASONS, PAUSE_REASONS, REPLAN_REASONS, RESUME_REASONS } from './commands/control-commands.js';
import { blockerAction, blockerKind, taskFailure, taskStatus } from './events/task-events.js';
import { MACHINES, RUN_EVENTS } from './index.js';
import * as acceptance from './records/acceptance.js';
import { failureReason } from './records/execution.js';
import { executionRole, gateAction, lane, preemptibility } from './records/plan.js';

const sorted = (words: Iterable<string>): readonly string[] => [...words].toSorted();
const wordsOf = (shape: Shape | undefined): readonly string[] => sorted(shape?.words ?? []);
const list = (text: string): readonly string[] => sorted(text.split(' '));
const at = (shape: Shape, ...path: readonly string[]): Shape | undefined =>
  path.reduce<Shape | undefined>((part, key) => (part?.of ?? part)?.keys?.[key], shape);

/** Every status that a machine can be in. */
const statusesOf = (machine: keyof typeof MACHINES): readonly string[] =>
  sorted(new Set(MACHINES[machine].flatMap(({ from, to }) => [...from, to]).filter((status) => status !== 'none')));

describe('the words for', () => {
  it('[K-122] the status of a Run', () => {
    const { stateStatus } = RUN_EVENTS['run.control_decided'].keys ?? {};
    expect(wordsOf(stateStatus)).toEqual(list('active paused blocked needs_replan cancelling completed cancelled'));
  });

  it('[K-123] the status of a task', () => {
    const words = list('ready blocked executing awaiting_acceptance cancelling accepted failed cancelled');
    expect(wordsOf(taskStatus)).toEqual(words);
    expect(statusesOf('task')).toEqual(words);
  });

  it('[K-124] the status of an Assignment', () => {
    expect(statusesOf('assignment')).toEqual(list('leased running cancel_requested execution_completed failed lost cancelled'));
  });

  it('[K-125] the status of a reviewer wait', () => {
    expect(statusesOf('reviewer wait')).toEqual(list('open claimed passed rework expired cancelled satisfied stale'));
  });

  it('[K-126] the status of an acceptance gate', () => {
    expect(statusesOf('sponsor gate')).toEqual(
      list('open approved rejected changes_requested expired cancelled satisfied stale'),
    );
  });

  it('[K-127] the status of a plan gate', () => {
    expect(statusesOf('plan gate')).toEqual(list('open approved rejected changes_requested expired cancelled superseded'));
  });

  it('[K-128] [D-53] the status of a preemption', () => {
    const words = 'prepared checkpoint_requested checkpoint_acknowledged takeover_ready timed_out released';
    expect(statusesOf('preemption')).toEqual(list(words));
  });

  it('[K-129] the status of a dispatch', () => {
    expect(statusesOf('dispatch')).toEqual(list('pending claimed withdrawn'));
  });

  it('[K-131] the execution role of an Envelope: review is none', () => {
    expect(wordsOf(executionRole)).toEqual(list('executor integration'));
  });

  it('[K-132] the kind of a blocker; a gate adds its own actions to those of every blocker', () => {
    expect(wordsOf(blockerKind)).toEqual(list('dependency approval capability external human_input'));
    const every = ['resolve', 'replan', 'cancel'];
    expect(wordsOf(blockerAction)).toEqual(sorted(new Set([...every, ...wordsOf(gateAction)])));
  });

  it('[K-133] [K-134] lane and preemptibility', () => {
    expect(wordsOf(lane)).toEqual(list('urgent high normal low'));
    expect(wordsOf(preemptibility)).toEqual(list('checkpointable atomic'));
  });

  it('[K-135] [K-136] risk tier and acceptance route', () => {
    expect(wordsOf(acceptance.riskTier)).toEqual(list('low medium high critical'));
    const routes = 'auto_accept reviewer_required sponsor_required reviewer_then_sponsor rework policy_blocked';
    expect(wordsOf(acceptance.acceptanceRoute)).toEqual(list(routes));
  });

  it('[K-137] the kinds of contracts and criteria', () => {
    expect(wordsOf(acceptance.contractKind)).toEqual(list('task_result integration_candidate effect_intent'));
    expect(wordsOf(at(acceptance.contract, 'criteria', 'kind'))).toEqual(list('deterministic judgment'));
  });

  it('[K-138] the result of a check and the verdict on a criterion', () => {
    expect(wordsOf(at(acceptance.check, 'result'))).toEqual(list('passed failed error expired'));
    expect(wordsOf(at(acceptance.verdict, 'criteria', 'verdict'))).toEqual(list('passed failed needs_evidence'));
  });

  it('[K-139] why an execution failed', () => {
    const reasons =
      'tool_error model_error budget_exceeded context_budget_exceeded capability_missing workspace_error disclosure_denied input_invalid internal_error';
    expect(wordsOf(failureReason)).toEqual(list(reasons));
  });

  it('[K-083] why a task failed', () => {
    const reasons = 'attempts_exhausted rework_exhausted execution_failed gate_rejected operator';
    expect(wordsOf(taskFailure)).toEqual(list(reasons));
  });

  it('[K-245] [K-246] [K-247] [D-54] the reasons that a Sponsor gives', () => {
    expect(sorted(CANCEL_REASONS)).toEqual(list('operator_request no_longer_required superseded policy_change'));
    expect(sorted(REPLAN_REASONS)).toEqual(list('requirements_changed blocker_recovery policy_change operator_request'));
    expect(sorted(PAUSE_REASONS)).toEqual(list('operator_request incident budget_review policy_change'));
    expect(sorted(RESUME_REASONS)).toEqual(list('operator_request incident_resolved policy_change'));
    expect(sorted(BUDGET_REASONS)).toEqual(list('operator_request budget_review'));
  });

  it('[K-333] [K-334] [K-335] the dimensions of risk', () => {
    expect(wordsOf(acceptance.sideEffect)).toEqual(list('none local external unknown'));
    expect(wordsOf(acceptance.reversibility)).toEqual(list('discard_only compensatable irreversible unknown'));
    expect(wordsOf(acceptance.dataClass)).toEqual(list('public internal confidential restricted unknown'));
    expect(wordsOf(acceptance.blastRadius)).toEqual(list('single_artifact project organization external unknown'));
    expect(wordsOf(acceptance.uncertainty)).toEqual(list('known unknown'));
  });

  it('[K-349] what may be done with a reviewer wait and a Sponsor gate', () => {
    expect(wordsOf(acceptance.reviewAction)).toEqual(list('claim submit_verdict reassign replan cancel'));
    const actions = 'approve reject request_changes reopen rebase replan cancel';
    expect(wordsOf(acceptance.sponsorGateAction)).toEqual(list(actions));
  });
});
