// Every invariant that is checked after each command.
import { acceptedByRoute } from './acceptance-route.js';
import { liesRefused, refusalsKnown, repeatsAnswered } from './answers.js';
import { noOldFence, oneAssignment, risingFences } from './assignments.js';
import { goesForward, reservationsUsable, rightHands, startsAllowed, terminalStaysStill } from './batches.js';
import { budgetsHold } from './budgets.js';
import type { Invariant } from './invariant.js';
import { acceptanceMoves, alive, expiresOnce, waitsOwned } from './waits.js';

export const INVARIANTS: readonly Invariant[] = [
  alive,
  acceptanceMoves,
  waitsOwned,
  expiresOnce,
  oneAssignment,
  risingFences,
  noOldFence,
  acceptedByRoute,
  budgetsHold,
  terminalStaysStill,
  startsAllowed,
  reservationsUsable,
  goesForward,
  rightHands,
  liesRefused,
  repeatsAnswered,
  refusalsKnown,
];
