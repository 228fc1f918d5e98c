// The Projects that a person may see, from the Catalog in force.
import { Query, QueryHandler } from '@nestjs/cqrs';
import type { IQueryHandler } from '@nestjs/cqrs';
import type { CatalogProject } from '#contracts/commands';
import type { ProjectDto } from '#contracts/http';
import { Journal } from '#journal';
import { CatalogCopy } from '../access/catalog-copy.js';
import type { Person } from '../access/person.js';
import { ProjectAccess } from '../access/project-access.js';
import { CursorSigner } from '../http/request/cursor.js';
import type { PageQuery } from '../http/request/queries.js';
import type { Listed } from '../reading/view-reader.js';
import type { Found } from './run-queries.js';

export interface CatalogDto {
  readonly revision: string;
  readonly agents: readonly string[];
  readonly workrooms: readonly ProjectDto[];
}

const projectDto = ({ projectId, name, enabled, separation, conversation, members, sponsors }: CatalogProject): ProjectDto => ({
  projectId,
  name,
  enabled,
  separation,
  conversation,
  members,
  sponsors,
});

export class ListProjects extends Query<Listed<ProjectDto>> {
  constructor(
    readonly person: Person,
    readonly page: PageQuery,
  ) {
    super();
  }
}

/** By id; a Catalog is short, so a page is cut from the whole. */
@QueryHandler(ListProjects)
export class ListProjectsHandler implements IQueryHandler<ListProjects> {
  constructor(
    private readonly access: ProjectAccess,
    private readonly signer: CursorSigner,
    private readonly journal: Journal,
  ) {}

  async execute({ person, page }: ListProjects): Promise<Listed<ProjectDto>> {
    const scope = { route: 'projects', filter: {}, principalId: person.principalId };
    const after = page.cursor === undefined ? '' : this.signer.read(scope, page.cursor).key;
    const asOf = await this.journal.position();
    const rest = (await this.access.projects(person)).filter(({ projectId }) => projectId > after);
    const items = rest.slice(0, page.limit).map(projectDto);
    const last = items.at(-1);
    const nextCursor = last && rest.length > items.length ? this.signer.write(scope, { at: 0, key: last.projectId }) : null;
    return { items, asOf, nextCursor };
  }
}

export class ReadCatalog extends Query<Found<CatalogDto>> {
  constructor(readonly person: Person) {
    super();
  }
}

@QueryHandler(ReadCatalog)
export class ReadCatalogHandler implements IQueryHandler<ReadCatalog> {
  constructor(
    private readonly access: ProjectAccess,
    private readonly catalog: CatalogCopy,
    private readonly journal: Journal,
  ) {}

  async execute({ person }: ReadCatalog): Promise<Found<CatalogDto>> {
    const asOf = await this.journal.position();
    const [projects, { revision, agents }] = await Promise.all([this.access.projects(person), this.catalog.current()]);
    return { data: { revision, agents, workrooms: projects.map(projectDto) }, asOf };
  }
}
