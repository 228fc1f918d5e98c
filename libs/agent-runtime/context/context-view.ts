// Selects what an agent may see, purely: the same items and budget give the same bytes. Authority decides what stands in the first
// tier, relevance the order below it; lower tiers are cut first, and nothing mandatory is dropped or shortened.
import { compareIds, digest, Rejection } from '#domain/kernel';
import type { ContextItem, ContextTier } from './context-item.js';
import { dataBlock } from './data-block.js';
import { estimateTokens } from './estimate-tokens.js';

export interface ContextManifest {
  readonly selected: readonly {
    readonly id: string;
    readonly source: string;
    readonly digest: string;
    readonly tokens: number;
  }[];
  readonly excluded: readonly { readonly id: string; readonly source: string; readonly reason: 'over_budget' | 'repeated' }[];
  readonly budgetTokens: number;
  readonly usedTokens: number;
  /** Of the view's text. */
  readonly digest: string;
}

export interface ContextView {
  readonly text: string;
  readonly manifest: ContextManifest;
}

const MANDATORY: ContextTier = 1;

/** What people and models wrote stands as data; what trusted ports wrote stands under its kind. */
const render = (item: ContextItem): string =>
  item.trusted ? `${item.kind}:\n${item.text}` : `${item.kind}:\n${dataBlock(`${item.source} ${item.id}`, item.text)}`;

/** Tier by tier; within a tier in the order given, so that callers decide relevance. */
function ordered(items: readonly ContextItem[]): readonly { readonly item: ContextItem; readonly index: number }[] {
  return items
    .map((item, index) => ({ item, index }))
    .sort((a, b) => a.item.tier - b.item.tier || a.index - b.index || compareIds(a.item.id, b.item.id));
}

/** Throws Rejection CONTEXT_BUDGET_EXCEEDED when the mandatory tier alone is over the budget. */
export function buildContextView(items: readonly ContextItem[], budgetTokens: number): ContextView {
  const selected: ContextManifest['selected'][number][] = [];
  const excluded: ContextManifest['excluded'][number][] = [];
  const texts: string[] = [];
  const seen = new Set<string>();
  let used = 0;
  for (const { item } of ordered(items)) {
    const { id, source } = item;
    const text = render(item);
    const tokens = estimateTokens(text);
    if (seen.has(id)) excluded.push({ id, source, reason: 'repeated' });
    else if (item.tier !== MANDATORY && used + tokens > budgetTokens) excluded.push({ id, source, reason: 'over_budget' });
    else {
      used += tokens;
      texts.push(text);
      selected.push({ id, source, digest: digest(item.text), tokens });
    }
    seen.add(id);
    if (item.tier === MANDATORY && used > budgetTokens) throw tooLarge(items, budgetTokens);
  }
  const text = texts.join('\n\n');
  return { text, manifest: { selected, excluded, budgetTokens, usedTokens: used, digest: digest(text) } };
}

function tooLarge(items: readonly ContextItem[], budgetTokens: number): Rejection {
  const mandatory = items.filter(({ tier }) => tier === MANDATORY);
  const needed = mandatory.reduce((sum, item) => sum + estimateTokens(render(item)), 0);
  return new Rejection(
    'CONTEXT_BUDGET_EXCEEDED',
    `What the task must see takes about ${needed} tokens, and ${budgetTokens} are allowed; raise the budget or split the task.`,
    { needed, budgetTokens, mandatory: mandatory.map(({ id }) => id) },
  );
}
