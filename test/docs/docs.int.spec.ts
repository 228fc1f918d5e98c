// The generated pages are those that the code would write now. `npm run docs` writes them (WORKROOM_WRITE_DOCS=1).
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { RUN_EVENTS } from '#domain/run';
import * as catalogEvents from '../../libs/domain/catalog/catalog-events.js';
import * as governance from '../../libs/domain/governance/governance-decider.js';
import * as inboxEvents from '../../libs/domain/ingress/inbox-events.js';
import * as profileEvents from '../../libs/domain/profile/profile-events.js';
import * as acceptance from '../../libs/domain/run/records/acceptance.js';
import * as execution from '../../libs/domain/run/records/execution.js';
import * as plan from '../../libs/domain/run/records/plan.js';
import { eventsPage, namedShapesOf } from './event-pages.js';
import { kernelPage } from './kernel-page.js';

const STREAMS = [
  { title: 'run-<runId>', about: 'One Run: the facts that the Run decider writes and folds.', events: RUN_EVENTS },
  { title: 'catalog', about: 'Workroom definitions.', events: catalogEvents.CATALOG_EVENTS },
  { title: 'space-<addressHash>', about: 'The binding history of one space address.', events: catalogEvents.SPACE_EVENTS },
  { title: 'inbox-<projectId>', about: 'What people asked, and what became of it.', events: inboxEvents.INBOX_EVENTS },
  { title: 'packs', about: 'Published Capability Packs.', events: profileEvents.PACK_EVENTS },
  { title: 'profile-<projectId>', about: 'Profile revisions and planning policies.', events: profileEvents.PROFILE_EVENTS },
  { title: 'governance', about: 'Disclosure authority and approvals by compliance.', events: governance.GOVERNANCE_EVENTS },
];
const NAMED = namedShapesOf(plan, acceptance, execution, inboxEvents);

const PAGES: Readonly<Record<string, () => string>> = {
  'docs/events.md': () => eventsPage(STREAMS, NAMED),
  'docs/kernel.md': kernelPage,
};

describe('generated documentation', () => {
  it.each(Object.entries(PAGES))('%s is what the code says', async (path, page) => {
    const file = join(import.meta.dirname, '../..', path);
    const written = await format(page(), { ...(await resolveConfig(file)), parser: 'markdown' });
    if (process.env['WORKROOM_WRITE_DOCS'] === '1') writeFileSync(file, written);
    expect(readFileSync(file, 'utf8')).toBe(written);
  });
});
