// The stored envelope of a fact: positions, hashes, causes and content-free data.
import type { RunEventDto } from '#contracts/http';

export function FactEnvelope({ fact }: { readonly fact: RunEventDto }) {
  const { metadata } = fact;
  const rows: ReadonlyArray<readonly [string, string | number | null]> = [
    ['Stream', fact.streamId],
    ['Revision', fact.revision],
    ['Position', fact.globalPosition],
    ['Event', fact.eventId],
    ['Command', metadata.commandId],
    ['Caused by', metadata.causationId],
    ['Belongs to', metadata.correlationId],
    ['Actor', `${metadata.actor.principalId} (${metadata.actor.kind}, ${metadata.actor.role})`],
    ['Trace', metadata.traceparent],
    ['Hash before', fact.prevHash],
    ['Hash', fact.hash],
  ];
  return (
    <div className="envelope">
      <dl className="terms">
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <code>{value ?? '–'}</code>
            </dd>
          </div>
        ))}
      </dl>
      <pre tabIndex={0} aria-label="Data of the fact">
        {JSON.stringify(fact.data, null, 2)}
      </pre>
    </div>
  );
}
