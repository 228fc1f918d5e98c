import { DEMO_RULES, permissionGate } from './permission-rules.js';
import type { PermissionRule } from './permission-rules.js';
import { TOOL_IDENTITIES, TOOL_NAMES, TOOL_RISKS, toolsOnHost } from './tool-identities.js';
import { combinedRisk, NO_RISK } from './tool-risk.js';

const decision = async (rules: readonly PermissionRule[], identity: string) =>
  (await permissionGate(rules)({ identity, arguments: {} })).decision;

describe('permission', () => {
  it('ships with the shell shut and reading open', async () => {
    await expect(decision([], 'shell:bash')).resolves.toBe('deny');
    await expect(decision([], 'files:read_file')).resolves.toBe('allow');
    await expect(decision([], 'net:fetch')).resolves.toBe('deny');
  });

  it('lets a Profile or agent rule open the shell, and only what it names', async () => {
    await expect(decision(DEMO_RULES, 'shell:bash')).resolves.toBe('allow');
    await expect(decision(DEMO_RULES, 'shell:python')).resolves.toBe('deny');
  });

  it('lets a deny win over an allow of the same origin', async () => {
    const rules: PermissionRule[] = [
      { effect: 'allow', tool: 'shell:*' },
      { effect: 'deny', tool: 'shell:bash' },
    ];
    await expect(decision(rules, 'shell:bash')).resolves.toBe('deny');
  });
});

describe('risk of tools', () => {
  it('is low for reading, local for a sandboxed command, and the maximum of all', () => {
    expect(combinedRisk([])).toEqual(NO_RISK);
    expect(combinedRisk(TOOL_NAMES.filter((name) => name !== 'bash').map((name) => TOOL_RISKS[name]))).toEqual(NO_RISK);
    expect(combinedRisk(TOOL_NAMES.map((name) => TOOL_RISKS[name]))).toEqual({ ...NO_RISK, sideEffect: 'local' });
    const unknown = { ...NO_RISK, blastRadius: 'unknown' as const, tags: ['send'] };
    expect(combinedRisk([unknown, { ...NO_RISK, tags: ['deploy', 'send'] }])).toEqual({ ...unknown, tags: ['deploy', 'send'] });
  });

  it('[WK-05] the registry holds no tool by which a model could set a state', () => {
    expect(TOOL_NAMES).toEqual(['read_file', 'list_dir', 'glob', 'grep', 'bash', 'write_report']);
    expect(Object.values(TOOL_IDENTITIES).every((identity) => /^(files|shell|report):/.test(identity))).toBe(true);
  });

  it('bash is not there without a sandbox', () => {
    expect(toolsOnHost({ sandbox: false })).not.toContain('bash');
    expect(toolsOnHost({ sandbox: true })).toContain('bash');
  });
});
