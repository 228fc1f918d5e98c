// Reads the content-free data of a fact without trusting its shape: what is missing or of another type reads as null.
import type { RunEventDto } from '#contracts/http';

export interface FactNames {
  /** The title of a task, else its key. */
  task(taskKey: string): string;
  /** The task of an Assignment or reviewer wait; null where the fact that bound them is not loaded. */
  taskOf(assignmentId: string): string | null;
  /** Clock time of an instant. */
  time(at: number): string;
  /** A principal in words. */
  who(principalId: string): string;
}

export class FactReader {
  constructor(
    readonly fact: RunEventDto,
    readonly names: FactNames,
  ) {}

  text(path: string): string | null {
    const value = this.value(path);
    return typeof value === 'string' && value !== '' ? value : null;
  }

  number(path: string): number | null {
    const value = this.value(path);
    return typeof value === 'number' ? value : null;
  }

  flag(path: string): boolean {
    return this.value(path) === true;
  }

  list(path: string): readonly unknown[] {
    const value = this.value(path);
    return Array.isArray(value) ? value : [];
  }

  /** `“Inventory”`: the task that the fact is about, by its key or by its Assignment. */
  get task(): string {
    const key = this.text('taskKey') ?? this.taskOfAssignment;
    return key === null ? 'a task' : `“${this.names.task(key)}”`;
  }

  named(path: string): string {
    const key = this.text(path);
    return key === null ? 'a task' : `“${this.names.task(key)}”`;
  }

  who(path: string): string {
    const principal = this.text(path);
    return principal === null ? 'Someone' : this.names.who(principal);
  }

  get actor(): string {
    return this.names.who(this.fact.metadata.actor.principalId);
  }

  time(path: string): string {
    const at = this.number(path);
    return at === null ? 'an unknown time' : this.names.time(at);
  }

  private get taskOfAssignment(): string | null {
    const assignment = this.text('assignmentId');
    return assignment === null ? null : this.names.taskOf(assignment);
  }

  private value(path: string): unknown {
    return path.split('.').reduce<unknown>((at, key) => {
      if (typeof at !== 'object' || at === null) return null;
      return Object.hasOwn(at, key) ? (at as Record<string, unknown>)[key] : null;
    }, this.fact.data);
  }
}
