// Every question the Console asks.
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type {
  AboutDto,
  AttentionDto,
  LeaseDto,
  PlanningDiagnosticsDto,
  ProjectDto,
  RunContentDto,
  RunDetailDto,
  RunEventDto,
  RunHeaderDto,
  RunStatusDto,
} from '#contracts/http';
import { earlierWindow, factPage, newestWindow, type FactPage } from './fact-pages.js';
import { keys } from './keys.js';
import { paths } from './paths.js';
import { read } from './read.js';

const PAGE = 50;
const first = null as string | null;

/** A view that lags behind what this tab has seen is asked again soon. */
const BEHIND_MS = 2_000;
const again = (query: { readonly state: { readonly data: { readonly behind: boolean } | undefined } }) =>
  query.state.data?.behind ? BEHIND_MS : false;
const againPaged = (query: {
  readonly state: { readonly data: { readonly pages: ReadonlyArray<{ readonly behind: boolean }> } | undefined };
}) => (query.state.data?.pages.some((page) => page.behind) ? BEHIND_MS : false);

export const aboutQuery = () =>
  queryOptions({ queryKey: keys.about, queryFn: ({ signal }) => read<AboutDto>(paths.about, {}, signal), staleTime: 60_000 });

export const projectsQuery = () =>
  queryOptions({
    queryKey: keys.projects,
    queryFn: ({ signal }) => read<readonly ProjectDto[]>(paths.projects, { limit: 200 }, signal),
    staleTime: 60_000,
  });

export const runsQuery = (projectId: string, status: RunStatusDto | null) =>
  infiniteQueryOptions({
    queryKey: [...keys.runs(projectId), status ?? 'any'],
    queryFn: ({ signal, pageParam }) =>
      read<readonly RunHeaderDto[]>(paths.runs, { projectId, status, limit: PAGE, cursor: pageParam }, signal),
    initialPageParam: first,
    getNextPageParam: (page) => page.nextCursor,
    refetchInterval: againPaged,
  });

export const runQuery = (projectId: string, runId: string) =>
  queryOptions({
    queryKey: keys.run(projectId, runId),
    queryFn: ({ signal }) => read<RunDetailDto>(paths.run(runId), { projectId }, signal),
    refetchInterval: again,
  });

export const contentQuery = (projectId: string, runId: string) =>
  queryOptions({
    queryKey: keys.content(projectId, runId),
    queryFn: ({ signal }) => read<RunContentDto>(paths.content(runId), { projectId }, signal),
    // Live events tell when a text is new; nothing else makes it so.
    staleTime: 10 * 60_000,
    refetchInterval: again,
  });

export const attentionQuery = (projectId: string) =>
  infiniteQueryOptions({
    queryKey: keys.attention(projectId),
    queryFn: ({ signal, pageParam }) =>
      read<readonly AttentionDto[]>(paths.attention, { projectId, limit: PAGE, cursor: pageParam }, signal),
    initialPageParam: first,
    getNextPageParam: (page) => page.nextCursor,
    refetchInterval: againPaged,
  });

export const leasesQuery = (projectId: string) =>
  infiniteQueryOptions({
    queryKey: keys.leases(projectId),
    queryFn: ({ signal, pageParam }) =>
      read<readonly LeaseDto[]>(paths.leases, { projectId, limit: PAGE, cursor: pageParam }, signal),
    initialPageParam: first,
    getNextPageParam: (page) => page.nextCursor,
    refetchInterval: againPaged,
  });

export const planningQuery = (projectId: string) =>
  queryOptions({
    queryKey: keys.planning(projectId),
    queryFn: ({ signal }) => read<PlanningDiagnosticsDto>(paths.planning, { projectId }, signal),
    refetchInterval: again,
  });

export const factsQuery = (projectId: string, runId: string, head: number) =>
  infiniteQueryOptions({
    queryKey: keys.facts(projectId, runId),
    queryFn: async ({ signal, pageParam }) => {
      const { after, limit } = pageParam;
      const answer = await read<readonly RunEventDto[]>(paths.facts(runId), { projectId, after, limit }, signal);
      return factPage(pageParam, answer.data, answer.asOf);
    },
    initialPageParam: newestWindow(head),
    getNextPageParam: (page: FactPage) => earlierWindow(page),
  });
