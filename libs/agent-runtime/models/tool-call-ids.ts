// Ids by which calls and results are paired: the provider's where it gave unique ones, else one for each call.
import { randomUUID } from 'node:crypto';
import type { ToolCall } from './chat-model.js';

export function withUniqueIds(calls: readonly (Omit<ToolCall, 'id'> & { readonly id: string | null })[]): readonly ToolCall[] {
  const given = calls.map(({ id }) => id);
  return calls.map((call, index) => {
    const { id } = call;
    const unique = id !== null && id !== '' && id !== call.name && given.indexOf(id) === index && given.lastIndexOf(id) === index;
    return { ...call, id: unique ? id : `call-${randomUUID()}` };
  });
}
