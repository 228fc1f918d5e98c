// The command line: options and help here, each command behind a lazy import, so that `--help` loads neither Nest nor a store.
import { Command, CommanderError, Option } from 'commander';
import { CliFailure, EXIT } from './exit.js';
import type { ExitCode } from './exit.js';
import { output } from './output.js';
import type { Output } from './output.js';
import type { Surroundings } from './surroundings.js';
import { startRefusalOf } from '#platform/start';
import type { ConnectionFlags } from '../client/connection.js';
import type { VerifyFlags } from '../commands/journal.js';

interface Shared extends ConnectionFlags {
  readonly json?: boolean;
  readonly project: string;
}

/** Runs one command line and gives the exit code; every failure is one line on standard error. */
export async function run(
  argv: readonly string[],
  surroundings: Surroundings = { env: process.env, cwd: process.cwd() },
): Promise<ExitCode> {
  let exit: ExitCode = EXIT.ok;
  const program = build(surroundings, (code) => (exit = code));
  try {
    await program.parseAsync([...argv], { from: 'user' });
    return exit;
  } catch (error) {
    return failed(error);
  }
}

function failed(error: unknown): ExitCode {
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage;
  if (error instanceof CliFailure) {
    process.stderr.write(`${error.message}\n`);
    return error.exitCode;
  }
  const refusal = startRefusalOf(error);
  process.stderr.write(
    `${refusal?.line ?? `DEFECT: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`}\n`,
  );
  return EXIT.error;
}

type Set = (code: ExitCode) => void;

function build(at: Surroundings, set: Set): Command {
  const program = new Command('workroom')
    .description('Project rooms for agents: plan, execute under leases, review, accept; every step a fact.')
    .version('0.1.0')
    .exitOverride()
    .showHelpAfterError('(workroom --help lists the commands)');
  serving(program, at, set);
  working(program, at, set);
  looking(program, at, set);
  stores(program, at, set);
  return program;
}

const shared = (command: Command): Command =>
  command
    .addOption(new Option('--url <url>', 'the server').env('WORKROOM_URL'))
    .addOption(new Option('--token <token>', 'its token').env('WORKROOM_TOKEN'))
    .option('--json', 'print one JSON object on standard output')
    .option('--project <id>', 'the Project', 'demo');

const out = (options: { json?: boolean }): Output => output(options.json === true);

async function client(options: Shared, at: Surroundings) {
  const [{ WorkroomClient }, { needConnection }] = await Promise.all([
    import('../client/workroom-client.js'),
    import('../client/connection.js'),
  ]);
  return new WorkroomClient(needConnection(options, at.env, at.cwd));
}

function serving(program: Command, at: Surroundings, set: Set): void {
  program
    .command('up')
    .description('serve everything in one process (also: npm start)')
    .option('--workspace <path>', 'the git repository that the demo Project works on')
    .action(async (options: { workspace?: string }) => {
      const { up } = await import('../commands/up.js');
      set(await up(at, options));
    });
  program
    .command('doctor')
    .description('check this machine and configuration, and print the effective values')
    .option('--json', 'print one JSON object on standard output')
    .action(async (options: Shared) => {
      const { doctor } = await import('../commands/doctor.js');
      set(doctor(at.env, at.cwd, out(options)));
    });
}

function working(program: Command, at: Surroundings, set: Set): void {
  shared(program.command('work'))
    .description('hand in a request, e.g. workroom work "audit this repository" --wait')
    .argument('<text...>', 'what is to be done')
    .option('--wait', 'follow the Run to its end')
    .option('--workspace <path>', 'the git repository to work on; without a server, one is hosted for the duration')
    .action(async (text: string[], options: Shared & { wait?: boolean; workspace?: string }) => {
      const { workHere } = await import('../commands/work-here.js');
      set(await workHere(text.join(' '), { ...options, wait: options.wait === true }, at, out(options)));
    });
  shared(program.command('control'))
    .description("a Sponsor's command as in chat, e.g. workroom control run pause <runId>")
    .argument('<text...>', 'what follows /control')
    .action(async (text: string[], options: Shared) => {
      const { control } = await import('../commands/control.js');
      set(await control(await client(options, at), options.project, text.join(' '), out(options)));
    });
}

function looking(program: Command, at: Surroundings, set: Set): void {
  shared(program.command('runs'))
    .description('list the Runs of a Project, newest first')
    .option('--status <status>', 'only these: active, paused, blocked, needs_replan, cancelling, completed, cancelled')
    .option('--limit <n>', 'at most this many (1 to 200)', (value) => Number(value), 20)
    .action(async (options: Shared & { status?: string; limit: number }) => {
      const { runs } = await import('../commands/runs.js');
      const { status, limit } = options;
      set(
        await runs(
          await client(options, at),
          options.project,
          { ...(status === undefined ? {} : { status }), limit },
          out(options),
        ),
      );
    });
  shared(program.command('run'))
    .description('show one Run')
    .argument('<runId>', 'its id')
    .action(async (runId: string, options: Shared) => {
      const commands = await import('../commands/runs.js');
      set(await commands.run(await client(options, at), options.project, runId, out(options)));
    });
}

