// Addresses of the Console below /console/. Each page is loaded when it is first opened.
import { createBrowserRouter } from 'react-router';
import { Frame } from './frame.js';
import { Home } from './home.js';
import { NotFound, PageFailed } from './page-failed.js';

export const router = createBrowserRouter(
  [
    {
      path: '/',
      Component: Frame,
      ErrorBoundary: PageFailed,
      HydrateFallback: () => null,
      children: [
        { index: true, Component: Home },
        { path: 'workroom', Component: Home },
        {
          path: 'workroom/:projectId',
          ErrorBoundary: PageFailed,
          children: [
            { index: true, Component: Home },
            { path: 'runs', lazy: async () => ({ Component: (await import('../pages/runs/run-list-page.js')).RunListPage }) },
            { path: 'runs/:runId', lazy: async () => ({ Component: (await import('../pages/run/run-page.js')).RunPage }) },
            {
              path: 'attention',
              lazy: async () => ({ Component: (await import('../pages/attention/attention-page.js')).AttentionPage }),
            },
            { path: 'leases', lazy: async () => ({ Component: (await import('../pages/leases/leases-page.js')).LeasesPage }) },
            {
              path: 'planning',
              lazy: async () => ({ Component: (await import('../pages/planning/planning-page.js')).PlanningPage }),
            },
          ],
        },
        {
          path: 'sandbox/:room',
          ErrorBoundary: PageFailed,
          lazy: async () => ({ Component: (await import('../pages/sandbox/sandbox-page.js')).SandboxPage }),
        },
        { path: '*', Component: NotFound },
      ],
    },
  ],
  { basename: '/console' },
);
