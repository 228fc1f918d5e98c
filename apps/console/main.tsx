// Starts the Console: takes the token out of the address first, then shows the page.
import { createRoot } from 'react-dom/client';
import { tokens } from './api/connection.js';
import { App } from './app/app.js';
import './styles/tokens.css';
import './styles/base.css';
import './styles/frame.css';
import './styles/parts.css';

function takeToken(): void {
  const rest = tokens.takeFrom(window.location.hash);
  if (rest !== null)
    window.history.replaceState(window.history.state, '', window.location.pathname + window.location.search + rest);
}

takeToken();
// A link with a token, opened in a tab that already shows the Console, changes the hash only.
window.addEventListener('hashchange', takeToken);

const root = document.getElementById('root');
if (root) createRoot(root).render(<App />);
