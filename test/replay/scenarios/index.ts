// Every story that is recorded, by the name of its journal.
import { ACCEPTANCE } from './acceptance.js';
import { CONTROL } from './control.js';
import { EXECUTION } from './execution.js';
import { PLANS } from './plans.js';
import { PROJECTS } from './projects.js';
import type { Scenario } from './scenario.js';

export const SCENARIOS: Readonly<Record<string, Scenario>> = {
  ...EXECUTION,
  ...ACCEPTANCE,
  ...PLANS,
  ...CONTROL,
  ...PROJECTS,
};
