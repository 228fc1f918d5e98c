// The command port between apps: in process today, gRPC tomorrow, the same typed requests and the same refusals.
import type { ControlClient } from './control-client.js';
import type { ExecutionClient } from './execution-client.js';
import type { IngressClient } from './ingress-client.js';
import type { PayloadClient } from './payload-client.js';
import type { QueryClient } from './query-client.js';
import type { ReviewClient } from './review-client.js';

/** A refusal is a thrown Rejection with the Kernel's code; Conflict and Unavailable as in #domain/kernel. */
export abstract class CommandClient {
  abstract readonly ingress: IngressClient;
  abstract readonly execution: ExecutionClient;
  abstract readonly review: ReviewClient;
  abstract readonly control: ControlClient;
  abstract readonly payloads: PayloadClient;
  abstract readonly queries: QueryClient;
}
