import type { SandboxMessageDto } from '#contracts/http';
import { merged } from './room-part.js';

const message = (sequence: number, eventId = `m${sequence}`) => ({ sequence, eventId }) as SandboxMessageDto;

describe('the loaded part of a room', () => {
  const part = { after: 10, to: 12, messages: [message(11), message(12)] };

  it('grows by new messages and by earlier ones, in order, each once', () => {
    const grown = merged(merged(part, [message(13), message(12, 'edited')]), [message(9), message(10)]);
    expect(grown.messages.map(({ eventId }) => eventId)).toEqual(['m9', 'm10', 'm11', 'edited', 'm13']);
    expect(grown.to).toBe(13);
  });

  it('stays the same where nothing came', () => {
    expect(merged(part, [])).toBe(part);
    expect(merged(part, [message(9)]).to).toBe(12);
  });
});
