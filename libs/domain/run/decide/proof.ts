// A proof is for exactly one act: it repeats who does what to which target on which sequence.
import type { Authorization } from '../records/acceptance.js';

export type ProofSubject = Omit<Authorization, 'catalogRevision' | 'proofDigest'>;

export const proves = (authorization: Authorization, subject: ProofSubject): boolean =>
  authorization.action === subject.action &&
  authorization.role === subject.role &&
  authorization.principalId === subject.principalId &&
  authorization.projectId === subject.projectId &&
  authorization.runId === subject.runId &&
  authorization.taskKey === subject.taskKey &&
  authorization.targetId === subject.targetId &&
  authorization.expectedSequence === subject.expectedSequence;
