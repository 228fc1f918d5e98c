// Who holds what: every active Assignment with its fence and the time left on its lease. A Sponsor may release one.
import { useInfiniteQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import type { LeaseDto } from '#contracts/http';
import { leasesQuery } from '../../api/queries.js';
import { Answered } from '../../components/answered.js';
import { DecisionNotice } from '../../components/decision-notice.js';
import { MoreButton } from '../../components/more-button.js';
import { PageHead } from '../../components/page-head.js';
import { Empty } from '../../components/states.js';
import { useDecide } from '../../components/use-decide.js';
import { LeaseRow } from './lease-row.js';
import './leases.css';

export function LeasesPage() {
  const { projectId = '' } = useParams();
  const query = useInfiniteQuery(leasesQuery(projectId));
  const deciding = useDecide();
  return (
    <>
      <PageHead
        title="Leases"
        lead="Work that agents hold right now. A lease that is not renewed runs out, and its task is offered again."
      />
      <DecisionNotice deciding={deciding} />
      <Answered query={query} what="the leases">
        {({ pages }) => {
          const leases = pages.flatMap((page) => page.data);
          if (!leases.length) return <NoLeases />;
          return (
            <>
              <table className="rows card leases">
                <caption className="unseen">Active Assignments</caption>
                <thead>
                  <tr>
                    <th scope="col">Task</th>
                    <th scope="col">Agent</th>
                    <th scope="col">State</th>
                    <th scope="col">Attempt, fence</th>
                    <th scope="col">Claimed</th>
                    <th scope="col">Lease</th>
                    <th scope="col">
                      <span className="unseen">Release</span>
                    </th>
                  </tr>
                </thead>
                <tbody>
                  {leases.map((lease: LeaseDto) => (
                    <LeaseRow key={lease.assignmentId} lease={lease} deciding={deciding} />
                  ))}
                </tbody>
              </table>
              <MoreButton query={query} what="leases" />
            </>
          );
        }}
      </Answered>
    </>
  );
}

function NoLeases() {
  return (
    <Empty icon="lease" title="No agent holds a lease">
      <p>When an agent takes a task, its lease shows here until it reports, fails or goes silent.</p>
    </Empty>
  );
}
