// The command grammar: what begins a command, and what each family understands.
import * as fc from 'fast-check';
import { readMessage, readWorkRequest, USAGE } from './index.js';
import type { ControlCommand } from './index.js';

const control = (text: string) => {
  const read = readMessage(text);
  return read.intent === 'control' ? ('command' in read ? read.command : read.unclear) : read;
};
const invalid = (usage: string) => ({ reasonCode: 'invalid_command', usage });

describe('intents', () => {
  it.each([
    ['/work fix the build', 'work_request'],
    ['  /WORK fix the build', 'work_request'],
    ['/control run cancel r1', 'control'],
    ['\t/Control', 'control'],
    ['/runs', 'query'],
    ['/run r1', 'query'],
    ['please /work on it', 'discussion'],
    ['/workaround', 'discussion'],
    ['/work-item 7', 'discussion'],
    ['/controls', 'discussion'],
    ['//work x', 'discussion'],
    ['spawn_task', 'discussion'],
    ['', 'discussion'],
  ])('[I-010] [I-011] [I-012] [I-013] [I-015] reads %j as %s', (text, intent) => {
    expect(readMessage(text).intent).toBe(intent);
  });

  it('[WK-02] [I-S01] a hundred chat messages and other commands ask for no work; only /work does', () => {
    const chat = fc.string({
      unit: fc.constantFrom('a', ' ', '/', 'work', 'task', 'chat', '\n', 'spawn_task', '/run', '/task '),
    });
    fc.assert(
      fc.property(chat, (text) => {
        const asksForWork = /^\s*\/work(\s|$)/i.test(text);
        expect(readMessage(text).intent === 'work_request').toBe(asksForWork);
      }),
      { numRuns: 1000 },
    );
  });

  it('[WK-02] answers /task with a hint and takes it for no work request', () => {
    expect(readMessage('/task fix it')).toEqual({ intent: 'hint', hint: 'use_work' });
  });

  it('[I-014] takes everything after the verb as the request, over all its lines', () => {
    expect(readMessage('/work fix the build\nand test it ')).toEqual({
      intent: 'work_request',
      text: 'fix the build\nand test it',
      lane: null,
    });
    expect(readMessage('/work\nfix it')).toMatchObject({ text: 'fix it' });
  });

  it.each(['/work', '/work   ', '/work\n', '/work --lane high'])('[I-014] asks for the scope of %j', (text) => {
    expect(readMessage(text)).toMatchObject({ intent: 'work_request', unclear: { reasonCode: 'missing_work_scope' } });
  });

  it('[D-05] reads a lane right after the verb, and nowhere else', () => {
    expect(readMessage('/work --lane URGENT fix it')).toEqual({ intent: 'work_request', text: 'fix it', lane: 'urgent' });
    expect(readMessage('/work --lane=low fix it')).toMatchObject({ text: 'fix it', lane: 'low' });
    expect(readMessage('/work fix --lane high')).toMatchObject({ text: 'fix --lane high', lane: null });
    expect(readMessage('/work --lanes are slow')).toMatchObject({ text: '--lanes are slow', lane: null });
    expect(readMessage('/work --lane soon fix it')).toMatchObject({ unclear: invalid(USAGE.work) });
    expect(readMessage('/work --lane')).toMatchObject({ unclear: invalid(USAGE.work) });
  });

  it('[A-045] reads a work request from elsewhere without its verb', () => {
    expect(readWorkRequest('fix it')).toEqual({ intent: 'work_request', text: 'fix it', lane: null });
    expect(readWorkRequest('/work --lane high fix it')).toMatchObject({ text: 'fix it', lane: 'high' });
    expect(readWorkRequest('')).toMatchObject({ unclear: { reasonCode: 'missing_work_scope' } });
    expect(readWorkRequest('/control run cancel r1')).toMatchObject({ text: '/control run cancel r1' });
  });
});

