// Who may use which tool: the shipped rules, and what a Profile or an agent adds to them.
import picomatch from 'picomatch';
import type { GateDecision, ToolGate } from './tool-gate.js';

export interface PermissionRule {
  readonly effect: 'allow' | 'deny';
  /** A glob over `namespace:tool`, e.g. `shell:*`. */
  readonly tool: string;
}

/** Reading and reporting are open; a shell is shut until a Profile or an agent rule opens it. */
export const SHIPPED_RULES: readonly PermissionRule[] = [
  { effect: 'allow', tool: 'files:*' },
  { effect: 'allow', tool: 'report:*' },
  { effect: 'deny', tool: 'shell:*' },
];

/** The demo Project's own rule: commands in its workspace, which is all that the sandbox shows. */
export const DEMO_RULES: readonly PermissionRule[] = [{ effect: 'allow', tool: 'shell:bash' }];

const decide = (rules: readonly PermissionRule[], identity: string): PermissionRule | undefined => {
  const matching = rules.filter(({ tool }) => picomatch.isMatch(identity, tool));
  return matching.find(({ effect }) => effect === 'deny') ?? matching[0];
};

/** Among rules of one origin deny wins; added rules stand above the shipped ones; what no rule names is denied. */
export const permissionGate =
  (added: readonly PermissionRule[]): ToolGate =>
  ({ identity }): Promise<GateDecision> => {
    const rule = decide(added, identity) ?? decide(SHIPPED_RULES, identity);
    if (rule?.effect === 'allow') return Promise.resolve({ decision: 'allow' });
    const reason = rule ? `${identity} is denied by the rule ${rule.tool}` : `no rule allows ${identity}`;
    return Promise.resolve({ decision: 'deny', reason: `${reason}; a Profile or agent rule can allow it.` });
  };
