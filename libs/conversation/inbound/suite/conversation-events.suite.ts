// The contract of conversation events: every driver passes it.
import { Rejection } from '#domain/kernel';
import type { ConversationEvents, NewConversationEvent } from '../conversation-events.js';

const event = (over: Partial<NewConversationEvent> = {}): NewConversationEvent => ({
  eventId: 'event-1',
  conversationKey: 'sandbox:local:group:demo',
  sourceKey: 'message-1',
  type: 'message',
  actor: { principalId: 'sandbox:ada', kind: 'human', role: 'participant' },
  objectId: 'object-1',
  contentHash: `hmac-sha256:${'a'.repeat(64)}`,
  descriptorDigest: `sha256:${'b'.repeat(64)}`,
  at: 1_700_000_000_000,
  replyTo: null,
  ...over,
});
const numbered = (at: number, over: Partial<NewConversationEvent> = {}): NewConversationEvent =>
  event({ eventId: `event-${at}`, sourceKey: `message-${at}`, ...over });

export function conversationEventsSuite(
  name: string,
  makeEvents: () => ConversationEvents,
  close: () => void = () => undefined,
): void {
  describe(`conversation events: ${name}`, () => {
    let events: ConversationEvents;
    beforeEach(() => {
      events = makeEvents();
    });
    afterEach(close);

    it('stores an event as it was given, with the first sequence of its conversation', async () => {
      expect(await events.append(event())).toEqual({ ...event(), sequence: 1, duplicate: false });
      expect(await events.find('event-1')).toEqual({ ...event(), sequence: 1 });
      expect(await events.findBySource('sandbox:local:group:demo', 'message-1')).toEqual({ ...event(), sequence: 1 });
      const reply = numbered(2, { replyTo: 'event-1' });
      await events.append(reply);
      expect(await events.find('event-2')).toEqual({ ...reply, sequence: 2 });
    });

    it('numbers each conversation from 1 without gaps, duplicates and refusals included', async () => {
      const taken: number[] = [];
      for (const next of [numbered(1), numbered(2), numbered(1), numbered(3)]) taken.push((await events.append(next)).sequence);
      await events.append(numbered(1, { sourceKey: 'message-9' })).catch(() => undefined);
      taken.push((await events.append(numbered(4))).sequence);
      expect(taken).toEqual([1, 2, 1, 3, 4]);
      expect((await events.append(numbered(5, { conversationKey: 'api:demo' }))).sequence).toBe(1);
      expect(await events.lastSequence('sandbox:local:group:demo')).toBe(4);
      expect(await events.lastSequence('api:demo')).toBe(1);
      expect(await events.lastSequence('api:none')).toBe(0);
    });

    it('gives appends that run together different sequences', async () => {
      const all = await Promise.all(Array.from({ length: 20 }, (_, at) => events.append(numbered(at))));
      expect(all.map(({ sequence }) => sequence).sort((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, at) => at + 1));
    });

    it('answers a known source with the event that stands there: its eventId and its object', async () => {
      await events.append(event());
      const repeat = await events.append(event({ eventId: 'event-2', objectId: 'object-2' }));
      expect(repeat).toEqual({ ...event(), sequence: 1, duplicate: true });
      expect(await events.find('event-2')).toBeUndefined();
      const elsewhere = await events.append(numbered(2, { sourceKey: 'message-1', conversationKey: 'api:demo' }));
      expect(elsewhere.duplicate).toBe(false);
    });

    it('refuses an eventId that stands under another source', async () => {
      await events.append(event());
      const clash = events.append(event({ sourceKey: 'message-2' }));
      await expect(clash).rejects.toThrow(Rejection);
      await expect(clash).rejects.toMatchObject({ code: 'OPERATION_PAYLOAD_CONFLICT' });
      expect(await events.lastSequence('sandbox:local:group:demo')).toBe(1);
    });

    it('reads what comes after a sequence, ascending, a page at a time', async () => {
      for (let at = 1; at <= 5; at += 1) await events.append(numbered(at));
      const ids = async (options?: { after?: number; limit?: number }): Promise<string[]> =>
        (await events.read('sandbox:local:group:demo', options)).map(({ eventId }) => eventId);
      expect(await ids()).toEqual(['event-1', 'event-2', 'event-3', 'event-4', 'event-5']);
      expect(await ids({ after: 2, limit: 2 })).toEqual(['event-3', 'event-4']);
      expect(await ids({ after: 5 })).toEqual([]);
      expect(await events.read('api:none')).toEqual([]);
    });

    it('wakes listeners after an append with its conversation, and not for a duplicate or after they left', async () => {
      const woken: string[] = [];
      const leave = events.onAppend((conversationKey) => woken.push(conversationKey));
      await events.append(event());
      await events.append(event());
      await Promise.resolve();
      leave();
      await events.append(numbered(2));
      await Promise.resolve();
      expect(woken).toEqual(['sandbox:local:group:demo']);
    });
  });
}
