// The model that plans and works, or how to set one. Without a model nothing is imitated: strategies plan, and their results are real.
import { useQuery } from '@tanstack/react-query';
import type { PlanningDiagnosticsDto } from '#contracts/http';
import { aboutQuery } from '../../api/queries.js';
import { Icon } from '../../components/icon.js';
import { Snippet } from '../../components/snippet.js';

const WAYS: ReadonlyArray<readonly [string, string]> = [
  ['Anthropic', 'ANTHROPIC_API_KEY=… npm start'],
  ['OpenAI', 'OPENAI_API_KEY=… npm start'],
  ['OpenRouter', 'OPENROUTER_API_KEY=… npm start'],
  ['Ollama on this machine', 'OLLAMA_BASE_URL=http://127.0.0.1:11434 npm start'],
  ['Any compatible endpoint', 'OPENAI_BASE_URL=http://127.0.0.1:8080/v1 OPENAI_API_KEY=any npm start'],
];

export function ModelPanel({ planning }: { readonly planning: PlanningDiagnosticsDto }) {
  const model = useQuery(aboutQuery()).data?.data.model;
  if (planning.planningMode === 'model') {
    return (
      <section className="card panel" aria-labelledby="model-title">
        <h2 id="model-title">
          <Icon name="agent" /> Plans come from a model
        </h2>
        <p>
          Provider <code>{planning.modelProviderAlias ?? model?.alias ?? 'main'}</code>. What it proposes is checked again against
          policy, budget and gates before anything is admitted.
        </p>
      </section>
    );
  }
  const configured = model?.configured ?? planning.modelProviderAlias !== null;
  return (
    <section className="card panel" aria-labelledby="model-title">
      <h2 id="model-title">
        <Icon name="info" /> {configured ? 'A model is configured, but it may not plan yet' : 'No model configured'}
      </h2>
      <p>
        Requests are planned by the strategies below, and agents run declared sequences of real tools. A model is never imitated.
        {configured && ' The diagnostics above say what the model still needs.'}
      </p>
      {configured && model?.hint && <p>{model.hint}</p>}
      {!configured && (
        <>
          <p>To use a model, start the server with one of these:</p>
          <ul className="ways">
            {WAYS.map(([name, line]) => (
              <li key={name}>
                <span className="fine">{name}</span>
                <Snippet text={line} />
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
