// Leads to the Run list of the Project in the address, or of the first one.
import { useQuery } from '@tanstack/react-query';
import { Navigate, useParams } from 'react-router';
import { projectsQuery } from '../api/queries.js';
import { Answered } from '../components/answered.js';
import { Empty } from '../components/states.js';

export function Home() {
  const { projectId } = useParams();
  const projects = useQuery(projectsQuery());
  if (projectId) return <Navigate to={`/workroom/${projectId}/runs`} replace />;
  return (
    <Answered query={projects} what="your Projects">
      {({ data }) => {
        const first = data.find((project) => project.enabled) ?? data[0];
        if (first) return <Navigate to={`/workroom/${first.projectId}/runs`} replace />;
        return (
          <Empty icon="person" title="No Project is yours to see">
            <p>A Sponsor can add your principal to a Workroom definition; it then appears here at once.</p>
          </Empty>
        );
      }}
    </Answered>
  );
}
