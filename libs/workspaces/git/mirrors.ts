// The mirrors of this host, one a source repository, each opened once.
import type { RepositorySource } from '../workspace-provider.js';
import type { Git } from './git-command.js';
import { Mirror } from './mirror.js';
import { locateSource } from './repository-source.js';
import type { LocatedSource } from './repository-source.js';

export class Mirrors {
  private readonly open = new Map<string, Promise<Mirror>>();

  constructor(
    private readonly git: Git,
    private readonly folder: string,
  ) {}

  /** Where the source lies now. Throws Rejection WORKSPACE_MISSING. */
  locate(source: RepositorySource): Promise<LocatedSource> {
    return locateSource(this.git, source);
  }

  async of(source: RepositorySource): Promise<Mirror> {
    return this.at(await this.locate(source));
  }

  /** Needs no source: what was mirrored can be worked on and cleaned when the source is gone. */
  at(located: LocatedSource): Promise<Mirror> {
    const known = this.open.get(located.mirrorName);
    if (known) return known;
    const opening = Mirror.open(this.git, this.folder, located);
    this.open.set(located.mirrorName, opening);
    opening.catch(() => this.open.delete(located.mirrorName));
    return opening;
  }
}
