// The pages of a Project: beside the content on a wide screen, along the bottom on a phone.
import { useInfiniteQuery } from '@tanstack/react-query';
import { NavLink } from 'react-router';
import { attentionQuery } from '../api/queries.js';
import { Icon } from '../components/icon.js';
import { useNow } from '../components/ticking-clock.js';
import { isOver } from '../format/wait-words.js';
import { placesOf } from './places.js';

interface Props {
  readonly projectId: string | null;
  readonly room: string | null;
}

export function Nav({ projectId, room }: Props) {
  return (
    <nav className="nav" aria-label="Pages">
      <ul>
        {placesOf(projectId, room).map((place) => (
          <li key={place.name}>
            <NavLink to={place.to}>
              <Icon name={place.icon} size={18} />
              <span>{place.name}</span>
              {place.key === 'a' && projectId && <OpenWaits projectId={projectId} />}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function OpenWaits({ projectId }: { readonly projectId: string }) {
  const { data } = useInfiniteQuery(attentionQuery(projectId));
  const now = useNow();
  const open = data?.pages.flatMap((page) => page.data).filter((wait) => !isOver(wait, now)).length ?? 0;
  if (!open) return null;
  const more = data?.pages.at(-1)?.nextCursor ? '+' : '';
  return (
    <span className="count">
      {open}
      {more}
      <span className="unseen"> open</span>
    </span>
  );
}