function stores(program: Command, at: Surroundings, set: Set): void {
  journals(program, at, set);
  const projections = program.command('projections').description('look after the read models of the data directory');
  projections
    .command('status')
    .option('--json', 'print one JSON object on standard output')
    .action(async (options: { json?: boolean }) => {
      const { projectionStatus } = await import('../commands/projections.js');
      set(await projectionStatus(at, out(options)));
    });
  projections
    .command('rebuild')
    .description('rebuild read models beside the old ones, then swap')
    .argument('[view]', 'one view; all without it')
    .option('--json', 'print one JSON object on standard output')
    .action(async (view: string | undefined, options: { json?: boolean }) => {
      const { rebuildProjections } = await import('../commands/projections.js');
      set(await rebuildProjections(view, at, out(options)));
    });
  tokens(program, at, set);
}

function journals(program: Command, at: Surroundings, set: Set): void {
  const journal = program.command('journal').description('look after the Journal of the data directory');
  journal
    .command('verify')
    .description('recompute hash chains and contiguity; exit 0 sound, 1 broken, 3 cannot open')
    .option('--stream <id>', 'only this stream')
    .option('--from <position>', 'only from this globalPosition on', (value) => Number(value))
    .addOption(new Option('--bundle <file>', 'check an export instead, without any store').conflicts(['stream', 'from']))
    .option('--trust-key <file>', 'with --bundle: public keys that you trust (a JWK, or what "journal keys" prints)')
    .option('--json', 'print one JSON object on standard output')
    .action(async (options: VerifyFlags & { bundle?: string; trustKey?: string; json?: boolean }) => {
      const { verifyExport, verifyJournal } = await import('../commands/journal.js');
      const { bundle, trustKey } = options;
      if (trustKey !== undefined && bundle === undefined) {
        throw new CliFailure(EXIT.usage, '--trust-key is for an export; name its file with --bundle.');
      }
      set(await (bundle === undefined ? verifyJournal(options, at, out(options)) : verifyExport(bundle, trustKey, out(options))));
    });
  journal
    .command('export')
    .description('write one Run as a bundle of signed facts that "verify --bundle" checks without the store')
    .argument('<runId>')
    .requiredOption('--out <file>', 'where to write it')
    .option('--json', 'print one JSON object on standard output')
    .action(async (runId: string, options: { out: string; json?: boolean }) => {
      const { exportRun } = await import('../commands/journal.js');
      set(await exportRun(runId, options.out, at, out(options)));
    });
  journal
    .command('keys')
    .description('print the public keys that sign the ends of streams, as a JWKS document')
    .option('--json', 'print one JSON object on standard output')
    .action(async (options: { json?: boolean }) => {
      const { journalKeys } = await import('../commands/journal.js');
      set(await journalKeys(at, out(options)));
    });
  journal
    .command('stats')
    .description('events by type, streams, sizes')
    .option('--json', 'print one JSON object on standard output')
    .action(async (options: { json?: boolean }) => {
      const { journalStats } = await import('../commands/journal.js');
      set(await journalStats(at, out(options)));
    });
}

function tokens(program: Command, at: Surroundings, set: Set): void {
  const token = program.command('token').description('tokens of the HTTP API');
  token
    .command('create')
    .description('make a token; it is printed once')
    .requiredOption('--principal <id>', 'who it stands for, e.g. workroom-admin')
    .addOption(new Option('--scope <scope>', 'what it may do').choices(['full', 'demo']).default('full'))
    .option('--planes <planes...>', 'limit it to these planes')
    .option('--json', 'print one JSON object on standard output')
    .action(async (options: { principal: string; scope: 'full' | 'demo'; planes?: string[]; json?: boolean }) => {
      const { createToken } = await import('../commands/token.js');
      set(await createToken(options, at, out(options)));
    });
  token
    .command('list')
    .option('--json', 'print one JSON object on standard output')
    .action(async (options: { json?: boolean }) => {
      const { listTokens } = await import('../commands/token.js');
      set(await listTokens(at, out(options)));
    });
  token
    .command('revoke')
    .argument('<id>', 'its id, from token list')
    .option('--json', 'print one JSON object on standard output')
    .action(async (id: string, options: { json?: boolean }) => {
      const { revokeToken } = await import('../commands/token.js');
      set(await revokeToken(id, at, out(options)));
    });
}
