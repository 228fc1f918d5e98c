// Reactions that span streams: what becomes of a proposal, what is due in acceptance, who is waited for, and what rooms are told.
export { checkReportClaims, contractFor, evaluationFacts, MAX_REASSIGNMENTS, pinsDue, reassignmentsDue } from './acceptance.js';
export type { CandidateReport, ContractTerms } from './acceptance.js';
export { dataClassOf } from '#domain/run';
export { attentionOf } from './attention.js';
export type { AttentionItem, AttentionKind } from './attention.js';
export { MAX_BODY } from './card.js';
export type { Card, CardAudience, CardKind, Speaker } from './card.js';
export { claimableProposals, inboxDueAt, MAX_DRAIN } from './claimable-proposals.js';
export { applicationOf, reasonOfRefusal } from './inbox-application.js';
export type { Application, ApplicationContext } from './inbox-application.js';
export { foldProgress, UPDATES_A_CARD } from './progress-cards.js';
export type { PendingProgress, ProgressState, ProgressStep } from './progress-cards.js';
export { cardOf, CARDED_EVENTS } from './run-cards.js';
export type { CardContext } from './run-cards.js';