describe('control', () => {
  const run = { runId: 'run-1', taskKey: 't1' };

  it.each([
    [
      'plan-gate approve run-1 t1 approval:t1',
      { family: 'plan-gate', gateKind: 'plan', decision: 'approve', ...run, gateId: 'approval:t1', reason: null },
    ],
    [
      'plan-gate request-changes run-1 t1 approval:t1 split it',
      { family: 'plan-gate', gateKind: 'plan', decision: 'request_changes', ...run, gateId: 'approval:t1', reason: 'split it' },
    ],
    [
      'gate reject run-1 t1 sponsor:c:4 not  like this',
      { family: 'gate', gateKind: 'acceptance', decision: 'reject', ...run, gateId: 'sponsor:c:4', reason: 'not  like this' },
    ],
    [
      'gate reopen run-1 t1 approval:t1',
      { family: 'gate', gateKind: 'plan', decision: 'reopen', ...run, gateId: 'approval:t1', reason: null },
    ],
    ['run cancel run-1', { family: 'run', action: 'cancel', runId: 'run-1', reasonCode: 'operator_request' }],
    [
      'run replan run-1 requirements_changed',
      { family: 'run', action: 'request_replan', runId: 'run-1', reasonCode: 'requirements_changed' },
    ],
    ['RUN Pause run-1 INCIDENT', { family: 'run', action: 'pause', runId: 'run-1', reasonCode: 'incident' }],
    ['run budget run-1 attempts +5', { family: 'budget', runId: 'run-1', kind: 'attempts', amount: 5 }],
    ['run budget run-1 money 2000000', { family: 'budget', runId: 'run-1', kind: 'money', amount: 2_000_000 }],
    ['task priority run-1 t1 urgent', { family: 'task', ...run, lane: 'urgent', rank: null }],
    ['task priority run-1 t1 low 7', { family: 'task', ...run, lane: 'low', rank: 7 }],
    [
      'effect approve effect:9 approved_as_requested',
      { family: 'effect', decision: 'approve', effectId: 'effect:9', reasonCode: 'approved_as_requested' },
    ],
    [
      'effect reject effect:9 rejected_risk',
      { family: 'effect', decision: 'reject', effectId: 'effect:9', reasonCode: 'rejected_risk' },
    ],
    ['lease release assignment:1 host is gone', { family: 'lease', assignmentId: 'assignment:1', reason: 'host is gone' }],
  ])('[I-017] [PL-07] understands /control %s', (text, command) => {
    expect(control(`/control ${text}`)).toEqual(command as ControlCommand);
  });

  it.each([
    [
      'hold place o1 h1 legal_hold 1700000000000',
      { kind: 'place_hold', objectId: 'o1', holdId: 'h1', holdKind: 'legal_hold', reviewAt: 1_700_000_000_000 },
    ],
    ['hold review o1 h1 approve', { kind: 'review_hold', objectId: 'o1', holdId: 'h1', verdict: 'approve' }],
    ['hold release o1 h1', { kind: 'release_hold', objectId: 'o1', holdId: 'h1' }],
    [
      'erasure request workroom:demo subject-7',
      { kind: 'request_subject_erasure', tenantId: 'workroom:demo', subjectRef: 'subject-7' },
    ],
    [
      'export subject workroom:demo subject-7 99',
      { kind: 'export_subject', tenantId: 'workroom:demo', subjectRef: 'subject-7', deadline: 99 },
    ],
  ])('[CT-17] [I-018] understands data-lifecycle %s with and without its Project', (text, action) => {
    expect(control(`/control data-lifecycle ${text}`)).toEqual({ family: 'data-lifecycle', projectId: null, action });
    expect(control(`/control data-lifecycle project demo ${text}`)).toEqual({
      family: 'data-lifecycle',
      projectId: 'demo',
      action,
    });
  });

  it.each([
    ['lane 3 high c1', { kind: 'set_lane', expectedRevision: 3, lane: 'high', commandId: 'c1' }],
    [
      'status 0 reclaim_checkpointable c1',
      { kind: 'set_status', expectedRevision: 0, status: 'reclaim_checkpointable', commandId: 'c1' },
    ],
    [
      'transfer-budget shop 500 1 2 c1',
      { kind: 'transfer_budget', toProjectId: 'shop', amountMicros: 500, fromRevision: 1, toRevision: 2, commandId: 'c1' },
    ],
  ])('[CT-17] [I-018] understands portfolio p1 %s with and without its Project', (text, action) => {
    expect(control(`/control portfolio p1 ${text}`)).toEqual({ family: 'portfolio', portfolioId: 'p1', projectId: null, action });
    expect(control(`/control portfolio p1 project demo ${text}`)).toEqual({
      family: 'portfolio',
      portfolioId: 'p1',
      projectId: 'demo',
      action,
    });
  });

  it.each([
    ['plan-gate approve run-1 t1', 'plan-gate'],
    ['plan-gate reopen run-1 t1 approval:t1', 'plan-gate'],
    ['plan-gate approve run-1 t1 sponsor:c:1', 'plan-gate'],
    ['gate approve run-1 t1 wait:1', 'gate'],
    ['gate maybe run-1 t1 approval:t1', 'gate'],
    ['run', 'run'],
    ['run stop run-1', 'run'],
    ['run cancel run/1', 'run'],
    ['run cancel run-1 because', 'run'],
    ['run cancel run-1 incident', 'run'],
    ['run cancel run-1 operator_request now', 'run'],
    ['run budget run-1 attempts -5', 'budget'],
    ['run budget run-1 attempts +0', 'budget'],
    ['run budget run-1 time +5', 'budget'],
    ['task priority run-1 T1 urgent', 'task'],
    ['task priority run-1 t1 asap', 'task'],
    ['task priority run-1 t1 low -1', 'task'],
    ['effect approve effect:9 rejected_risk', 'effect'],
    ['effect approve effect:9 fine by me', 'effect'],
    ['lease release assignment:1', 'lease'],
    ['data-lifecycle hold place o1 h1 forever 9', 'data-lifecycle'],
    ['data-lifecycle project Demo hold release o1 h1', 'data-lifecycle'],
    ['portfolio p1 lane high 3 c1', 'portfolio'],
    ['portfolio p1 project demo', 'portfolio'],
  ] as const)('[I-017] [I-026] prints the usage of the matched family for /control %s', (text, family) => {
    expect(control(`/control ${text}`)).toEqual(invalid(USAGE[family]));
  });

  it.each(['/control', '/control ', '/control runs cancel x', '/control please stop'])(
    '[I-017] misses the target of %j',
    (text) => {
      expect(control(text)).toEqual({ reasonCode: 'missing_control_target', usage: null });
    },
  );

  it('[I-023] tells both gates apart by the gate id', () => {
    expect(control('/control gate approve r t approval:t')).toMatchObject({ gateKind: 'plan' });
    expect(control('/control gate approve r t sponsor:c:1')).toMatchObject({ gateKind: 'acceptance' });
  });

  it('[I-017] takes reasons of up to 500 characters', () => {
    const gate = (length: number) => control(`/control gate reject r t approval:t ${'x'.repeat(length)}`);
    expect(gate(500)).toMatchObject({ reason: 'x'.repeat(500) });
    expect(gate(501)).toEqual(invalid(USAGE.gate));
  });

  it('[I-017] never takes a text that begins with a known family for discussion, and never throws', () => {
    const word = fc.oneof(
      fc.constantFrom('approve', 'cancel', 'project', 'lane', '+1', 'run-1', 't1', 'approval:t1'),
      fc.string(),
    );
    const family = fc.constantFrom(
      'plan-gate',
      'gate',
      'run',
      'run budget',
      'task',
      'effect',
      'lease',
      'data-lifecycle',
      'portfolio',
    );
    fc.assert(
      fc.property(family, fc.array(word, { maxLength: 8 }), (name, words) => {
        expect(readMessage(`/control ${name} ${words.join(' ')}`).intent).toBe('control');
      }),
    );
  });

  it.each([
    'plan-gate approve run-1 t1 approval:t1',
    'gate reopen run-1 t1 sponsor:c:4',
    'run replan run-1',
    'run budget run-1 attempts +5',
    'task priority run-1 t1 low 7',
    'effect reject effect:9 rejected_risk',
    'data-lifecycle project demo hold place o1 h1 legal_hold 17',
    'data-lifecycle hold review o1 h1 approve',
    'data-lifecycle hold release o1 h1',
    'data-lifecycle erasure request tenant-1 subject-7',
    'data-lifecycle project demo export subject tenant-1 subject-7 99',
    'portfolio p1 project demo lane 3 high c1',
    'portfolio p1 status 0 paused c1',
    'portfolio p1 transfer-budget shop 500 1 2 c1',
  ])('[I-017] refuses /control %s once any of its words is spoiled, missing or too much', (text) => {
    const words = text.split(' ');
    const isCommand = (given: readonly string[]) => 'family' in control(`/control ${given.join(' ')}`);
    expect(isCommand(words)).toBe(true);
    expect(words.map((_, at) => isCommand(words.with(at, '%'))).filter(Boolean)).toEqual([]);
    const optional = ['7', 'project', 'demo'];
    for (const [at, word] of words.entries()) if (!optional.includes(word)) expect(isCommand(words.toSpliced(at, 1))).toBe(false);
    if (!text.includes('gate')) expect(isCommand([...words, 'extra'])).toBe(false);
  });

  it('[I-017] reads a printed command back as it was meant, in any case of its verbs', () => {
    const id = fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9_-]{0,20}$/);
    const key = fc.stringMatching(/^[a-z0-9][a-z0-9_-]{0,20}$/);
    const reason = fc.stringMatching(/^[a-z]{1,9}( [a-z]{1,9}){0,4}$/);
    const verb = fc.constantFrom('approve', 'reject', 'request-changes', 'cancel', 'reopen');
    fc.assert(
      fc.property(id, key, id, verb, fc.option(reason), fc.boolean(), (runId, taskKey, tail, decision, why, loud) => {
        const head = `/control gate ${decision}`;
        const text = `${loud ? head.toUpperCase() : head} ${runId} ${taskKey} sponsor:${tail} ${why ?? ''}`;
        expect(control(text)).toEqual({
          family: 'gate',
          gateKind: 'acceptance',
          decision: decision.replace('-', '_'),
          runId,
          taskKey,
          gateId: `sponsor:${tail}`,
          reason: why,
        });
      }),
    );
  });
});

describe('queries', () => {
  it.each([
    ['/runs', { query: 'runs', status: null }],
    ['/runs Needs_Replan', { query: 'runs', status: 'needs_replan' }],
    ['/run run-1', { query: 'run', runId: 'run-1' }],
  ])('[I-029] understands %s', (text, command) => {
    expect(readMessage(text)).toEqual({ intent: 'query', command });
  });

  it.each([
    ['/runs all', USAGE.runs],
    ['/runs active now', USAGE.runs],
    ['/run', USAGE['run-query']],
    ['/run run-1 run-2', USAGE['run-query']],
  ])('[I-017] prints the usage for %s', (text, usage) => {
    expect(readMessage(text)).toEqual({ intent: 'query', unclear: invalid(usage) });
  });
});
