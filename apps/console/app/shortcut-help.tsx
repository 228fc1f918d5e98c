// The list of keys, as a dialog.
import type { RefObject } from 'react';

const KEYS: ReadonlyArray<readonly [string, string]> = [
  ['g r', 'Runs'],
  ['g a', 'Attention'],
  ['g s', 'Sandbox'],
  ['g l', 'Leases'],
  ['g p', 'Planning'],
  ['/', 'Filter or write, whichever the page has'],
  ['j  k', 'Next and previous row of a list'],
  ['Enter', 'Open the row, send the message'],
  ['Shift Enter', 'New line in a message'],
  ['?', 'This list'],
];

export function ShortcutHelp({ dialog }: { readonly dialog: RefObject<HTMLDialogElement | null> }) {
  return (
    <dialog ref={dialog} className="dialog" aria-labelledby="shortcuts-title">
      <h2 id="shortcuts-title">Keys</h2>
      <dl className="keys">
        {KEYS.map(([keys, meaning]) => (
          <div key={keys}>
            <dt>
              {keys.split(/\s+/).map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
      <form method="dialog">
        <button className="button primary" autoFocus>
          Close
        </button>
      </form>
    </dialog>
  );
}
