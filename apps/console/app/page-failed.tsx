// Addresses that lead nowhere, and pages that failed to load or to draw.
import { Link, useRouteError } from 'react-router';
import { Empty } from '../components/states.js';

export function NotFound() {
  return (
    <Empty icon="search" title="There is no such page">
      <p>
        The address may be cut off. <Link to="/">Go to the Run list</Link>.
      </p>
    </Empty>
  );
}

export function PageFailed() {
  const error = useRouteError();
  // After an upgrade of the server the pages' files have new names.
  const outdated = error instanceof TypeError && /import|fetch|module/i.test(error.message);
  return (
    <div className="page-failed" role="alert">
      <Empty icon="warning" title={outdated ? 'The Console was upgraded' : 'This page failed to draw'}>
        <p>{outdated ? 'Reload to get the new version.' : 'Nothing was lost: everything shown comes from the server.'}</p>
        <button type="button" className="button primary" onClick={() => window.location.reload()}>
          Reload
        </button>
      </Empty>
    </div>
  );
}
