// Keys that work anywhere outside a field: `?`, `/`, and `g` followed by a page's key.
import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { placesOf } from './places.js';

const CHORD_MS = 1_500;

function typing(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));
}

export function useShortcuts(projectId: string | null, room: string | null, showHelp: () => void): void {
  const navigate = useNavigate();
  const latest = useRef(showHelp);
  latest.current = showHelp;
  useEffect(() => {
    let armed = 0;
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || typing(event.target) || document.querySelector('dialog[open]'))
        return;
      const chord = Date.now() - armed < CHORD_MS;
      armed = 0;
      if (chord) {
        const place = placesOf(projectId, room).find(({ key }) => key === event.key);
        if (place) {
          event.preventDefault();
          void navigate(place.to);
        }
        return;
      }
      if (event.key === 'g') armed = Date.now();
      else if (event.key === '?') latest.current();
      else if (event.key === '/') {
        const field = document.querySelector<HTMLElement>('[data-shortcut="/"]');
        if (!field) return;
        event.preventDefault();
        field.focus();
      }
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [navigate, projectId, room]);
}
