// What is wrong with a configuration: where, what, and how to mend it, in one line and without any value.
import { Rejection } from '#domain/kernel';

export interface ConfigProblem {
  /** Key path such as `http.tokens[0].token`, or the name of an environment variable. */
  readonly key: string;
  /** Where it stands: `workroom.yml:12`, or `environment`. */
  readonly place: string;
  readonly problem: string;
}

const SHOWN = 5;

export const keyPath = (path: readonly PropertyKey[]): string =>
  path.reduce<string>(
    (text, part) => (typeof part === 'number' ? `${text}[${part}]` : text ? `${text}.${String(part)}` : String(part)),
    '',
  );

export function configRejection(code: 'CONFIG_INVALID' | 'LEGACY_CONFIG', problems: readonly ConfigProblem[]): Rejection {
  const lines = problems.slice(0, SHOWN).map(({ key, place, problem }) => `${place} ${key}: ${problem}`);
  const more = problems.length > SHOWN ? `; and ${problems.length - SHOWN} more` : '';
  return new Rejection(code, `${lines.join('; ')}${more}. Mend this and start again.`, { problems });
}
