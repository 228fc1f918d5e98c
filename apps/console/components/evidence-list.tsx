// What a report rests on: references that the Reviewer can open again.
import type { EvidenceDto } from '#contracts/http';
import { Icon } from './icon.js';
import { counted, shortId } from '../format/names.js';
import { plain } from '../format/phrase.js';

const SHOWN = 8;

export function EvidenceList({ evidence }: { readonly evidence: readonly EvidenceDto[] }) {
  if (!evidence.length) return null;
  const rest = evidence.slice(SHOWN);
  return (
    <>
      <h4>Evidence</h4>
      <Items evidence={evidence.slice(0, SHOWN)} />
      {rest.length > 0 && (
        <details className="more-evidence">
          <summary className="button small">Show {counted(rest.length, 'more reference')}</summary>
          <Items evidence={rest} />
        </details>
      )}
    </>
  );
}

function Items({ evidence }: { readonly evidence: readonly EvidenceDto[] }) {
  return (
    <ul className="evidence">
      {evidence.map(({ ref, kind, detail }) => (
        <li key={ref}>
          <Icon name="file" size={14} />
          <span className="tag">{plain(kind).toLowerCase()}</span>
          <span>{detail ?? ''}</span>
          <code className="fine" title={ref}>
            {shortId(ref)}
          </code>
        </li>
      ))}
    </ul>
  );
}
