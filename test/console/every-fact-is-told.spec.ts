// The Console knows wire types only; here its sentences meet the Run's catalogue of events.
import { RUN_EVENTS } from '#domain/run';
import { toldTypes } from '../../apps/console/format/facts/fact-sentence.js';

describe('the Console’s timeline', () => {
  it('tells every event type of a Run in a sentence of its own, and none that does not exist', () => {
    expect(toldTypes.toSorted()).toEqual(Object.keys(RUN_EVENTS).toSorted());
  });
});
