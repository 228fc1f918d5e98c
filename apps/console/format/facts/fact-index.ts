// Binds ids inside facts to tasks: which Assignment and which review belong to which task, as far as facts are loaded.
import type { RunEventDto } from '#contracts/http';

/** Task key by Assignment id and by reviewer wait id. */
export function tasksByAssignment(facts: readonly RunEventDto[]): ReadonlyMap<string, string> {
  const index = new Map<string, string>();
  for (const { data } of facts) {
    const key = data['taskKey'];
    if (typeof key === 'string') {
      bind(index, data['assignmentId'], key);
      bind(index, field(data['assignment'], 'assignmentId'), key);
    }
    const envelope = data['envelope'];
    const enveloped = field(envelope, 'taskKey');
    if (typeof enveloped === 'string') bind(index, field(envelope, 'assignmentId'), enveloped);
  }
  return index;
}

/** Every task key that the facts name, in order of appearance. */
export function taskKeysIn(facts: readonly RunEventDto[]): readonly string[] {
  const keys = new Set<string>();
  for (const { data } of facts) if (typeof data['taskKey'] === 'string') keys.add(data['taskKey']);
  return [...keys];
}

function bind(index: Map<string, string>, assignmentId: unknown, taskKey: string): void {
  if (typeof assignmentId === 'string') index.set(assignmentId, taskKey);
}

function field(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined;
}
