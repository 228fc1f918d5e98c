// Whether a person may read a Project: a Sponsor of it by the Catalog in force, found anew at each request.
import { Rejection } from '#domain/kernel';
import type { CatalogProject } from '#contracts/commands';
import type { CatalogCopy } from './catalog-copy.js';
import type { Person } from './person.js';

export class ProjectAccess {
  readonly #catalog: CatalogCopy;

  constructor(catalog: CatalogCopy) {
    this.#catalog = catalog;
  }

  /** The Project. Throws Rejection NOT_PROJECT_SPONSOR, for a Project that does not exist as well. */
  async check({ principalId }: Person, projectId: string): Promise<CatalogProject> {
    const { projects } = await this.#catalog.current();
    const project = projects.find((candidate) => candidate.projectId === projectId);
    if (project?.sponsors.includes(principalId)) return project;
    throw new Rejection('NOT_PROJECT_SPONSOR', `${principalId} is no Sponsor of Project ${projectId}; ask one of its Sponsors.`, {
      projectId,
    });
  }

  /** The Projects that the person may read, by id. */
  async projects({ principalId }: Person): Promise<readonly CatalogProject[]> {
    const { projects } = await this.#catalog.current();
    const own = projects.filter(({ sponsors }) => sponsors.includes(principalId));
    return own.sort((a, b) => (a.projectId < b.projectId ? -1 : 1));
  }
}
