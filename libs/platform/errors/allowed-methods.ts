// Which methods a path takes, learned from the routes as they are registered.

interface Routes {
  addHook(name: 'onRoute', hook: (route: { readonly method: string | readonly string[]; readonly url: string }) => void): unknown;
}

/** Call it before the first route is registered. `:name` stands for one segment, a final `*` for any rest. */
export function allowedMethods(routes: Routes): (path: string) => readonly string[] {
  const known: { readonly pattern: RegExp; readonly methods: readonly string[] }[] = [];
  routes.addHook('onRoute', ({ method, url }) => {
    if (url === '*' || url === '/*') return;
    const pattern = url
      .split('/')
      .map((part) => (part === '*' ? '.*' : part.startsWith(':') ? '[^/]+' : part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')))
      .join('/');
    known.push({ pattern: new RegExp(`^${pattern}$`), methods: typeof method === 'string' ? [method] : method });
  });
  return (path) => [...new Set(known.flatMap(({ pattern, methods }) => (pattern.test(path) ? methods : [])))].sort();
}
