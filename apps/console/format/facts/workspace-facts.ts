// Sentences for facts about workspaces, change sets and integration.
import { shortHash } from '../names.js';
import { entry, plain } from '../phrase.js';
import type { Sentences } from './sentence.js';

const BACKENDS: Readonly<Record<string, string>> = {
  git_worktree: 'a git worktree',
  overlay: 'an overlay',
  sandbox_volume: 'a sandbox volume',
  snapshot: 'a read-only snapshot',
};

const cause = (code: string | null): string => (code === null ? '' : ` (${plain(code).toLowerCase()})`);

export const workspaceFacts: Sentences = {
  'workspace.leased': (of) => {
    const base = of.text('baseRevision');
    return {
      text: `A workspace was made for ${of.task}: ${entry(BACKENDS, of.text('backend'), 'a workspace')}${base ? ` at ${shortHash(base)}` : ''}.`,
      icon: 'file',
      tone: 'idle',
    };
  },
  'workspace.checkpointed': () => ({ text: 'A workspace was checkpointed.', icon: 'file', tone: 'idle' }),
  'workspace.sealed': () => ({ text: 'A workspace was sealed: nothing can change in it any more.', icon: 'file', tone: 'idle' }),
  'workspace.discarded': (of) => ({ text: `A workspace was discarded${cause(of.text('cause'))}.`, icon: 'file', tone: 'idle' }),
  'workspace.quarantined': (of) => ({
    text: `A workspace was put aside for inspection${cause(of.text('cause'))}.`,
    icon: 'warning',
    tone: 'wait',
  }),
  'change_set.sealed': (of) => ({ text: `The changes of ${of.task} were sealed as one set.`, icon: 'file', tone: 'plan' }),
  'integration.conflicted': (of) => ({
    text: `Combining changes in ${of.task} met a conflict; every candidate is kept.`,
    icon: 'warning',
    tone: 'wait',
  }),
  'integration.target_moved': (of) => ({
    text: `The target of ${of.task} moved on; its integration must run again.`,
    icon: 'warning',
    tone: 'wait',
  }),
};
