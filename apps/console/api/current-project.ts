// The Project that the address names: directly, or by the Sandbox room bound to it.
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import type { ProjectDto } from '#contracts/http';
import { projectsQuery } from './queries.js';

export interface CurrentProject {
  readonly projectId: string | null;
  readonly room: string | null;
  readonly projects: readonly ProjectDto[];
}

/** The Sandbox room a Project is bound to; null where it talks elsewhere. */
export function sandboxRoomOf(project: ProjectDto | undefined): string | null {
  return project?.conversation?.adapter === 'sandbox' ? project.conversation.id : null;
}

export function useCurrentProject(): CurrentProject {
  const params = useParams();
  const projects = useQuery(projectsQuery()).data?.data ?? [];
  const named = params['projectId'];
  const project = named
    ? projects.find(({ projectId }) => projectId === named)
    : projects.find((candidate) => params['room'] !== undefined && sandboxRoomOf(candidate) === params['room']);
  return {
    projectId: named ?? project?.projectId ?? null,
    room: params['room'] ?? sandboxRoomOf(project),
    projects,
  };
}
