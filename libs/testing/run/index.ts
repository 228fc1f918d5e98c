// Builders and stories of Runs, for specs.
export {
  aCheck,
  aContract,
  aTool,
  aVerdict,
  claimsCriterion,
  evaluationFactsFor,
  judgmentCriterion,
  POLICY_DIGEST,
} from './acceptance-builder.js';
export { brokenInvariants } from './invariants.js';
export { aGate, aPlan, aPolicy, aTask, MINUTE, noRequirements, PROJECT, sealPlan, T0, wideLimits } from './plan-builder.js';
export type { PlanSketch, TaskSketch } from './plan-builder.js';
export { RunStory, sponsorAuthority } from './run-story.js';
export { beginWalk, takeStep, walkStep, walkTasks } from './run-walk.js';
export type { WalkStep } from './run-walk.js';
export { transitionsOf } from './transitions.js';
export type { Machine, ObservedTransition } from './transitions.js';
export { refusalOf, StoryGap, typesOf } from './told-run.js';
export { REQUESTER, ROUTE_DIGEST } from './work-story.js';
export type { AdmissionSketch } from './work-story.js';
