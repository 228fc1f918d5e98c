// All handlers of the control plane's messages, for its composition root.
import { ListProjectsHandler, ReadCatalogHandler } from './catalog-queries.js';
import { PostMessageHandler, SubmitWorkHandler } from './inbox-commands.js';
import { ListInboxHandler, ReadProposalHandler } from './inbox-queries.js';
import { ListAttentionHandler, ListLeasesHandler, ReadDiagnosticsHandler } from './oversight-queries.js';
import { ReadContentHandler } from './read-content.js';
import { ClaimReviewHandler, SubmitVerdictHandler } from './review-commands.js';
import { ListRoomsHandler, ReadRoomHandler } from './room-queries.js';
import { AskOfRunHandler } from './run-commands.js';
import { ListRunsHandler, ReadReadinessHandler, ReadRunEventsHandler, ReadRunHandler } from './run-queries.js';

export const HANDLERS = [
  AskOfRunHandler,
  ClaimReviewHandler,
  ListAttentionHandler,
  ListInboxHandler,
  ListLeasesHandler,
  ListProjectsHandler,
  ListRoomsHandler,
  ListRunsHandler,
  PostMessageHandler,
  ReadCatalogHandler,
  ReadContentHandler,
  ReadDiagnosticsHandler,
  ReadProposalHandler,
  ReadReadinessHandler,
  ReadRoomHandler,
  ReadRunEventsHandler,
  ReadRunHandler,
  SubmitVerdictHandler,
  SubmitWorkHandler,
];
