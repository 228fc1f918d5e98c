// Whether this Project can plan: its gates, what is wrong and how to mend it, the model, and the strategies on offer.
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import type { PlanningDiagnosticsDto } from '#contracts/http';
import { planningQuery } from '../../api/queries.js';
import { Answered } from '../../components/answered.js';
import { Icon, type IconName } from '../../components/icon.js';
import { PageHead } from '../../components/page-head.js';
import { shortHash } from '../../format/names.js';
import { ModelPanel } from './model-panel.js';
import { StrategyList } from './strategy-list.js';
import './planning.css';

export function PlanningPage() {
  const { projectId = '' } = useParams();
  const query = useQuery(planningQuery(projectId));
  return (
    <>
      <PageHead title="Planning" lead="What stands behind “/work” in this Project." />
      <Answered query={query} what="the diagnostics">
        {({ data }) => (
          <div className="planning">
            <Ready planning={data} />
            <Diagnostics planning={data} />
            <ModelPanel planning={data} />
            <StrategyList planning={data} />
            <Available planning={data} />
          </div>
        )}
      </Answered>
    </>
  );
}

interface Props {
  readonly planning: PlanningDiagnosticsDto;
}

function Ready({ planning }: Props) {
  const gates: ReadonlyArray<readonly [string, boolean, string]> = [
    ['Catalog', planning.catalogReady, 'The Workroom’s definition is in force.'],
    [
      'Sponsor authority',
      planning.projectSponsor && planning.trustedPackPublisher,
      'You are a Sponsor and a trusted publisher here.',
    ],
    ['Profile', planning.activeProfile !== null, profileWords(planning)],
    [
      'Planning',
      planning.planningPolicyReady && planning.acceptancePolicyReady,
      'Planning and acceptance policies are published.',
    ],
    ['Disclosure', planning.disclosureReady && planning.disclosureConfigReady, 'It is decided who may read what.'],
  ];
  return (
    <section className="card panel" aria-labelledby="ready-title">
      <h2 id="ready-title">
        <Icon name={planning.ready ? 'check' : 'warning'} />
        {planning.ready ? 'Ready: “/work” is answered with a plan' : 'Not ready: “/work” is stored, but not planned'}
      </h2>
      <ul className="gates">
        {gates.map(([name, ready, meaning]) => (
          <li key={name}>
            <span className={`badge tone-${ready ? 'ok' : 'bad'}`}>
              <Icon name={ready ? 'check' : 'cross'} size={14} /> {ready ? 'ready' : 'missing'}
            </span>
            <strong>{name}</strong>
            <span className="fine">{ready ? meaning : ''}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function profileWords({ activeProfile, registryRevision }: PlanningDiagnosticsDto): string {
  if (activeProfile === null) return '';
  return `${activeProfile.revisionId}, digest ${shortHash(activeProfile.digest)}, registry revision ${registryRevision}.`;
}

const SEVERITY: Readonly<Record<string, readonly [IconName, string]>> = {
  error: ['cross', 'bad'],
  warning: ['warning', 'wait'],
  info: ['info', 'run'],
};

function Diagnostics({ planning }: Props) {
  if (!planning.diagnostics.length) return null;
  return (
    <section className="card panel" aria-labelledby="diagnostics-title">
      <h2 id="diagnostics-title">Diagnostics</h2>
      <ul className="diagnostics">
        {planning.diagnostics.map(({ code, severity, message }) => {
          const [icon, tone] = SEVERITY[severity] ?? (['info', 'idle'] as const);
          return (
            <li key={`${code} ${message}`} className={`notice tone-${tone}`}>
              <Icon name={icon} />
              <span>
                <strong>{severity}: </strong>
                {message} <code>{code}</code>
              </span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function Available({ planning }: Props) {
  const kinds: ReadonlyArray<readonly [string, readonly string[]]> = [
    ['Agents', planning.availableAgents],
    ['Tools', planning.availableTools],
    ['Skills', planning.availableSkills],
  ];
  return (
    <section className="card panel" aria-labelledby="available-title">
      <h2 id="available-title">What plans may use</h2>
      <dl className="available">
        {kinds.map(([name, items]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              {items.length === 0 && <span className="fine">none</span>}
              {items.map((item) => (
                <span key={item} className="tag">
                  {item}
                </span>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
