// One fact: when, what, who; its envelope on demand.
import { memo, useState } from 'react';
import { Icon } from '../../../components/icon.js';
import type { ToldFact } from '../../../format/facts/fact-filter.js';
import { whoWords } from '../../../format/names.js';
import { clockTime, fullTime } from '../../../format/time.js';
import { FactEnvelope } from './fact-envelope.js';

interface Props {
  readonly told: ToldFact;
}

/** Facts never change; only the names in their sentence do. */
export const FactRow = memo(Row, (before, after) => before.told.fact === after.told.fact && before.told.text === after.told.text);

function Row({ told }: Props) {
  const [open, setOpen] = useState(false);
  const { fact, text, icon, tone } = told;
  const { recordedAt, actor } = fact.metadata;
  const who = whoWords(actor.principalId);
  return (
    <li className="fact" value={fact.revision}>
      <span className={`fact-icon tone-${tone}`}>
        <Icon name={icon} size={14} />
      </span>
      <div className="fact-body">
        <p>{text}</p>
        <p className="fine fact-meta">
          <time dateTime={new Date(recordedAt).toISOString()} title={fullTime(recordedAt)}>
            {clockTime(recordedAt)}
          </time>
          <span title={`${actor.principalId}, ${actor.role}`}>
            <Icon name={who.kind} size={12} /> {who.name}
          </span>
          <button type="button" className="link-button" aria-expanded={open} onClick={() => setOpen(!open)}>
            <code>{fact.type}</code> #{fact.revision}
          </button>
        </p>
        {open && <FactEnvelope fact={fact} />}
      </div>
    </li>
  );
}
