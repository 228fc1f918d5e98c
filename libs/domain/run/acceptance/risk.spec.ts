// The risk lattice: derived from declarations, never below any of them.
import * as fc from 'fast-check';
import { aTool } from '#testing/run';
import type { Risk, ToolRisk } from '../records/acceptance.js';
import { dataClassOf, deriveRisk, higherTier, riskTier } from './risk.js';

const derive = (tools: readonly ToolRisk[], change: Partial<{ undeclaredTools: string[]; dataClass: Risk['dataClass'] }> = {}) =>
  deriveRisk({ tools, undeclaredTools: [], dataClass: 'internal', ...change });

const low: Risk = derive([]);

describe('the risk of a task', () => {
  it('[K-331] is none, discard_only and single_artifact without tools', () => {
    expect(low).toStrictEqual({
      sideEffect: 'none',
      reversibility: 'discard_only',
      dataClass: 'internal',
      blastRadius: 'single_artifact',
      uncertainty: 'known',
      capabilityTags: [],
    });
    expect(riskTier(low)).toBe('low');
  });

  it('[K-331] is the componentwise maximum over the capability snapshot', () => {
    const risk = derive([
      aTool({ sideEffect: 'local', tags: ['shell'] }),
      aTool({ reversibility: 'compensatable', blastRadius: 'organization', tags: ['deploy', 'shell'] }),
    ]);
    expect(risk).toMatchObject({ sideEffect: 'local', reversibility: 'compensatable', blastRadius: 'organization' });
    expect(risk.capabilityTags).toStrictEqual(['deploy', 'shell']);
  });

  it('[K-331] is unknown in every dimension that a tool without declaration could raise', () => {
    const risk = derive([aTool()], { undeclaredTools: ['mystery'] });
    expect(risk).toMatchObject({
      sideEffect: 'unknown',
      reversibility: 'unknown',
      blastRadius: 'unknown',
      uncertainty: 'unknown',
    });
    expect(riskTier(risk)).toBe('critical');
  });

  it.each([
    ['critical', { sideEffect: 'unknown' }],
    ['critical', { reversibility: 'unknown' }],
    ['critical', { dataClass: 'unknown' }],
    ['critical', { blastRadius: 'unknown' }],
    ['critical', { uncertainty: 'unknown' }],
    ['critical', { reversibility: 'irreversible' }],
    ['critical', { dataClass: 'restricted' }],
    ['critical', { capabilityTags: ['payment'] }],
    ['high', { sideEffect: 'external' }],
    ['high', { blastRadius: 'external' }],
    ['high', { capabilityTags: ['deploy'] }],
    ['high', { capabilityTags: ['send'] }],
    ['high', { capabilityTags: ['publish'] }],
    ['medium', { sideEffect: 'local' }],
    ['medium', { reversibility: 'compensatable' }],
    ['medium', { dataClass: 'confidential' }],
    ['medium', { blastRadius: 'project' }],
    ['medium', { blastRadius: 'organization' }],
    ['medium', { capabilityTags: ['anything'] }],
    ['low', { dataClass: 'public' }],
  ] as const)('[K-336] is %s with %j', (tier, change) => {
    expect(riskTier({ ...low, ...change } as Risk)).toBe(tier);
  });

  it('[K-337] never falls when a tool is added', () => {
    const tool = fc.record({
      tool: fc.constant('tool'),
      sideEffect: fc.constantFrom('none', 'local', 'external', 'unknown'),
      reversibility: fc.constantFrom('discard_only', 'compensatable', 'irreversible', 'unknown'),
      blastRadius: fc.constantFrom('single_artifact', 'project', 'organization', 'external', 'unknown'),
      tags: fc.subarray(['shell', 'deploy', 'payment']),
    }) as fc.Arbitrary<ToolRisk>;
    fc.assert(
      fc.property(fc.array(tool), tool, (tools, added) => {
        const before = riskTier(derive(tools));
        const after = riskTier(derive([...tools, added]));
        expect(higherTier(before, after)).toBe(after);
        expect(riskTier(derive([...tools].reverse()))).toBe(before);
      }),
    );
  });

  it('[K-334] reads the data class from the highest descriptor, and knows no other', () => {
    expect(['public', 'project_internal', 'confidential', 'restricted', 'unknown', 'secret'].map(dataClassOf)).toStrictEqual([
      'public',
      'internal',
      'confidential',
      'restricted',
      'unknown',
      'unknown',
    ]);
  });
});
