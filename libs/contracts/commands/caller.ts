// Who calls: the claims of the caller's token, and for trusted edges the person on whose behalf they call.
import type { Capability } from '#domain/kernel';

export interface Caller {
  /** In process: the claims as an object. Over the wire: read from the verified token. */
  readonly capability: Capability;
  /** Only roles gateway and control_plane may set it: the person whom the channel or token proved. */
  readonly onBehalfOf?: { readonly principalId: string; readonly provenBy: string };
  readonly traceparent?: string;
}
