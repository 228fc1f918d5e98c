// Signed in: the pages. Not signed in: where to find the token.
import { QueryClientProvider } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { RouterProvider } from 'react-router/dom';
import { queryClient, tokens } from '../api/connection.js';
import { router } from './router.js';
import { SignIn } from './sign-in.js';

export function App() {
  const { token, refused } = useSyncExternalStore(tokens.subscribe, tokens.current);
  if (token === null) return <SignIn refused={refused} />;
  return (
    <QueryClientProvider client={queryClient}>
      <RouterProvider key={token} router={router} />
    </QueryClientProvider>
  );
}
