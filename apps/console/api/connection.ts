// The one token, client and cache of this tab.
import { QueryClient } from '@tanstack/react-query';
import { ApiClient } from './api-client.js';
import { isPassing, ProblemError } from './failure.js';
import { Freshness } from './freshness.js';
import { ServerClock } from './server-clock.js';
import { TokenKeeper } from './token-keeper.js';

export const tokens = new TokenKeeper(window.sessionStorage);
export const clock = new ServerClock(() => Date.now());
export const api = new ApiClient(tokens, (input, init) => window.fetch(input, init), clock);
export const freshness = new Freshness();

const TRIES = 2;

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // The server is often on this very machine: a browser that calls itself offline can still reach it.
      networkMode: 'always',
      // Live events tell when something is old.
      staleTime: 30_000,
      gcTime: 10 * 60_000,
      refetchOnWindowFocus: false,
      retry: (count, error) => count < TRIES && isPassing(error),
      retryDelay: (count, error) =>
        error instanceof ProblemError && error.retryAfter !== null ? Math.min(error.retryAfter, 10) * 1000 : 500 * 2 ** count,
    },
    mutations: { networkMode: 'always', retry: false },
  },
});

// What one principal was shown is not for the next: the cache goes before any page sees the new token.
tokens.subscribe(() => queryClient.clear());
