// A state as icon and word on its tone.
import type { StateWords } from '../format/words.js';
import { Icon } from './icon.js';

export function StatusBadge({ words, large = false }: { readonly words: StateWords; readonly large?: boolean }) {
  return (
    <span className={`badge tone-${words.tone}${large ? ' badge-large' : ''}`} title={words.meaning}>
      <Icon name={words.icon} size={large ? 18 : 14} />
      {words.label}
    </span>
  );
}
