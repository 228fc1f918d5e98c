// Asks for a token and says where it is.
import { useId, useState, type FormEvent } from 'react';
import { tokens } from '../api/connection.js';
import { Icon } from '../components/icon.js';
import { Mark } from './mark.js';

export function SignIn({ refused }: { readonly refused: boolean }) {
  const field = useId();
  const [text, setText] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim()) tokens.keep(text);
  };
  return (
    <main className="sign-in">
      <form onSubmit={submit}>
        <Mark />
        <h1>Sign in to Workroom</h1>
        {refused && (
          <p className="notice tone-bad" role="alert">
            <Icon name="warning" /> The server did not accept that token. It may have been revoked, or belong to another data
            directory.
          </p>
        )}
        <label htmlFor={field}>Token</label>
        <input
          id={field}
          type="password"
          autoComplete="off"
          spellCheck={false}
          value={text}
          autoFocus
          onChange={(event) => setText(event.target.value)}
        />
        <button className="button primary" type="submit" disabled={!text.trim()}>
          <Icon name="key" /> Sign in
        </button>
        <div className="where">
          <h2>Where it is</h2>
          <ul>
            <li>
              <code>npm start</code> prints a link that ends in <code>#token=…</code>; opening it signs you in.
            </li>
            <li>
              The same token is in <code>.workroom/bootstrap-token</code>, in the directory where the server runs (or in{' '}
              <code>WORKROOM_DATA_DIR</code>).
            </li>
            <li>
              Others get one of their own from <code>workroom token create</code>.
            </li>
          </ul>
          <p className="fine">It stays in this tab and is gone when the tab closes.</p>
        </div>
      </form>
    </main>
  );
}
