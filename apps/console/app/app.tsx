// Signed in: the pages. Not signed in: where to find the token.
import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { RouterProvider } from 'react-router/dom';
import { queryClient, tokens } from '../api/connection.js';
import { router } from './router.js';
import { SignIn } from './sign-in.js';

export function App() {
  const { token, refused } = useSyncExternalStore(tokens.subscribe, tokens.current);
  useEffect(() => {
    // What one principal was shown is not for the next.
    if (token === null) queryClient.clear();
  }, [token]);
  if (token === null) return <SignIn refused={refused} />;
  return (
    <QueryClientProvider client={queryClient}>
      <RouterProvider key={token} router={router} />
    </QueryClientProvider>
  );
}
