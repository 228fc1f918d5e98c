// This page holds no write control. It offers the chat lines that steer the Run, ready to be said in the Project's room.
import { Link } from 'react-router';
import type { RunDetailDto } from '#contracts/http';
import { sandboxRoomOf, useCurrentProject } from '../../api/current-project.js';
import { Icon } from '../../components/icon.js';
import { Menu } from '../../components/menu.js';
import { Snippet } from '../../components/snippet.js';

/** Lines that mean something in the Run's present status. */
function linesFor(run: RunDetailDto): ReadonlyArray<readonly [string, string]> {
  const say = (verb: string) => `/control run ${verb} ${run.runId}`;
  if (run.status === 'completed' || run.status === 'cancelled') return [];
  if (run.status === 'cancelling') return [['Look at it', `/run ${run.runId}`]];
  return [
    run.paused ? ['Go on', say('resume')] : ['Pause', say('pause')],
    ['Ask for a new plan', say('replan')],
    ['Cancel', say('cancel')],
  ];
}

export function RoomCommands({ run }: { readonly run: RunDetailDto }) {
  const { projects } = useCurrentProject();
  const room = sandboxRoomOf(projects.find((project) => project.projectId === run.projectId));
  const lines = linesFor(run);
  if (!lines.length) return null;
  return (
    <Menu
      className="room-commands"
      summaryClass="button"
      summary={
        <>
          <Icon name="chat" /> Steer from the room
        </>
      }
    >
      <p className="fine">Sponsors steer a Run by saying one of these lines in the Project’s room.</p>
      {lines.map(([name, line]) => (
        <div key={line} className="room-line">
          <strong>{name}</strong>
          <Snippet text={line} />
          {room !== null && (
            <Link to={`/sandbox/${encodeURIComponent(room)}?draft=${encodeURIComponent(line)}`}>Write it in the Sandbox</Link>
          )}
        </div>
      ))}
    </Menu>
  );
}
