// Everything that waits for a person: what is asked, by when, and the typed commands as buttons.
import { useInfiniteQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import type { AttentionDto } from '#contracts/http';
import { attentionQuery } from '../../api/queries.js';
import { Answered } from '../../components/answered.js';
import { MoreButton } from '../../components/more-button.js';
import { PageHead } from '../../components/page-head.js';
import { Empty } from '../../components/states.js';
import { useNow } from '../../components/ticking-clock.js';
import { isOver } from '../../format/wait-words.js';
import { DecisionNotice } from '../../components/decision-notice.js';
import { useDecide, type Deciding } from '../../components/use-decide.js';
import { WaitCard } from './wait-card.js';
import './attention.css';

export function AttentionPage() {
  const { projectId = '' } = useParams();
  const query = useInfiniteQuery(attentionQuery(projectId));
  const deciding = useDecide();
  return (
    <>
      <PageHead title="Attention" lead="What waits for a person. Each button sends one typed command in your name." />
      <DecisionNotice deciding={deciding} />
      <Answered query={query} what="what waits">
        {({ pages }) => (
          <>
            <Waits waits={pages.flatMap((page) => page.data)} deciding={deciding} />
            <MoreButton query={query} what="waits" />
          </>
        )}
      </Answered>
    </>
  );
}

interface WaitsProps {
  readonly waits: readonly AttentionDto[];
  readonly deciding: Deciding;
}

function Waits({ waits, deciding }: WaitsProps) {
  const now = useNow();
  const open = waits.filter((wait) => !isOver(wait, now)).toSorted(byDeadline);
  const over = waits.filter((wait) => isOver(wait, now));
  return (
    <>
      {open.length === 0 && (
        <Empty icon="check" title="Nothing waits for you">
          <p>When a plan, a result or a blocker needs a person, it appears here with its deadline.</p>
        </Empty>
      )}
      {open.length > 0 && (
        <section aria-labelledby="open-title">
          <h2 id="open-title">{open.length} open</h2>
          <List waits={open} over={false} deciding={deciding} />
        </section>
      )}
      {over.length > 0 && (
        <section aria-labelledby="over-title" className="over">
          <h2 id="over-title">Expired</h2>
          <p className="fine">Their time has passed: nothing can be approved here any more, but the Run may need help.</p>
          <List waits={over} over deciding={deciding} />
        </section>
      )}
    </>
  );
}

function List({ waits, over, deciding }: WaitsProps & { readonly over: boolean }) {
  return (
    <ul className="wait-list">
      {waits.map((wait) => (
        <li key={`${wait.runId} ${wait.waitId}`}>
          <WaitCard wait={wait} over={over} deciding={deciding} />
        </li>
      ))}
    </ul>
  );
}

const byDeadline = (a: AttentionDto, b: AttentionDto): number =>
  (a.deadline ?? Number.MAX_SAFE_INTEGER) - (b.deadline ?? Number.MAX_SAFE_INTEGER) || a.openedAt - b.openedAt;
