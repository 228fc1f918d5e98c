// The empty Run list: how to start a first Run, on every way in.
import { Link } from 'react-router';
import type { RunStatusDto } from '#contracts/http';
import { useCurrentProject, sandboxRoomOf } from '../../api/current-project.js';
import { Icon } from '../../components/icon.js';
import { Snippet } from '../../components/snippet.js';
import { Empty } from '../../components/states.js';
import { runWords } from '../../format/words.js';

interface Props {
  readonly projectId: string;
  readonly status: RunStatusDto | null;
}

export function NoRuns({ projectId, status }: Props) {
  const { projects } = useCurrentProject();
  const room = sandboxRoomOf(projects.find((project) => project.projectId === projectId));
  if (status) {
    return (
      <Empty icon="runs" title={`No Run is “${runWords(status).label.toLowerCase()}”`}>
        <Link to="?">Show all Runs</Link>
      </Empty>
    );
  }
  const example = '/work audit this repository';
  return (
    <Empty icon="runs" title="No Run yet">
      <p>A Run begins when someone asks for work in the Project’s room. It then shows here, step by step.</p>
      {room !== null && (
        <Link className="button primary" to={`/sandbox/${encodeURIComponent(room)}?draft=${encodeURIComponent(example)}`}>
          <Icon name="chat" /> Say “{example}” in the Sandbox
        </Link>
      )}
      <p>Or from a terminal:</p>
      <Snippet text={`npm run -s workroom -- work "audit this repository" --project ${projectId} --wait`} />
    </Empty>
  );
}
