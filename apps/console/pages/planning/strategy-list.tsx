// The strategies on offer, with the phrases that they answer, ready to be said in the room.
import { Link } from 'react-router';
import type { PlanningDiagnosticsDto } from '#contracts/http';
import { sandboxRoomOf, useCurrentProject } from '../../api/current-project.js';

export function StrategyList({ planning }: { readonly planning: PlanningDiagnosticsDto }) {
  const { projects } = useCurrentProject();
  const room = sandboxRoomOf(projects.find(({ projectId }) => projectId === planning.projectId));
  const usable = (needsModel: boolean) => !needsModel || planning.planningMode === 'model';
  return (
    <section className="card panel" aria-labelledby="strategies-title">
      <h2 id="strategies-title">Strategies on offer</h2>
      {planning.strategies.length === 0 && <p className="fine">This Project has none.</p>}
      <ul className="strategies">
        {planning.strategies.map((strategy) => (
          <li key={strategy.id}>
            <strong>{strategy.id}</strong> <span className="tag">{strategy.version}</span>{' '}
            {strategy.needsModel && <span className="tag">needs a model</span>}
            <div className="phrases">
              {strategy.phrases.map((phrase) =>
                room !== null && usable(strategy.needsModel) ? (
                  <Link
                    key={phrase}
                    className="chip"
                    to={`/sandbox/${encodeURIComponent(room)}?draft=${encodeURIComponent(`/work ${phrase}`)}`}
                  >
                    /work {phrase}
                  </Link>
                ) : (
                  <span key={phrase} className="tag">
                    /work {phrase}
                  </span>
                ),
              )}
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
