// What stands around every page: navigation, Project, connection, model, principal, and the way to the content.
import { useEffect, useRef } from 'react';
import { Outlet, useLocation } from 'react-router';
import { useCurrentProject } from '../api/current-project.js';
import { LiveProvider } from '../live/live-context.js';
import { LiveBanner } from './live-banner.js';
import { Nav } from './nav.js';
import { ShortcutHelp } from './shortcut-help.js';
import { TopBar } from './top-bar.js';
import { useShortcuts } from './use-shortcuts.js';

export function Frame() {
  const { projectId, room, projects } = useCurrentProject();
  const help = useRef<HTMLDialogElement>(null);
  useShortcuts(projectId, room, () => help.current?.showModal());
  useScrollToTop();
  return (
    <LiveProvider projectId={projectId}>
      <a className="skip" href="#content">
        Skip to content
      </a>
      <div className="frame">
        <TopBar projectId={projectId} room={room} projects={projects} onHelp={() => help.current?.showModal()} />
        <Nav projectId={projectId} room={room} />
        <main id="content" tabIndex={-1}>
          <LiveBanner />
          <Outlet />
        </main>
      </div>
      <ShortcutHelp dialog={help} />
    </LiveProvider>
  );
}

function useScrollToTop(): void {
  const { pathname } = useLocation();
  useEffect(() => {
    // In new browsers scrollTo answers a promise, which is no clean-up.
    void window.scrollTo(0, 0);
  }, [pathname]);
}
