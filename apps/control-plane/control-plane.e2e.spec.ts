import { Rejection } from '#domain/kernel';
import { MemoryReadModelStore } from '#read-models/stores/memory';
import { claimsCriterion, judgmentCriterion, RunStory } from '#testing/run';
import { aProject } from './suite/recording-client.suite.js';
import { aProposal, catalogReplaced, SAM, Served } from './suite/served.suite.js';

const BASE = '/api/agent/workroom';
const as = (token: string): Record<string, string> => ({ ...SAM, authorization: `Bearer ${token}` });
const problem = (status: number, code: string): object => ({ status, body: { code, status, traceId: expect.any(String) } });

/** One task behind a gate. */
const gated = (operationId: string): RunStory => RunStory.admitted([{ key: 'ship', gated: true }], { operationId });

/** Asks until the answer is the wished one: what is asked for happens by itself, soon. */
async function until(holds: () => Promise<boolean>): Promise<void> {
  for (let asked = 0; asked < 2000; asked += 1) {
    if (await holds()) return;
    await new Promise((resolve) => setImmediate(resolve));
  }
  throw new Error('It has not happened.');
}

describe('control plane', () => {
  let served: Served;
  let run: RunStory;
  let position: number;

  beforeAll(async () => {
    served = await new Served().start();
    served.client.projects = [aProject('demo', 'sandbox:sam'), aProject('other', 'sandbox:olga')];
    run = RunStory.admitted([{ key: 'read' }], { operationId: 'operation-read' });
    run
      .pinAll({ criteria: [claimsCriterion, judgmentCriterion] })
      .run('read')
      .complete('read');
    run.evaluate('read');
    await served.tell(run, 1);
    position = await served.tell(gated('operation-ship'), 2);
  });
  afterAll(() => served.stop());
  beforeEach(() => {
    served.client.asked.length = 0;
  });

  describe('who may read', () => {
    it('[A-S01] a full token without principal is refused', async () => {
      expect(await served.get(`${BASE}/runs?projectId=demo`, as('plain'))).toMatchObject(problem(403, 'PRINCIPAL_REQUIRED'));
    });

    it('[CO-08] without a token, with an unknown one or one of scope demo nothing is read', async () => {
      const { host } = SAM;
      expect(await served.get(`${BASE}/runs?projectId=demo`, { host })).toMatchObject(problem(401, 'TOKEN_INVALID'));
      expect(await served.get(`${BASE}/runs?projectId=demo`, as('nobody'))).toMatchObject(problem(401, 'TOKEN_INVALID'));
      expect(await served.get(`${BASE}/runs?projectId=demo`, as('guest'))).toMatchObject(problem(403, 'TOKEN_SCOPE'));
    });

    it('[CO-01] [A-S03] a Sponsor of one Project sees nothing of another', async () => {
      expect(await served.get(`${BASE}/runs?projectId=other`)).toMatchObject(problem(403, 'NOT_PROJECT_SPONSOR'));
      const olga = as('olga');
      expect((await served.get(`${BASE}/runs?projectId=other&minPosition=${position}`, olga)).body).toMatchObject({ data: [] });
      for (const path of ['', '/content', '/events'])
        expect(await served.get(`${BASE}/runs/${run.runId}${path}?projectId=other`, olga)).toMatchObject(
          problem(404, 'RUN_NOT_FOUND'),
        );
      expect(await served.get(`${BASE}/readiness?projectId=other&runId=${run.runId}`, olga)).toMatchObject(
        problem(404, 'RUN_NOT_FOUND'),
      );
      for (const list of ['attention', 'leases', 'reviews', 'inbox'])
        expect(await served.get(`${BASE}/${list}?projectId=demo`, olga)).toMatchObject(problem(403, 'NOT_PROJECT_SPONSOR'));
    });

    it('[CO-01] [A-018] projectId is required', async () => {
      for (const path of ['/runs', `/runs/${run.runId}`, '/attention', '/leases', '/inbox', '/readiness'])
        expect(await served.get(`${BASE}${path}`)).toMatchObject(problem(400, 'VALUE_INVALID'));
    });

    it('[A-S06] a Sponsor who leaves the Catalog reads nothing more from its next revision on', async () => {
      const late = await new Served().start();
      late.client.projects = [aProject('demo', 'sandbox:sam')];
      expect((await late.get(`${BASE}/runs?projectId=demo&minPosition=0`)).status).toBe(200);
      late.client.projects = [aProject('demo', 'sandbox:olga')];
      await late.append(catalogReplaced());
      await until(async () => (await late.get(`${BASE}/runs?projectId=demo`)).status === 403);
      await late.stop();
    });

    it('a page of another site cannot reach the server by a name of its own', async () => {
      expect(await served.get('/api/about', { ...SAM, host: 'evil.example:8086' })).toMatchObject(
        problem(403, 'HOST_NOT_ALLOWED'),
      );
    });
  });

  describe('reads', () => {
    it('[CO-01] the Run list and detail of one Project', async () => {
      const { status, body } = await served.get(`${BASE}/runs?projectId=demo&minPosition=${position}`);
      expect(status).toBe(200);
      expect(body).toMatchObject({ success: true, page: { asOf: position } });
      expect(body.data.map(({ runId }: { runId: string }) => runId)).toHaveLength(2);
      const detail = await served.get(`${BASE}/runs/${run.runId}?projectId=demo`);
      expect(detail.body.data).toMatchObject({ runId: run.runId, status: 'active', sequence: run.state.sequence });
      expect(detail.body.page.asOf).toBe(position);
    });

    it('[A-025] the list is narrowed by status', async () => {
      const { body } = await served.get(`${BASE}/runs?projectId=demo&status=blocked`);
      expect(body.data).toEqual([expect.objectContaining({ status: 'blocked', runId: gated('operation-ship').runId })]);
    });

    it('[A-028] the facts of a Run, after a revision, content-free', async () => {
      const { body } = await served.get(`${BASE}/runs/${run.runId}/events?projectId=demo&after=1&limit=3`);
      expect(body.data.map(({ revision }: { revision: number }) => revision)).toEqual([2, 3, 4]);
      expect(body.page.asOf).toBe(position);
      const all = await served.get(`${BASE}/runs/${run.runId}/events?projectId=demo&limit=200`);
      expect(all.body.data).toHaveLength(run.facts.length);
      expect(JSON.stringify(all.body)).not.toContain('audit this repository');
    });

    it('[A-027] texts are opened by the orchestrator, for the person, in channel console', async () => {
      served.client.opened = ({ objectId, contentHash }) =>
        objectId === run.task('read').plan.title?.receipt.objectId
          ? { disposition: 'metadata_only', reasons: ['clearance'], text: null, contentHash: contentHash ?? '' }
          : { disposition: 'full', reasons: [], text: 'shown', contentHash: contentHash ?? '' };
      const { body } = await served.get(`${BASE}/runs/${run.runId}/content?projectId=demo`);
      expect(body.data).toMatchObject({
        runId: run.runId,
        title: { disposition: 'full', text: 'shown' },
        tasks: [{ taskKey: 'read', title: { disposition: 'metadata_only', reasons: ['clearance'], text: null } }],
      });
      expect(served.client.asked).toContainEqual({
        method: 'open',
        principalId: 'sandbox:sam',
        request: expect.objectContaining({ projectId: 'demo', runId: run.runId, channel: 'console' }),
      });
    });

    it('[A-027] a text that is gone says so and hides nothing else', async () => {
      served.client.opened = () => {
        throw new Rejection('PAYLOAD_UNAVAILABLE', 'The body was erased.');
      };
      const { status, body } = await served.get(`${BASE}/runs/${run.runId}/content?projectId=demo`);
      expect(status).toBe(200);
      expect(body.data.title).toMatchObject({ disposition: 'unavailable', reasons: ['PAYLOAD_UNAVAILABLE'], text: null });
    });

    it('[A-030] [A-032] attention lists open waits, reviews those of reviewers', async () => {
      const attention = await served.get(`${BASE}/attention?projectId=demo`);
      expect(attention.body.data.map(({ kind }: { kind: string }) => kind).sort()).toEqual(['plan_gate', 'reviewer']);
      const reviews = await served.get(`${BASE}/reviews?projectId=demo`);
      expect(reviews.body.data.map(({ kind }: { kind: string }) => kind)).toEqual(['reviewer']);
    });

    it('[F-GV-05] a gate past its deadline offers no approval, whether or not the clock has come by', async () => {
      const { now } = served.journal;
      served.journal.now = () => run.now + 3_600_000;
      const { body } = await served.get(`${BASE}/attention?projectId=demo`);
      served.journal.now = now;
      expect(body.data).toHaveLength(2);
      for (const item of body.data) {
        expect(item).toMatchObject({ expired: true });
        expect(item.allowedActions.join()).not.toMatch(/approve|reject|claim/);
      }
    });

    it('[A-023] [A-024] shows the Projects of the person alone', async () => {
      const projects = await served.get(`${BASE}/projects`);
      expect(projects.body.data).toEqual([expect.objectContaining({ projectId: 'demo', sponsors: ['sandbox:sam'] })]);
      const catalog = await served.get(`${BASE}/catalog`);
      expect(catalog.body.data).toMatchObject({ revision: 'c'.repeat(64), workrooms: [{ projectId: 'demo' }] });
    });

    it('[A-029] [A-039] readiness and planning diagnostics', async () => {
      const readiness = await served.get(`${BASE}/readiness?projectId=demo&runId=${run.runId}`);
      expect(readiness.body.data).toMatchObject({ runId: run.runId, state: 'ready' });
      const diagnostics = await served.get(`${BASE}/planning/diagnostics?projectId=demo`);
      expect(diagnostics.body.data).toMatchObject({ ready: true, principalId: 'sandbox:sam' });
    });

    it('[A-031] [WK-07] the inbox is content-free; a proposal is found by an id of any length, by Sponsor or requester alone', async () => {
      const proposalId = `human-ingress:demo:conversation-event:${'e'.repeat(210)}`;
      const path = `${BASE}/inbox/${encodeURIComponent(proposalId)}?projectId=demo`;
      expect(await served.get(path)).toMatchObject(problem(404, 'PROPOSAL_NOT_FOUND'));
      const told = (await served.append(aProposal(proposalId, 'sandbox:rita'))) ?? 0;
      const inbox = await served.get(`${BASE}/inbox?projectId=demo&minPosition=${told}`);
      expect(inbox.body.data).toEqual([
        {
          proposalId,
          projectId: 'demo',
          status: 'proposed',
          intent: 'work_request',
          principalId: 'sandbox:rita',
          sequence: 1,
          proposedAt: 1,
          reasonCode: null,
          hint: null,
          runId: null,
          openUntil: null,
        },
      ]);
      expect((await served.get(path)).body.data).toEqual(inbox.body.data[0]);
      expect((await served.get(path, as('rita'))).status).toBe(200);
      expect(await served.get(path, as('olga'))).toMatchObject(problem(403, 'NOT_PROJECT_SPONSOR'));
      position = told;
    });

    it('[A-S15] a view that stands still answers PROJECTION_BEHIND, and 200 when it goes on', async () => {
      const still = await new Served().start();
      still.client.projects = [aProject('demo', 'sandbox:sam')];
      for (const view of still.views) await view.stop();
      const told = await still.tell(gated('operation-late'));
      const behind = await still.get(`${BASE}/runs?projectId=demo&minPosition=${told}`);
      expect(behind).toMatchObject(problem(503, 'PROJECTION_BEHIND'));
      expect(Number(behind.headers['retry-after'])).toBeGreaterThan(0);
      for (const view of still.views) view.start();
      await until(async () => (await still.get(`${BASE}/runs?projectId=demo&minPosition=${told}`)).status === 200);
      await still.stop();
    });

    it('[F-GV-09] open waits are listed again by another process, from nothing but the Journal', async () => {
      const again = await new Served(new MemoryReadModelStore(), served.journal).start();
      again.client.projects = [aProject('demo', 'sandbox:sam')];
      await until(async () => (await again.get(`${BASE}/attention?projectId=demo&minPosition=${position}`)).status === 200);
      const { body } = await again.get(`${BASE}/attention?projectId=demo`);
      expect(body.data).toEqual((await served.get(`${BASE}/attention?projectId=demo`)).body.data);
      expect(body.data).toContainEqual(expect.objectContaining({ kind: 'plan_gate', waitId: 'approval:ship' }));
      await again.app.close();
      for (const view of again.views) await view.stop();
    });
  });

  describe('closed requests', () => {
    const inbox = { operationId: 'op-1', projectId: 'demo', kind: 'work_request', text: 'audit' };

    it('[A-S02] [CO-08] a nested principalId is refused, also a true one, and nothing is asked', async () => {
      for (const body of [
        { ...inbox, principalId: 'sandbox:sam' },
        { ...inbox, more: [{ deep: { principalId: 'sandbox:sam' } }] },
      ])
        expect(await served.send('POST', `${BASE}/inbox`, body)).toMatchObject(problem(400, 'IDENTITY_IN_BODY'));
      expect(await served.get(`${BASE}/runs?projectId=demo&principalId=sandbox:sam`)).toMatchObject(
        problem(400, 'IDENTITY_IN_BODY'),
      );
      expect(served.client.asked).toEqual([]);
    });

    it('[A-016] unknown keys, other media types and large bodies are refused', async () => {
      expect(await served.send('POST', `${BASE}/inbox`, { ...inbox, lane: 'urgent' })).toMatchObject(
        problem(400, 'VALUE_INVALID'),
      );
      expect(await served.send('POST', `${BASE}/inbox`, inbox, { ...SAM, 'content-type': 'text/plain' })).toMatchObject(
        problem(415, 'MEDIA_TYPE'),
      );
      expect(await served.send('POST', `${BASE}/inbox`)).toMatchObject(problem(415, 'MEDIA_TYPE'));
      const large = { ...inbox, text: 'x'.repeat(300_000) };
      expect(await served.send('POST', `${BASE}/inbox`, large)).toMatchObject(problem(413, 'BODY_TOO_LARGE'));
      expect(await served.get(`${BASE}/runs?projectId=demo&statu=active`)).toMatchObject(problem(400, 'VALUE_INVALID'));
      expect(served.client.asked).toEqual([]);
    });

    it('[CO-01] [A-S14] PUT, PATCH and DELETE on a Run are 405 with what the path takes', async () => {
      for (const method of ['PUT', 'PATCH', 'DELETE'] as const) {
        const answer = await served.send(method, `${BASE}/runs/${run.runId}`, {});
        expect(answer).toMatchObject(problem(405, 'METHOD_NOT_ALLOWED'));
        expect(answer.headers['allow']).toBe('GET, HEAD');
      }
      expect(await served.send('POST', `${BASE}/runs`, {})).toMatchObject(problem(405, 'METHOD_NOT_ALLOWED'));
      expect(await served.get(`${BASE}/nothing`)).toMatchObject(problem(404, 'ROUTE_NOT_FOUND'));
    });
  });

  describe('writes', () => {
    const named = { operationId: 'op-2', projectId: 'demo' };

    it('[A-045] a work request is submitted once per person and operation, and answered with its proposal', async () => {
      const body = { ...named, kind: 'work_request', text: 'audit this repository' };
      const { status, body: answer } = await served.send('POST', `${BASE}/inbox`, body);
      expect(status).toBe(202);
      expect(answer.data).toEqual({ proposalId: 'human-ingress:demo:conversation-event:event-1', duplicate: false });
      expect(served.client.asked).toEqual([
        {
          method: 'submit',
          principalId: 'sandbox:sam',
          request: {
            address: { adapter: 'api', endpoint: 'local', kind: 'api', id: 'demo' },
            sourceKey: 'sandbox:sam:op-2',
            text: 'audit this repository',
            intent: 'work_request',
          },
        },
      ]);
    });

    it('[A-046] Run control goes to the orchestrator as typed, and its receipt comes back', async () => {
      const body = { version: 1, ...named, runId: run.runId, expectedSequence: 4, action: 'pause', reasonCode: 'incident' };
      const { status, body: answer } = await served.send('POST', `${BASE}/control`, body);
      expect(status).toBe(200);
      expect(answer.data).toEqual({
        outcome: 'committed',
        duplicate: false,
        streamId: 'run-r',
        revision: 7,
        position: 8,
        eventIds: ['e-1'],
      });
      const { version: _version, ...request } = body;
      expect(served.client.asked).toEqual([{ method: 'runControl', principalId: 'sandbox:sam', request }]);
    });

    it('[A-S11] a stale sequence is 409 with the actual one', async () => {
      served.client.receipt = () => ({
        outcome: 'stale',
        streamId: `run-${run.runId}`,
        revision: 30,
        eventIds: [],
        position: null,
        code: 'SEQUENCE_CONFLICT',
        details: { actualSequence: 30 },
      });
      const body = { version: 1, ...named, runId: run.runId, expectedSequence: 4, action: 'cancel', reasonCode: 'superseded' };
      const answer = await served.send('POST', `${BASE}/control`, body);
      expect(answer).toMatchObject(problem(409, 'SEQUENCE_CONFLICT'));
      expect(answer.body.details).toEqual({ actualSequence: 30 });
    });

    it('[A-017] a repeat is told with its first receipt', async () => {
      served.client.receipt = () => ({ outcome: 'duplicate', streamId: 'run-r', revision: 7, eventIds: ['e-1'], position: 8 });
      const body = { ...named, expectedSequence: 4, taskRevision: 1, decision: 'approve', reason: 'Looks right.' };
      const path = `${BASE}/runs/${run.runId}/tasks/ship/gates/approval:ship/decisions`;
      expect((await served.send('POST', path, body)).body.data).toMatchObject({ outcome: 'duplicate', duplicate: true });
      expect(served.client.asked).toEqual([
        {
          method: 'decideGate',
          principalId: 'sandbox:sam',
          request: { ...body, runId: run.runId, taskKey: 'ship', gateId: 'approval:ship' },
        },
      ]);
    });

    it('[A-047] [A-049] [A-050] [A-051] [A-052] each typed command has its route', async () => {
      const at = { ...named, expectedSequence: 4 };
      const task = `${BASE}/runs/${run.runId}/tasks/read`;
      const review = { ...at, runId: run.runId };
      const verdict = {
        criteria: [{ criterionId: 'c', verdict: 'passed', evidenceRefs: ['e'] }],
        claims: [{ claimId: 'x', accepted: true }],
      };
      const answers = [
        await served.send('POST', `${task}/priority`, { ...at, taskRevision: 1, lane: 'high', deadline: 5 }),
        await served.send('POST', `${task}/blockers/b-1/resolve`, at),
        await served.send('POST', `${BASE}/reviews/review:c:1/claim`, review),
        await served.send('POST', `${BASE}/reviews/review:c:1/verdict`, { ...review, ...verdict }),
        await served.send('POST', `${BASE}/assignments/a-1/release`, { ...review, reason: 'stuck' }),
      ];
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
      expect(served.client.asked.map(({ method }) => method)).toEqual([
        'changePriority',
        'resolveBlocker',
        'claim',
        'submitVerdict',
        'releaseLease',
      ]);
      const target = { projectId: 'demo', runId: run.runId, assignmentId: 'review:c:1', expectedSequence: 4 };
      expect(served.client.asked[3]?.request).toEqual({
        target,
        operationId: 'op-2',
        verdict: { ...verdict, method: 'judged', model: null },
      });
    });

    it('a refusal of the Kernel keeps its code and status', async () => {
      served.client.receipt = () => {
        throw new Rejection('BLOCKER_NEEDS_SPONSOR', 'An approval is decided at its gate.');
      };
      const path = `${BASE}/runs/${run.runId}/tasks/read/blockers/approval:read/resolve`;
      expect(await served.send('POST', path, { ...named, expectedSequence: 4 })).toMatchObject(
        problem(403, 'BLOCKER_NEEDS_SPONSOR'),
      );
    });
  });

  describe('rooms, about and the rest', () => {
    it('a Sandbox message is sent as the principal of the token, and read back', async () => {
      const sent = await served.send('POST', '/api/sandbox/rooms/demo/messages', { operationId: 'op-3', text: '/work audit' });
      expect(sent).toMatchObject({ status: 202, body: { data: { eventId: 'event-1', sequence: 1 } } });
      expect(served.client.asked[0]).toMatchObject({
        method: 'submit',
        principalId: 'sandbox:sam',
        request: { address: { adapter: 'sandbox', endpoint: 'local', kind: 'group', id: 'demo' }, sourceKey: 'sandbox:sam:op-3' },
      });
      const body = { disposition: 'full', reasons: [], text: 'hello', contentHash: 'h' } as const;
      const message = { at: 1, kind: 'message', author: 'sandbox:sam', body, replyTo: null, card: null } as const;
      served.client.messages = [
        { ...message, eventId: 'e-1', sequence: 1 },
        {
          ...message,
          eventId: 'e-2',
          sequence: 2,
          kind: 'card',
          card: { kind: 'status', projectId: 'demo', runId: 'r', taskKey: 'read' },
        },
      ];
      const read = await served.get('/api/sandbox/rooms/demo/messages?after=1');
      expect(read.body.data).toEqual([
        expect.objectContaining({
          eventId: 'e-2',
          card: { kind: 'status', projectId: 'demo', runId: 'r', taskRef: expect.stringMatching(/^workroom-task:/) },
        }),
      ]);
      expect((await served.get('/api/sandbox/rooms')).body.data).toContainEqual({
        room: 'demo',
        projectId: 'demo',
        lastSequence: 2,
      });
    });

    it('tells what serves, also to a guest', async () => {
      expect((await served.get('/api/about', as('guest'))).body.data).toMatchObject({
        version: '0.1.0',
        principalId: null,
        scope: 'demo',
      });
      expect((await served.get('/api/about')).body.data).toMatchObject({ principalId: 'sandbox:sam', mode: 'embedded' });
    });

    it('describes its routes, queries and closed bodies', async () => {
      const { status, body } = await served.get('/api/openapi.json', { host: SAM.host });
      expect(status).toBe(200);
      const list = body.paths[`${BASE}/runs`].get;
      expect(list.parameters).toContainEqual(
        expect.objectContaining({ name: 'limit', in: 'query', schema: expect.objectContaining({ maximum: 200 }) }),
      );
      const verdict = body.paths[`${BASE}/reviews/{assignmentId}/verdict`].post;
      const schema = verdict.requestBody.content['application/json'].schema;
      expect(schema).toMatchObject({
        additionalProperties: false,
        properties: { criteria: { items: { required: ['criterionId', 'verdict', 'evidenceRefs'] } } },
      });
      const gate = body.paths[`${BASE}/runs/{runId}/tasks/{taskKey}/gates/{gateId}/decisions`].post;
      expect(gate.requestBody.content['application/json'].schema.required).not.toContain('reason');
    });

    it('[A-103] / and /console lead to the Console', async () => {
      for (const path of ['/', '/console']) {
        const { status, headers } = await served.get(path, { host: SAM.host });
        expect([status, headers['location']]).toEqual([302, '/console/']);
      }
    });

    it('[A-022] a token has so many requests a minute', async () => {
      const few = await new Served().start({ writes: 1, reads: 2 });
      few.client.projects = [aProject('demo', 'sandbox:sam')];
      const statuses = [];
      for (let n = 0; n < 3; n += 1) statuses.push((await few.get(`${BASE}/projects`)).status);
      expect(statuses).toEqual([200, 200, 429]);
      await few.stop();
    });

    it('logs nothing as a defect in all of this', () => expect(served.logged).toEqual([]));
  });
});
