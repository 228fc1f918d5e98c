// Every handler of the bus.
import { CONTROL_HANDLERS } from './control-handlers.js';
import { EXECUTION_HANDLERS } from './execution-handlers.js';
import { INGRESS_HANDLERS } from './ingress-handlers.js';
import { PAYLOAD_HANDLERS } from './payload-handlers.js';
import { QUERY_HANDLERS } from './query-handlers.js';
import { REVIEW_HANDLERS } from './review-handlers.js';

export const HANDLERS = [
  ...INGRESS_HANDLERS,
  ...EXECUTION_HANDLERS,
  ...REVIEW_HANDLERS,
  ...CONTROL_HANDLERS,
  ...PAYLOAD_HANDLERS,
  ...QUERY_HANDLERS,
];
