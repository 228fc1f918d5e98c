// A task's report as Markdown, or why it is withheld; the hash that the fact holds is shown on demand.
import { lazy, Suspense } from 'react';
import type { DisclosedText } from '#contracts/http';
import { Withheld } from './disclosed.js';
import { Skeleton } from './states.js';

const Markdown = lazy(async () => ({ default: (await import('./markdown/markdown.js')).Markdown }));

interface Props {
  readonly text: DisclosedText;
  readonly reportRef: string | null;
}

export function Report({ text, reportRef }: Props) {
  return (
    <>
      <h4>Report</h4>
      {text.disposition === 'full' && text.text !== null ? (
        <Suspense fallback={<Skeleton lines={4} label="Loading the report" />}>
          <Markdown text={text.text} />
        </Suspense>
      ) : (
        <Withheld text={text} />
      )}
      <details className="hashes">
        <summary>Reference and hash</summary>
        <dl className="terms">
          <div>
            <dt>Report</dt>
            <dd>
              <code>{reportRef ?? '–'}</code>
            </dd>
          </div>
          <div>
            <dt>Content hash</dt>
            <dd>
              <code>{text.contentHash}</code>
            </dd>
          </div>
        </dl>
      </details>
    </>
  );
}
