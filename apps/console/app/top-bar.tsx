// The bar across the top: Project picker, connection, model, principal.
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from 'react-router';
import type { AboutDto, ProjectDto } from '#contracts/http';
import { tokens } from '../api/connection.js';
import { aboutQuery } from '../api/queries.js';
import { Icon } from '../components/icon.js';
import { Menu } from '../components/menu.js';
import { whoWords } from '../format/names.js';
import { ConnectionState } from './connection-state.js';
import { Mark } from './mark.js';

interface Props {
  readonly projectId: string | null;
  readonly room: string | null;
  readonly projects: readonly ProjectDto[];
  readonly onHelp: () => void;
}

export function TopBar({ projectId, projects, onHelp }: Props) {
  return (
    <header className="top-bar">
      <Link to="/" className="home" aria-label="Workroom, home">
        <Mark small />
      </Link>
      <ProjectPicker projectId={projectId} projects={projects} />
      <span className="spacer" />
      <ModelState projectId={projectId} />
      {projectId !== null && <ConnectionState />}
      <Who onHelp={onHelp} />
    </header>
  );
}

function ProjectPicker({ projectId, projects }: { readonly projectId: string | null; readonly projects: readonly ProjectDto[] }) {
  const navigate = useNavigate();
  if (projectId === null) return null;
  const known = projects.some((project) => project.projectId === projectId);
  return (
    <label className="picker">
      <span className="unseen">Project</span>
      <select value={projectId} onChange={(event) => void navigate(`/workroom/${encodeURIComponent(event.target.value)}/runs`)}>
        {!known && <option value={projectId}>{projectId}</option>}
        {projects.map((project) => (
          <option key={project.projectId} value={project.projectId}>
            {project.name || project.projectId}
            {project.enabled ? '' : ' (disabled)'}
          </option>
        ))}
      </select>
    </label>
  );
}

function ModelState({ projectId }: { readonly projectId: string | null }) {
  const model = useQuery(aboutQuery()).data?.data.model;
  if (!model) return null;
  const words = modelWords(model);
  const title = model.configured ? `Model provider: ${words}` : (model.hint ?? 'Strategies plan and work without a model.');
  const content = (
    <>
      <Icon name={model.configured ? 'agent' : 'info'} />
      <span>{words}</span>
    </>
  );
  if (projectId === null)
    return (
      <span className="pill" title={title}>
        {content}
      </span>
    );
  return (
    <Link className="pill" to={`/workroom/${encodeURIComponent(projectId)}/planning`} title={title}>
      {content}
    </Link>
  );
}

const modelWords = ({ configured, alias }: AboutDto['model']): string =>
  configured ? (alias ?? 'model configured') : 'no model configured';

function You({ principalId }: { readonly principalId: string | null }) {
  return (
    <>
      <Icon name="person" size={18} />
      <span className="who-name">{principalId === null ? 'you' : whoWords(principalId).name}</span>
    </>
  );
}

function Who({ onHelp }: { readonly onHelp: () => void }) {
  const about = useQuery(aboutQuery()).data?.data;
  return (
    <Menu className="who" label="You and this server" summary={<You principalId={about?.principalId ?? null} />}>
      <dl>
        <dt>Principal</dt>
        <dd>{about?.principalId ?? 'none: this token can only read what is open to all'}</dd>
        <dt>Scope</dt>
        <dd>{about?.scope ?? '–'}</dd>
        <dt>Model</dt>
        <dd>{about ? modelWords(about.model) : '–'}</dd>
        <dt>Workspace</dt>
        <dd className="path">{about?.workspace ?? '–'}</dd>
        <dt>Server</dt>
        <dd>{about ? `${about.version}, ${about.mode}` : '–'}</dd>
      </dl>
      <button type="button" className="button quiet" onClick={onHelp}>
        <Icon name="keyboard" /> Keys
      </button>
      <button type="button" className="button quiet" onClick={() => tokens.forget()}>
        <Icon name="out" /> Sign out of this tab
      </button>
    </Menu>
  );
}
