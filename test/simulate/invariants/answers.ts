// Answers: a lie leaves no fact, a repeat gets the first receipt and leaves none, and every refusal has a code of the specification.
import type { Receipt } from '#contracts/codec';
import { runDecider } from '#domain/run';
import type { Invariant } from './invariant.js';

export const liesRefused: Invariant = {
  name: 'a lie leaves no fact',
  rule: 'K-040 to K-045, K-205, K-243, D-38, D-49',
  watch: () => ({
    answer({ message, batch }) {
      if (message.lie === null || !batch) return null;
      return `${message.command.type} with ${message.lie} wrote ${batch.facts.map((fact) => fact.type).join(', ')}`;
    },
  }),
};

const sameReceipt = (first: Receipt, repeat: Receipt): boolean =>
  first.streamId === repeat.streamId && first.revision === repeat.revision && first.eventIds.join() === repeat.eventIds.join();

interface Known {
  readonly digest: string;
  readonly principalId: string;
  /** null where the answer was lost. */
  receipt: Receipt | null;
}

export const repeatsAnswered: Invariant = {
  name: 'one operation, one set of facts',
  rule: 'K-037, K-044, K-S19, D-28, D-29, F-ES-03',
  watch() {
    const books = new Map<string, Known>();
    return {
      answer({ message, outcome, batch }) {
        const { command } = message;
        const { kind, key, digest } = runDecider.operation(command);
        const { principalId } = command.meta.actor;
        const book = `${command.data.runId} ${kind} ${key}`;
        const known = books.get(book);
        const answer = outcome.kind === 'receipt' ? outcome.receipt : null;
        if (!known) {
          if (batch) books.set(book, { digest, principalId, receipt: answer });
          return !batch && answer?.outcome === 'duplicate'
            ? `${command.type} ${key} is called a repeat but was never written`
            : null;
        }
        if (batch) return `${command.type} ${key} wrote ${batch.facts.length} facts again`;
        const same = known.digest === digest && known.principalId === principalId;
        if (answer && !same) return `${command.type} ${key} was answered although its content or sender is another one`;
        if (answer && answer.outcome !== 'duplicate')
          return `${command.type} ${key} was written before, but the answer says ${answer.outcome}`;
        if (answer && known.receipt && !sameReceipt(known.receipt, answer))
          return `${command.type} ${key} got another receipt than before`;
        if (answer) known.receipt ??= answer;
        return null;
      },
    };
  },
};

const CODE = /^[A-Z][A-Z_]+$/;

export const refusalsKnown: Invariant = {
  name: 'refusals have codes',
  rule: 'K-360 to K-369',
  watch: () => ({
    answer({ message, outcome }) {
      if (outcome.kind !== 'refused' || CODE.test(outcome.code)) return null;
      return `${message.command.type} was refused with ${outcome.code}`;
    },
  }),
};
