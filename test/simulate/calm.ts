// The storm is over: everyone does what their role asks of them, and every Run must come to its end.
import { dueInstants, isTerminal } from '#domain/run';
import type { ReviewState, RunState, TaskState } from '#domain/run';
import { evaluation, pinContract, reassign } from './actors/acceptance.js';
import { tick } from './actors/clock.js';
import { assignmentOf, completion, observe, settle, start } from './actors/executor.js';
import { relax, replaceCancelled, resolveBlocker, retryTask, reviseTask } from './actors/orchestrator.js';
import { claimant, claimReview, judge } from './actors/reviewer.js';
import { commitDecision } from './actors/scheduler.js';
import {
  decidePlanGate,
  decideSponsorGate,
  raiseAttempts,
  reopenPlanGate,
  reopenSponsorGate,
  resumeRun,
} from './actors/sponsor.js';
import { claimOf, resolveSupply } from './actors/supply.js';
import { calmed } from './climate.js';
import { Violation } from './invariants/invariant.js';
import type { Answer } from './message.js';
import { mix, Random } from './random.js';
import { openOf, ORCHESTRATOR, REVIEWERS, say, sceneOf, SPONSORS } from './scene.js';
import type { ActorMove, Scene } from './scene.js';
import type { LiveRun, World } from './world.js';

const [SAM] = SPONSORS;
/** More honest moves than any Run of a simulation needs. */
const PATIENCE = 1_200;

/** The agents that still work say what comes next; whoever is gone stays gone. */
const work: ActorMove = (scene) => {
  for (const fake of scene.world.agents) {
    if (fake.runId !== scene.run.runId || fake.gone) continue;
    const assignment = assignmentOf(scene.state, fake);
    if (assignment?.status === 'leased') return start(scene, fake);
    if (assignment?.status === 'running') return observe(scene, fake, completion(fake));
    if (assignment) return settle(scene, fake);
  }
  return null;
};

const evaluateDue: ActorMove = (scene) => {
  const [due] = scene.world.readings.awaitingEvaluation(scene.state);
  const blocked = openOf(scene.state).find((task) => task.acceptanceBlockedAt !== null);
  const task = due ?? blocked;
  return task ? evaluation(scene, task, true) : null;
};

const reviewDue: ActorMove = (scene) => {
  for (const task of openOf(scene.state)) {
    const { review } = task;
    if (!review || task.status !== 'awaiting_acceptance') continue;
    const [rob, rae] = REVIEWERS;
    if (review.status === 'open')
      return claimReview(scene, task, review, review.producerPrincipalId === rob.principalId ? rae : rob);
    if (review.status === 'claimed') return judge(scene, task, review, claimant(review));
    if (review.status === 'expired') return reassignExpired(scene, task, review);
  }
  return null;
};

/** Twice by the process, then by the Orchestrator. */
const reassignExpired = (scene: Scene, task: TaskState, { assignmentId }: ReviewState) =>
  reassign(scene) ??
  say(scene, 'reassign_reviewer', ORCHESTRATOR, { taskKey: task.key, assignmentId, expectedSequence: scene.state.sequence });

const planGateDue: ActorMove = (scene) => {
  for (const task of openOf(scene.state)) {
    const { planGate } = task;
    if (planGate?.status === 'open') return decidePlanGate(scene, task, planGate, 'approve', SAM);
    if (planGate?.status === 'expired' || planGate?.status === 'changes_requested')
      return reopenPlanGate(scene, task, planGate, SAM);
  }
  return null;
};

const sponsorGateDue: ActorMove = (scene) => {
  for (const task of openOf(scene.state)) {
    const { gate } = task;
    if (gate?.status === 'open') return decideSponsorGate(scene, task, gate, 'approve', SAM);
    if (gate?.status === 'expired') return reopenSponsorGate(scene, task, gate, SAM, true);
  }
  return null;
};

const claimDue: ActorMove = (scene) => {
  const [pending] = scene.state.dispatches;
  return pending ? claimOf(scene, pending) : null;
};

const resume: ActorMove = (scene) => (scene.state.pause || scene.state.replan ? resumeRun(scene, SAM) : null);

/** No claim is left, or the tasks of the plan may make more claims than the Run has: no revision would be valid. */
function exhausted({ plan, raised, attemptsUsed, dispatches, tasks }: RunState): boolean {
  const allowed = (plan?.header.budget.maxTotalAttempts ?? 0) + raised.attempts;
  const planned = tasks.reduce((sum, task) => sum + (task.inPlan ? task.plan.maxAttempts : 0), 0);
  return allowed - attemptsUsed - dispatches.length <= 0 || planned > allowed;
}

const raise: ActorMove = (scene) => (exhausted(scene.state) ? raiseAttempts(scene, SAM, 4) : null);

const heal: ActorMove = (scene) => {
  const { state } = scene;
  const dead = state.broken.map((index) => state.tasks[index] as TaskState);
  const failed = dead.find((task) => task.status === 'failed');
  if (failed) return reviseTask(scene) ?? retryTask(scene, failed);
  return dead.length > 0 ? replaceCancelled(scene) : null;
};

const HONEST: readonly ActorMove[] = [
  pinContract,
  evaluateDue,
  reviewDue,
  relax,
  planGateDue,
  sponsorGateDue,
  resolveBlocker,
  resolveSupply,
  work,
  claimDue,
  commitDecision,
  resume,
  raise,
  heal,
];

type Check = (answers: readonly Answer[]) => Promise<void>;

/** One fact, by the first who can bring one about; else time goes on. */
async function oneMove(world: World, run: LiveRun, random: Random, check: Check): Promise<void> {
  for (const move of HONEST) {
    const message = move(sceneOf(world, random, run) as Scene);
    if (!message) continue;
    const answers = await world.deliver([message]);
    world.counts.add('step calm');
    await check(answers);
    if (answers.some(({ batch }) => batch !== null)) return;
  }
  const due = dueInstants(run.state).find((one) => one.kind !== 'starvation' || one.at > world.now);
  if (!due) {
    const shown = run.state.tasks.map((task) => `${task.key} ${task.status}`).join(', ');
    throw new Violation('every Run can be brought to its end', 'K-183, K-154', `nobody can move Run ${run.runId}: ${shown}`);
  }
  world.now = Math.max(world.now + 1, due.at);
  await check(await world.deliver([tick({ world, run })]));
  world.counts.add('step calm');
}

/** Brings every Run to its end; throws a Violation when one cannot be. */
export async function bringToEnd(world: World, seed: number, check: Check): Promise<void> {
  world.climate = calmed(world.climate);
  world.delayed.length = 0;
  const random = new Random(mix(seed, 7));
  for (const run of world.liveRuns()) {
    for (let moves = 0; !isTerminal(run.state); moves += 1) {
      if (moves >= PATIENCE) {
        const shown = run.state.tasks.map((task) => `${task.key} ${task.status}`).join(', ');
        throw new Violation('every Run can be brought to its end', 'K-183', `Run ${run.runId} goes in circles: ${shown}`);
      }
      await oneMove(world, run, random, check);
    }
  }
}
