// An empty room: what can be said here, one click away.
import { useQuery } from '@tanstack/react-query';
import { planningQuery } from '../../api/queries.js';
import { Empty } from '../../components/states.js';

interface Props {
  readonly projectId: string | null;
  readonly onSay: (text: string) => void;
}

export function FirstWords({ projectId, onSay }: Props) {
  const planning = useQuery({ ...planningQuery(projectId ?? ''), enabled: projectId !== null }).data?.data;
  const usable = planning?.strategies.find(({ needsModel }) => !needsModel || planning.planningMode === 'model');
  const lines = [`/work ${usable?.phrases[0] ?? 'audit this repository'}`, '/runs'];
  return (
    <Empty icon="chat" title="Nobody has said anything yet">
      <p>Ask for work, and watch it being planned, done, reviewed and accepted.</p>
      <div className="chips">
        {lines.map((line) => (
          <button key={line} type="button" className="chip" onClick={() => onSay(line)}>
            {line}
          </button>
        ))}
      </div>
    </Empty>
  );
}
