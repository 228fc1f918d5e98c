// A member's route, from the Catalog at dispatch to the claim of a Run.
import { system } from '#testing';
import { refusalOf, RunStory } from '#testing/run';
import { demoDefinition, routeDigest } from '#domain/catalog';
import type { WorkroomDefinition } from '#domain/catalog';
import { nextDecision } from '#domain/run';

const definition = demoDefinition('/srv/repository');
const rerouted: WorkroomDefinition = {
  ...definition,
  members: definition.members.map((member) =>
    member.agent === 'executor' ? { ...member, assignmentRoute: { kind: 'remote', endpointId: 'a2a-1' } } : member,
  ),
};

const dispatched = (): RunStory => {
  const story = RunStory.admitted([{ key: 'a' }]).pinAll();
  const route = { catalogRevision: 'a'.repeat(64), routeDigest: routeDigest(definition, 'executor') };
  story.do('commit_scheduler_decision', system('scheduler'), { decision: nextDecision(story.state)!, route });
  return story;
};

describe('a route', () => {
  it('[CT-08] [I-093] that was edited between dispatch and claim refuses the claim', () => {
    const claim = (edited: WorkroomDefinition) =>
      dispatched().claim('a', 'executor', { routeDigest: routeDigest(edited, 'executor') });
    expect(refusalOf(() => claim(rerouted))).toBe('ROUTE_CHANGED');
    expect(refusalOf(() => claim({ ...definition, members: definition.members.slice(0, 1) }))).toBe('ROUTE_CHANGED');
    expect(claim({ ...definition, name: 'Another name' }).map(({ type }) => type)).toContain('assignment.claimed');
  });
});
