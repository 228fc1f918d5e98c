// How the Kernel says no: a stable code, and one sentence that names the ids and the mend.
import { Rejection } from '../../kernel/index.js';

type Details = Readonly<Record<string, unknown>>;

export function refuse(code: string, message: string, details: Details = {}): never {
  throw new Rejection(code, message, details);
}

/** Refuses unless the condition holds. */
export function demand(condition: boolean, code: string, message: string, details: Details = {}): asserts condition {
  if (!condition) refuse(code, message, details);
}
