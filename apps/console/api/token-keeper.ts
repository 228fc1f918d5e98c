// Holds the bearer token of this tab: taken from `#token=…` once, kept in sessionStorage, gone from the address bar at once.

export interface TokenState {
  readonly token: string | null;
  /** The server did not accept the last token. */
  readonly refused: boolean;
}

interface Storage {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

const KEY = 'workroom.token';

export class TokenKeeper {
  private state: TokenState;
  private readonly watchers = new Set<() => void>();

  constructor(private readonly storage: Storage) {
    this.state = { token: storage.getItem(KEY), refused: false };
  }

  readonly current = (): TokenState => this.state;

  readonly subscribe = (watcher: () => void): (() => void) => {
    this.watchers.add(watcher);
    return () => this.watchers.delete(watcher);
  };

  /** Reads the token out of a location hash; answers the hash without it, or null when there was none. */
  takeFrom(hash: string): string | null {
    const fields = new URLSearchParams(hash.replace(/^#/, ''));
    const token = fields.get('token');
    if (token === null) return null;
    if (token.trim()) this.keep(token);
    fields.delete('token');
    const rest = fields.toString();
    return rest ? `#${rest}` : '';
  }

  keep(token: string): void {
    this.storage.setItem(KEY, token.trim());
    this.set({ token: token.trim(), refused: false });
  }

  /** The server answered 401 to `token`; a newer token that came meanwhile stays. */
  refuse(token: string): void {
    if (token !== this.state.token) return;
    this.storage.removeItem(KEY);
    this.set({ token: null, refused: true });
  }

  forget(): void {
    this.storage.removeItem(KEY);
    this.set({ token: null, refused: false });
  }

  private set(state: TokenState): void {
    this.state = state;
    for (const watcher of this.watchers) watcher();
  }
}
