// Which room a Project's cards go to, from the Catalog in force.
import type { Caller, CatalogProject, CommandClient, ConversationAddress } from '#contracts/commands';

export interface ProjectRooms {
  readonly project: CatalogProject;
  /** null where the Project has no room that this gateway can post to. */
  readonly workroom: ConversationAddress | null;
  readonly sponsorRoom: ConversationAddress | null;
}

/** Adapters that this gateway speaks. */
const SPOKEN: ReadonlySet<string> = new Set(['sandbox']);

export class RoomDirectory {
  #rooms: Promise<ReadonlyMap<string, ProjectRooms>> | null = null;

  constructor(
    private readonly client: CommandClient,
    private readonly caller: Caller,
  ) {}

  /** The Catalog changed: the next question reads it anew. */
  forget(): void {
    this.#rooms = null;
  }

  async of(projectId: string): Promise<ProjectRooms | null> {
    this.#rooms ??= this.#read();
    try {
      return (await this.#rooms).get(projectId) ?? null;
    } catch (error) {
      this.#rooms = null;
      throw error;
    }
  }

  async #read(): Promise<ReadonlyMap<string, ProjectRooms>> {
    const { projects } = await this.client.queries.catalog(this.caller);
    return new Map(
      projects.map((project) => [
        project.projectId,
        { project, workroom: spoken(project.conversation), sponsorRoom: spoken(project.sponsorConversation) },
      ]),
    );
  }
}

const spoken = (room: ConversationAddress | null): ConversationAddress | null => {
  if (!room || !SPOKEN.has(room.adapter)) return null;
  const { adapter, endpoint, kind, id } = room;
  return { adapter, endpoint, kind, id };
};
